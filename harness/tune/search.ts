import { countsInFlight, isLimit } from '../../reports/result/recommend/limit-key.ts';
import { type Line, type View, viewOf } from '../../reports/result/tune/line.ts';
import type { Tried } from '../../reports/result/tune/tried.ts';
import { wantsOf } from '../../reports/result/tune/wants.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Space } from './space.ts';
import type { Trials } from './trials.ts';

export interface Searcher {
  readonly space: Space;
  /** One parameter with the others held at `point`, as far as it was tried. */
  line(axis: number, point: readonly number[], levels: readonly number[]): Line;
  /** Runs what the line wants until it wants nothing; false when it was interrupted. */
  search(axis: number, point: readonly number[], levels: readonly number[]): Promise<boolean>;
  /** All parameters in turn until none changes, then the first again at full length; undefined when it was interrupted. */
  point(levels: readonly number[]): Promise<readonly number[] | undefined>;
  /** What fresh replications said of a variant that had been chosen. */
  strike(strategyIndex: number, verdict: 'missed' | 'open'): void;
}

/** More turns than this change nothing that replications could tell. */
const mostTurns = 3;

/** A search that has cost this share of the plain grid is not made surer. */
const mostShare = 1.5;

/** Where to hold a parameter: what is chosen, else what comes nearest to it. */
export function heldAt({ chosen, best, nearest }: View): number {
  return chosen ?? best ?? nearest ?? 0;
}

/** `freshFrom`: number of the first replication that nobody searches with. */
export function createSearcher(scenario: Scenario, space: Space, trials: Trials, freshFrom: number): Searcher {
  const struck = new Map<number, NonNullable<Tried['struck']>>();
  const paired = scenario.workload.arrivals.users === undefined;

  const at = (point: readonly number[], axis: number, position: number): readonly number[] => point.with(axis, position);

  const line: Searcher['line'] = (axis, point, levels) => {
    const { key, values } = space.axes[axis] as Space['axes'][number];
    const tried = new Map<number, Tried>();
    for (const position of values.keys()) {
      const index = space.indexOf(at(point, axis, position));
      const known = trials.tried({ strategyIndex: index, from: 0, until: freshFrom });
      if (known !== undefined) tried.set(position, struck.has(index) ? { ...known, struck: struck.get(index) } : known);
    }
    const balance = isLimit(key) && axis === space.primary ? scenario.recommend.balance : null;
    const most = mostShare * values.length * (levels[1] ?? 1);
    return { values, tried, paired, prefer: countsInFlight(key) ? 'smallest' : 'quickest', levels, most, balance };
  };

  const search: Searcher['search'] = async (axis, point, levels) => {
    for (;;) {
      const wants = wantsOf(line(axis, point, levels));
      if (wants.length === 0) return true;
      const asked = wants.map(({ position, replications }) => ({
        strategyIndex: space.indexOf(at(point, axis, position)),
        from: 0,
        until: replications,
      }));
      if (!(await trials.run(asked))) return false;
    }
  };

  return {
    space,
    line,
    search,
    strike: (index, verdict) => void struck.set(index, verdict),
    async point(levels) {
      const { axes, primary } = space;
      let point: readonly number[] = axes.map(({ values }) => Math.floor((values.length - 1) / 2));
      const order = [primary, ...axes.keys()].filter((axis, i) => i === 0 || axis !== primary);
      const coarse = levels.slice(0, 2);
      for (let turn = 0; axes.length > 1 && turn < mostTurns; turn++) {
        const before = point;
        for (const axis of order) {
          if (!(await search(axis, point, coarse))) return undefined;
          point = at(point, axis, heldAt(viewOf(line(axis, point, coarse))));
        }
        if (turn > 0 && before.every((position, axis) => position === point[axis])) break;
      }
      if (!(await search(primary, point, levels))) return undefined;
      return at(point, primary, heldAt(viewOf(line(primary, point, levels))));
    },
  };
}
