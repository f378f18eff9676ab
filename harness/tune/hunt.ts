import type { StrategyFold } from '../../reports/result/fold.ts';
import { type View, viewOf, withBeside } from '../../reports/result/tune/line.ts';
import type { Offered } from '../../reports/result/tune/offered.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Searcher } from './search.ts';
import type { Space } from './space.ts';
import type { Trials } from './trials.ts';

/** Values that looked good and did not hold up on fresh replications; after so many nothing is chosen any more. */
const mostStrikes = 3;

/** What a search runs on. */
export interface Hunt {
  readonly scenario: Scenario;
  readonly searcher: Searcher;
  readonly trials: Trials;
  readonly levels: readonly number[];
  /** Number of the first replication that nobody searches with. */
  readonly freshFrom: number;
  stage(stage: 'search' | 'fresh' | 'day'): void;
  /** Replications of a scenario that is like this one, with other strategies. */
  trialsOf(scenario: Scenario): Trials;
}

/** Where the search ended. */
export interface Found {
  readonly point: readonly number[];
  /** Of the line through the point: as it was decided before anything was run on fresh replications. */
  readonly view: View;
  readonly confirmed: boolean;
  /** The value taken and its neighbours, on fresh replications; empty unless it is confirmed. */
  readonly fresh: readonly StrategyFold[];
  readonly interrupted: boolean;
  /** A limit by the time of day that is worth it; null where none is shown to be. */
  readonly schedule: Offered | null;
  /** Replications that were run of limits by the time of day. */
  readonly scheduleRan: number;
}

/** Searches, and confirms on fresh replications; what does not hold up is struck out and the search goes on. */
export async function find(hunt: Hunt): Promise<Found> {
  const { searcher, levels } = hunt;
  const { primary } = searcher.space;
  let point: readonly number[] = searcher.space.axes.map(() => 0);
  const ended = (view: View, more: Partial<Found>): Found => ({
    ...{ point, view, confirmed: false, fresh: [], interrupted: false, schedule: null, scheduleRan: 0 },
    ...more,
  });
  for (let strikes = 0; ; strikes++) {
    hunt.stage('search');
    const next = strikes === 0 ? await searcher.point(levels) : (await searcher.search(primary, point, levels)) ? point : undefined;
    if (next !== undefined) point = next;
    const before = searcher.line(primary, point, levels);
    const view = viewOf(before);
    if (next === undefined) return ended(view, { interrupted: true });
    if (view.chosen === null || strikes === mostStrikes) return ended(view, {});
    point = point.with(primary, view.chosen);
    hunt.stage('fresh');
    const confirmed = await confirm(hunt, point);
    const after = searcher.line(primary, point, levels);
    const since = [...after.tried.keys()].filter((position) => !before.tried.has(position));
    if (confirmed === undefined) return ended(withBeside(view, after, since), { interrupted: true });
    if (confirmed.standing === 'met') return ended(withBeside(view, after, since), { confirmed: true, fresh: confirmed.folds });
    searcher.strike(searcher.space.indexOf(point), confirmed.standing);
  }
}

interface Confirmed {
  readonly standing: 'met' | 'missed' | 'open';
  /** Of the value taken and its neighbours, where it is met. */
  readonly folds: readonly StrategyFold[];
}

/** The value taken on replications that nobody searched with, then the values beside it; undefined when it was interrupted. */
async function confirm(hunt: Hunt, point: readonly number[]): Promise<Confirmed | undefined> {
  const { searcher, trials, levels, freshFrom } = hunt;
  const index = searcher.space.indexOf(point);
  for (const replications of levels.slice(1)) {
    if (!(await trials.run([{ strategyIndex: index, from: freshFrom, until: freshFrom + replications }]))) return undefined;
    const standing = trials.tried({ strategyIndex: index, from: freshFrom, until: freshFrom + replications })?.standing ?? 'missed';
    if (standing === 'missed') return { standing, folds: [] };
    if (standing !== 'met') continue;
    const folded = (strategyIndex: number): readonly StrategyFold[] => {
      const fold = trials.lastFold({ strategyIndex, from: freshFrom, until: freshFrom + replications });
      return fold === undefined ? [] : [fold];
    };
    const own = folded(index);
    const beside = besides(searcher.space, point).map((at) => searcher.space.indexOf(at));
    const asked = beside.flatMap((strategyIndex) => [
      { strategyIndex, from: 0, until: levels[0] as number },
      { strategyIndex, from: freshFrom, until: freshFrom + replications },
    ]);
    return (await trials.run(asked)) ? { standing, folds: [...own, ...beside.flatMap(folded)] } : undefined;
  }
  return { standing: 'open', folds: [] };
}

/** The points one step below and above in the parameter that the answer is about. */
function besides({ axes, primary }: Space, point: readonly number[]): readonly (readonly number[])[] {
  const at = point[primary] as number;
  const last = (axes[primary]?.values.length ?? 1) - 1;
  return [at - 1, at + 1].filter((next) => next >= 0 && next <= last).map((next) => point.with(primary, next));
}
