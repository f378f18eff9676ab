import { mean } from 'simple-statistics';
import { equalGoodput } from '../recommend/winner.ts';
import { pairedDifference } from '../stats/paired.ts';
import { studentInterval } from '../stats/student.ts';
import { unpairedDifference } from '../stats/unpaired.ts';
import type { Tried } from './tried.ts';

/** The values of one parameter, everything else held, and what is known of those that were tried. */
export interface Line {
  /** Ascending. */
  readonly values: readonly number[];
  /** By position in `values`. */
  readonly tried: ReadonlyMap<number, Tried>;
  /** Same luck in the same replication of every value. */
  readonly paired: boolean;
  /** Of a limit the smallest of equals is to be taken: it is kinder to everybody. Of other parameters the quickest. */
  readonly prefer: 'smallest' | 'quickest';
  /** How many replications a value gets at first, and then, as long as they leave something open. */
  readonly levels: readonly number[];
  /** Replications of all values after which nothing more is asked for to make sure. */
  readonly most: number;
  /** Share of first attempts refused that is still balance; null where the values are no limits. */
  readonly balance: number | null;
}

export type Against = 'worse' | 'within' | 'open';

/** What the line says so far. Positions ascend. */
export interface View {
  /** Most goodput of those that may meet every bound; null when no value may, or none gave a good answer. */
  readonly best: number | null;
  /** Not shown to miss a bound, and not shown worse than the best by more than 1 % goodput. */
  readonly alive: readonly number[];
  /** The value to take: shown to meet every bound. */
  readonly chosen: number | null;
  /** Nearest to its bounds, of all that were tried. */
  readonly nearest: number | null;
}

export const goodputOf = ({ goodputs }: Pick<Tried, 'goodputs'>): number => (goodputs.length === 0 ? 0 : mean([...goodputs]));

export function triedAt(line: Line, position: number): Tried {
  const found = line.tried.get(position);
  if (found === undefined) throw new Error(`value ${position} was not tried`);
  return found;
}

/** Positions that were tried, ascending. */
export function triedPositions({ tried }: Line): readonly number[] {
  return [...tried.keys()].toSorted((a, b) => a - b);
}

/**
 * What two values are compared by: with the same luck the replications that both have, so that neither is held to luck that the
 * other did not see; else all of each.
 */
function comparable({ paired }: Pick<Line, 'paired'>, own: Tried, other: Tried): readonly [readonly number[], readonly number[]] {
  const common = paired ? Math.min(own.goodputs.length, other.goodputs.length) : Number.POSITIVE_INFINITY;
  return [own.goodputs.slice(0, common), other.goodputs.slice(0, common)];
}

/** Goodput of a first as a share of that of a second, by means; 1 where neither has any. */
function ratio(line: Line, position: number, other: number): number {
  const [own, most] = comparable(line, triedAt(line, position), triedAt(line, other)).map((goodputs) => goodputOf({ goodputs }));
  return own === most ? 1 : (own ?? 0) / (most ?? 0);
}

/** One value against the best: the 95 % interval of v − 0.99 · best lies below 0, from 0 up, or on both sides. */
export function against(line: Pick<Line, 'paired'>, own: Tried, best: Tried): Against {
  if (own === best) return 'within';
  const [values, most] = comparable(line, own, best);
  const difference = (line.paired ? pairedDifference : unpairedDifference)(
    values,
    most.map((value) => equalGoodput * value),
  );
  if (difference === null) return 'open';
  const [low, high] = studentInterval(difference);
  if (high < 0) return 'worse';
  return low >= 0 ? 'within' : 'open';
}

function highest(line: Line, positions: readonly number[]): number | null {
  return positions.reduce<number | null>((top, position) => (top === null || ratio(line, position, top) > 1 ? position : top), null);
}

/** Least excess; the most goodput among those that have the same. */
function nearestOf(line: Line, positions: readonly number[]): number | null {
  return positions.reduce<number | null>((near, position) => {
    if (near === null) return position;
    const [own, other] = [triedAt(line, position), triedAt(line, near)];
    if (own.excess !== other.excess) return own.excess < other.excess ? position : near;
    return ratio(line, position, near) > 1 ? position : near;
  }, null);
}

/** Of equals within 1 % of the most goodput the smallest p95, each over all its replications. */
function quickestOf(line: Line, positions: readonly number[]): number | null {
  const top = highest(line, positions);
  if (top === null) return null;
  return positions
    .filter((position) => ratio(line, position, top) >= equalGoodput)
    .reduce((quick, position) => (triedAt(line, position).p95 < triedAt(line, quick).p95 ? position : quick), top);
}

/** Not shown to miss a bound, and gives good answers. */
function isPossible(line: Line, position: number): boolean {
  const { standing, struck, goodputs } = triedAt(line, position);
  return standing !== 'missed' && struck !== 'missed' && goodputs.some((goodput) => goodput > 0);
}

const isAlive = (line: Line, position: number, best: number): boolean =>
  against(line, triedAt(line, position), triedAt(line, best)) !== 'worse';

export function viewOf(line: Line): View {
  const positions = triedPositions(line);
  const possible = positions.filter((position) => isPossible(line, position));
  const best = highest(line, possible);
  const alive = best === null ? [] : possible.filter((position) => isAlive(line, position, best));
  const met = alive.filter((position) => triedAt(line, position).standing === 'met' && triedAt(line, position).struck === undefined);
  return {
    best,
    alive,
    chosen: line.prefer === 'smallest' ? (met[0] ?? null) : quickestOf(line, met),
    nearest: nearestOf(line, positions),
  };
}

/**
 * What was decided on a line, with values that were run beside the one to take since: these are judged against the best as it
 * was, and change neither it nor what is to be taken.
 */
export function withBeside(decided: View, line: Line, since: readonly number[]): View {
  const { best, alive } = decided;
  const more = since.filter((position) => best !== null && isPossible(line, position) && isAlive(line, position, best));
  return { ...decided, alive: [...new Set([...alive, ...more])].toSorted((a, b) => a - b) };
}
