import type { StrategyFold } from '../../reports/result/fold.ts';
import { selectForFresh } from '../../reports/result/recommend.ts';
import type { Result } from '../../reports/result/result.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { withForeign } from '../foreign/run/foreign-workers.ts';
import { loadModules } from '../scenario/modules.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Modules } from '../strategy/custom.ts';
import { headOf } from './head.ts';
import { JobBook, type JobKey } from './job-book.ts';
import { startLive } from './live/live-workers.ts';
import { refuseCode } from './live/refuse-code.ts';
import type { RunOptions } from './options.ts';
import { startWorkers } from './start-workers.ts';
import type { Workers } from './workers.ts';

/**
 * Runs every strategy of a scenario in every replication, then the winner and its neighbours in as many fresh ones
 * that nobody selected on. Throws InputError for what only shows in a run, CodedError `identity` when the books disagree.
 */
export async function runScenario(scenario: Scenario, options: RunOptions = {}): Promise<Result> {
  const modules = await loadModules(scenario.modules);
  const { live, signal } = options;
  if (live !== undefined) refuseCode(scenario);
  const workers = live === undefined ? await virtualWorkers(options, modules) : startLive(live, modules, signal);
  try {
    const result = await runAll(scenario, options, workers);
    const said = (await workers.warnings?.()) ?? [];
    return { ...result, warnings: [...result.warnings, ...said] };
  } finally {
    await workers.close();
  }
}

/** Workers for strategies of ours and for code of the user's, in virtual time. */
export async function virtualWorkers(
  { workers, signal, fidelity = false }: Pick<RunOptions, 'workers' | 'signal' | 'fidelity'>,
  modules: Modules,
): Promise<Workers> {
  return withForeign(await startWorkers(workers, modules, signal), { signal, fidelity });
}

async function runAll(scenario: Scenario, options: RunOptions, workers: Workers): Promise<Result> {
  const { strategies, replications, sweep } = scenario;
  const everyone = strategies.map((_, index) => index);
  const swept = everyone.filter((index) => sweep?.variants.includes(strategies[index]?.name ?? '') === true);
  const book: JobBook = new JobBook(scenario, options, workers, {
    first: 0,
    done: 0,
    partial: () => resultOf(scenario, options, book, []),
  });
  // A first answer comes soon: every strategy once, then the sweep once, then the rest.
  await book.run(
    'first',
    pairs(
      everyone.filter((index) => !swept.includes(index)),
      0,
      1,
    ),
  );
  if (!book.interrupted) await book.run('main', [...pairs(swept, 0, 1), ...pairs(everyone, 1, replications - 1)]);
  const selected = resultOf(scenario, options, book, []);
  // Real time is dear: the winner of a live run is not run again.
  if (book.interrupted || options.live !== undefined || options.fresh === false) return selected;
  const names = new Set(selectForFresh(selected).names);
  const indexes = everyone.filter((index) => names.has(strategies[index]?.name ?? ''));
  const fresh = new JobBook(scenario, { ...options, onRaw: undefined }, workers, {
    first: replications,
    done: book.done,
    partial: () => selected,
  });
  await fresh.run('fresh', pairs(indexes, replications, replications));
  if (fresh.interrupted) return { ...selected, incomplete: true };
  return resultOf(
    scenario,
    options,
    book,
    indexes.map((index) => fresh.fold(index, true)),
  );
}

/** All jobs of these strategies, strategy by strategy, in `count` replications from `first` on. */
function pairs(strategies: readonly number[], first: number, count: number): JobKey[] {
  return strategies.flatMap((strategyIndex) => Array.from({ length: count }, (_, r) => ({ strategyIndex, replication: first + r })));
}

/** What is known so far: over all replications once every strategy has them, else over the first. */
function resultOf(scenario: Scenario, options: RunOptions, book: JobBook, fresh: readonly StrategyFold[]): Result {
  const listed = scenario.strategies.map((_, index) => index).filter((index) => book.knows(index));
  const everyone = scenario.strategies.map((_, index) => index);
  const whole = book.complete(everyone);
  return {
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: packageVersion() },
    scenario: headOf(scenario, options, { replications: whole ? scenario.replications : 1, swept: listed.length === everyone.length }),
    incomplete: book.interrupted,
    warnings: [
      ...(book.held === 0 ? [] : [heldWarning(book.held)]),
      ...(options.live?.target === undefined ? [] : [notOurs]),
      ...book.notices,
    ],
    strategies: listed.map((index) => book.fold(index, whole)),
    fresh,
  };
}

const notOurs =
  'Attempts went through a gateway that is not ours: that every attempt sent arrived at the provider is not checked (it may retry or answer by itself), and cost is what the provider billed in all';

function heldWarning(held: number): string {
  return `${held} requests were held by the provider until the end (a hang or an unbounded queue); they are in flight at the end, neither ok nor failed`;
}
