import type { StrategyFold } from '../../reports/result/fold.ts';
import type { Result } from '../../reports/result/result.ts';
import { answerOf, answerPosition } from '../../reports/result/tune/answer.ts';
import { triedPositions, viewOf } from '../../reports/result/tune/line.ts';
import type { Searched } from '../../reports/result/tune/searched.ts';
import type { TuneAnswer } from '../../reports/result/tune/tune-answer.ts';
import { lastLevels } from '../../reports/result/tune/wants.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { headOf } from '../run/head.ts';
import { virtualWorkers } from '../run/run.ts';
import { loadModules } from '../scenario/modules.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createSearcher, type Searcher } from './search.ts';
import { type Space, spaceOf } from './space.ts';
import { createTrials, type Trials } from './trials.ts';

/** How a scenario is tuned; workers and progress change no figure. */
export interface TuneOptions {
  /** Replications that decide at first, 4 or more; half of them look first, and four times as many where that leaves something open. */
  readonly replications?: number | undefined;
  /** Worker threads; 0 runs inline, default one a processor. */
  readonly workers?: number | undefined;
  /** Marks the result as one of `--quick`. */
  readonly quick?: boolean | undefined;
  /** Interrupts: the answer is what is known so far, marked incomplete. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined;
}

export interface TuneProgress {
  /** Replications run so far. */
  readonly ran: number;
  readonly stage: 'search' | 'fresh';
}

/** A result that `report` can show, whose `tune` is the answer. */
export type TunedResult = Result & { readonly tune: TuneAnswer };

/** Values that looked good and did not hold up on fresh replications; after so many nothing is chosen any more. */
const mostStrikes = 3;
export const usualReplications = 10;

/** Replications of the first look, of a decision, and of what is still open: 5, 10, 20 and 40. */
export function levelsOf(replications: number): readonly number[] {
  return [Math.ceil(replications / 2), replications, 2 * replications, 4 * replications];
}

interface Hunt {
  readonly scenario: Scenario;
  readonly searcher: Searcher;
  readonly trials: Trials;
  readonly levels: readonly number[];
  /** Number of the first replication that nobody searches with. */
  readonly freshFrom: number;
  stage(stage: TuneProgress['stage']): void;
}

/** Where the search ended. */
interface Found {
  readonly point: readonly number[];
  readonly confirmed: boolean;
  /** Replications of the value taken, and of its neighbours, on fresh luck; 0: none. */
  readonly fresh: number;
  readonly interrupted: boolean;
}

/**
 * Searches the values of the scenario's sweep for the best goodput that meets every bound. Throws InputError for a scenario
 * without a sweep, and for what only shows in a run.
 */
export async function tuneScenario(scenario: Scenario, options: TuneOptions = {}): Promise<TunedResult> {
  const space = spaceOf(scenario);
  if (space === undefined) throw new InputError([{ message: 'expected values to choose from, such as --vary limit=1..64' }]);
  const modules = await loadModules(scenario.modules);
  const workers = await virtualWorkers(options, modules);
  const levels = levelsOf(options.replications ?? usualReplications);
  const freshFrom = lastLevels(levels).at(-1) as number;
  let stage: TuneProgress['stage'] = 'search';
  const trials = createTrials(scenario, {
    workers,
    onRun: (ran) => options.onProgress?.({ ran, stage }),
    whole: (replication) => replication < (levels[0] as number) || replication >= freshFrom,
  });
  try {
    const hunt: Hunt = {
      scenario,
      searcher: createSearcher(scenario, space, trials, freshFrom),
      trials,
      levels,
      freshFrom,
      stage(next) {
        stage = next;
      },
    };
    const found = await find(hunt);
    const said = (await workers.warnings?.()) ?? [];
    return resultOf(hunt, found, options, said);
  } finally {
    await workers.close();
  }
}

/** Searches, and confirms on fresh replications; what does not hold up is struck out and the search goes on. */
async function find(hunt: Hunt): Promise<Found> {
  const { searcher, levels } = hunt;
  const { primary } = searcher.space;
  let point: readonly number[] = searcher.space.axes.map(() => 0);
  for (let strikes = 0; ; strikes++) {
    hunt.stage('search');
    const next = strikes === 0 ? await searcher.point(levels) : (await searcher.search(primary, point, levels)) ? point : undefined;
    if (next === undefined) return { point, confirmed: false, fresh: 0, interrupted: true };
    point = next;
    const { chosen } = viewOf(searcher.line(primary, point, levels));
    if (chosen === null || strikes === mostStrikes) return { point, confirmed: false, fresh: 0, interrupted: false };
    point = point.with(primary, chosen);
    hunt.stage('fresh');
    const confirmed = await confirm(hunt, point);
    if (confirmed === undefined) return { point, confirmed: false, fresh: 0, interrupted: true };
    if (confirmed.standing === 'met') return { point, confirmed: true, fresh: confirmed.replications, interrupted: false };
    searcher.strike(searcher.space.indexOf(point), confirmed.standing);
  }
}

