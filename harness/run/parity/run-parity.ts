import type { LiveFigures } from '../../../reports/result/fold.ts';
import { liveOf } from '../../../reports/result/live.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { loadModules } from '../../scenario/modules.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Job } from '../client-side.ts';
import type { ReplicationOutput } from '../fold-replication.ts';
import type { JobOutcome } from '../job.ts';
import { startLive } from '../live/live-workers.ts';
import type { LiveOptions } from '../live/options.ts';
import { refuseCode } from '../live/refuse-code.ts';
import { startWorkers } from '../start-workers.ts';
import type { Workers } from '../workers.ts';
import { medianRows, type ParityRow, parityRows } from './judge-parity.ts';
import { seenInVirtual, seenLive } from './worlds.ts';

/** Each strategy runs so often in both worlds, each time with other luck; the middle one counts. */
export const parityRounds = 3;

/** One strategy in both worlds. */
export interface StrategyParity {
  readonly strategy: string;
  /** Requests of each round. */
  readonly requests: readonly number[];
  readonly rows: readonly ParityRow[];
  /** The worst of the rounds. */
  readonly live: LiveFigures;
}

export interface ParityResult {
  readonly scenario: string;
  readonly seed: number;
  readonly timeScale: number;
  readonly rounds: number;
  readonly strategies: readonly StrategyParity[];
  /** Interrupted: strategies that had all their rounds. */
  readonly incomplete: boolean;
  /** undecided: a figure is beyond its tolerance in a run in which this machine was the bottleneck. */
  readonly verdict: 'within' | 'beyond' | 'undecided';
}

export interface ParityOptions {
  readonly live: LiveOptions;
  readonly signal?: AbortSignal | undefined;
  /** Jobs done of all, and how much of the one under way, 0 … 1. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number; readonly share: number }) => void) | undefined;
}

/** Runs every strategy in virtual time and live, on the same luck, and compares what comes of it. */
export async function runParity(scenario: Scenario, { live, signal, onProgress }: ParityOptions): Promise<ParityResult> {
  refuseCode(scenario);
  const modules = await loadModules(scenario.modules);
  const simulated = await startWorkers(0, modules, signal);
  const real = startLive(live, modules, signal);
  const total = scenario.strategies.length * parityRounds;
  let done = 0;
  const strategies: StrategyParity[] = [];
  try {
    for (const [strategyIndex, { name }] of scenario.strategies.entries()) {
      const rounds: Round[] = [];
      for (let replication = 0; replication < parityRounds; replication++) {
        const job = { scenario, strategyIndex, replication, raw: true };
        const round = await roundOf(job, simulated, real, (share) => onProgress?.({ done, total, share }));
        if (round === undefined) return resultOf(scenario, live, strategies, true);
        rounds.push(round);
        done += 1;
      }
      strategies.push(together(name, rounds));
    }
    return resultOf(scenario, live, strategies, false);
  } finally {
    await Promise.all([simulated.close(), real.close()]);
  }
}

interface Round {
  readonly rows: readonly ParityRow[];
  readonly output: ReplicationOutput;
}

async function roundOf(job: Job, simulated: Workers, real: Workers, tell: (share: number) => void): Promise<Round | undefined> {
  const virtual = outputOf(await simulated.run(job));
  const outcome = virtual === undefined ? undefined : await real.run(job, tell);
  if (virtual === undefined || outcome === undefined || ('cut' in outcome && outcome.cut)) return undefined;
  const output = outputOf(outcome);
  return output === undefined ? undefined : { rows: parityRows(seenInVirtual(virtual, job), seenLive(output)), output };
}

/** InputError for a strategy that fails in one of the worlds: it has no figures to compare. */
function outputOf(outcome: JobOutcome | undefined): ReplicationOutput | undefined {
  if (outcome === undefined || 'output' in outcome) return outcome?.output;
  throw new InputError([{ message: `a strategy fails: ${outcome.failure.message}` }]);
}

function together(strategy: string, rounds: readonly Round[]): StrategyParity {
  const folds = rounds.map(({ output }) => output.fold);
  const live = liveOf(folds);
  if (live === undefined) throw new Error('a live run without figures of its own');
  return { strategy, requests: folds.map(({ requests }) => requests.offered), rows: medianRows(rounds.map(({ rows }) => rows)), live };
}

function resultOf(
  scenario: Scenario,
  { timeScale }: LiveOptions,
  strategies: readonly StrategyParity[],
  incomplete: boolean,
): ParityResult {
  const beyond = strategies.filter(({ rows }) => rows.some(({ within }) => within === false));
  const limited = beyond.some(({ live }) => live.generatorLimited);
  const verdict = beyond.length === 0 ? 'within' : limited ? 'undecided' : 'beyond';
  return { scenario: scenario.name, seed: scenario.seed, timeScale, rounds: parityRounds, strategies, incomplete, verdict };
}
