import { equalGoodput } from '../../../reports/result/recommend/winner.ts';
import { against } from '../../../reports/result/tune/line.ts';
import type { LiveTried } from './live-trials.ts';

/** What the steps of a ramp say so far. */
export interface LiveChoice {
  /** The concurrency that the answer is about; undefined where none gives a good answer within its bounds. */
  readonly guess: LiveTried | undefined;
  /** Those that are as fit as the guess and not shown worse than the best of them by more than 1 % of goodput. */
  readonly within: readonly LiveTried[];
  /** Nearest to its bounds, of all that were measured. */
  readonly nearest: LiveTried | undefined;
}

/**
 * What to choose from, best first: every figure within its bound and refused less often than `balance`; every figure within
 * its bound; not shown to miss one. What a step that nobody chose by has struck out is not chosen again.
 */
function poolOf(all: readonly LiveTried[], balance: number): readonly LiveTried[] {
  const possible = all.filter(
    ({ standing, struck, goodputs }) => standing !== 'missed' && struck === undefined && goodputs.some((goodput) => goodput > 0),
  );
  const inside = possible.filter(({ standing }) => standing !== 'doubtful');
  const calm = inside.filter(({ refused }) => refused !== null && refused < balance);
  return [calm, inside, possible].find((pool) => pool.length > 0) ?? [];
}

/**
 * The smallest concurrency that is as good as the best: fewer at once are kinder to everybody. As refusals are no answers, one
 * that is only refused more often is never better.
 */
export function choose(all: readonly LiveTried[], balance: number): LiveChoice {
  const pool = poolOf(all, balance);
  const best = pool.reduce<LiveTried | undefined>(
    (top, each) => (top === undefined || each.goodputPerSecond > top.goodputPerSecond ? each : top),
    undefined,
  );
  const line = { paired: false };
  const isAsGood = (each: LiveTried, top: LiveTried): boolean =>
    each.goodputPerSecond >= equalGoodput * top.goodputPerSecond || against(line, each, top) === 'within';
  return {
    guess: best === undefined ? undefined : pool.find((each) => isAsGood(each, best)),
    within: best === undefined ? [] : pool.filter((each) => against(line, each, best) !== 'worse'),
    nearest: all.reduce<LiveTried | undefined>((near, each) => (near === undefined || each.excess < near.excess ? each : near), undefined),
  };
}