interface Confirmed {
  readonly standing: 'met' | 'missed' | 'open';
  readonly replications: number;
}

/** The value taken on replications that nobody searched with, then the values beside it; undefined when it was interrupted. */
async function confirm(hunt: Hunt, point: readonly number[]): Promise<Confirmed | undefined> {
  const { searcher, trials, levels, freshFrom } = hunt;
  const index = searcher.space.indexOf(point);
  for (const replications of levels.slice(1)) {
    if (!(await trials.run([{ strategyIndex: index, from: freshFrom, until: freshFrom + replications }]))) return undefined;
    const standing = trials.tried({ strategyIndex: index, from: freshFrom, until: freshFrom + replications })?.standing ?? 'missed';
    if (standing === 'missed') return { standing, replications };
    if (standing !== 'met') continue;
    const beside = besides(searcher.space, point).map((at) => searcher.space.indexOf(at));
    const asked = beside.flatMap((strategyIndex) => [
      { strategyIndex, from: 0, until: levels[0] as number },
      { strategyIndex, from: freshFrom, until: freshFrom + replications },
    ]);
    return (await trials.run(asked)) ? { standing, replications } : undefined;
  }
  return { standing: 'open', replications: levels.at(-1) as number };
}

/** The points one step below and above in the parameter that the answer is about. */
function besides({ axes, primary }: Space, point: readonly number[]): readonly (readonly number[])[] {
  const at = point[primary] as number;
  const last = (axes[primary]?.values.length ?? 1) - 1;
  return [at - 1, at + 1].filter((next) => next >= 0 && next <= last).map((next) => point.with(primary, next));
}

function resultOf(hunt: Hunt, found: Found, options: TuneOptions, said: readonly string[]): TunedResult {
  const { scenario, searcher, trials, levels, freshFrom } = hunt;
  const { axes, primary, strategy } = searcher.space;
  const { key, values } = axes[primary] as Space['axes'][number];
  const line = searcher.line(primary, found.point, levels);
  const indexAt = (position: number): number => searcher.space.indexOf(found.point.with(primary, position));
  const variants = values.map((_, position) => scenario.strategies[indexAt(position)]?.name ?? '');
  const searched: Searched = {
    strategy,
    parameter: key,
    line,
    texts: variants.map((name) => textOf(name, key)),
    variants,
    settings: Object.fromEntries(axes.map((axis, i) => [axis.key, axis.values[found.point[i] ?? 0] ?? Number.NaN])),
    confirmed: found.confirmed,
    cost: { replications: trials.ran, plainGrid: axes.reduce((product, axis) => product * axis.values.length, 1) * (levels[1] as number) },
  };
  const folds = triedPositions(line).flatMap(
    (position) => trials.fold({ strategyIndex: indexAt(position), from: 0, until: levels[0] as number }) ?? [],
  );
  const fresh = found.fresh === 0 ? [] : freshFolds(hunt, found, freshFrom);
  const position = answerPosition(viewOf(line), line);
  const result = bare({ scenario, options, levels, interrupted: found.interrupted }, folds, fresh, {
    baseline: folds.some(({ name }) => name === variants[position ?? 0]) ? (variants[position ?? 0] ?? '') : (folds[0]?.name ?? ''),
    sweep:
      axes.length > 1
        ? null
        : {
            strategy,
            keys: { [key]: folds.map(({ name }) => values[variants.indexOf(name)] as number) },
            variants: folds.map(({ name }) => name),
          },
    warnings: said,
  });
  return { ...result, tune: answerOf(result, searched) };
}

function freshFolds({ searcher, trials }: Hunt, { point, fresh }: Found, from: number): readonly StrategyFold[] {
  return [point, ...besides(searcher.space, point)].flatMap(
    (at) => trials.fold({ strategyIndex: searcher.space.indexOf(at), from, until: from + fresh }) ?? [],
  );
}

interface Run {
  readonly scenario: Scenario;
  readonly options: TuneOptions;
  readonly levels: readonly number[];
  readonly interrupted: boolean;
}

/** The stored form of all that was tried, without the answer. */
function bare(
  { scenario, options, levels, interrupted }: Run,
  strategies: readonly StrategyFold[],
  fresh: readonly StrategyFold[],
  { baseline, sweep, warnings }: { baseline: string; sweep: Result['scenario']['sweep']; warnings: readonly string[] },
): Result {
  const head = headOf(scenario, { quick: options.quick }, { replications: levels[0] as number, swept: true });
  return {
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: packageVersion() },
    scenario: { ...head, baseline, sweep },
    incomplete: interrupted,
    warnings,
    strategies,
    fresh,
  };
}

/** What a variant sets a key to, as its name has it. */
function textOf(variant: string, key: string): string {
  const at = variant.lastIndexOf(`${key}=`);
  return variant.slice(at + key.length + 1).replace(/,.*$/, '');
}
