import type { Cohort } from '../../reports/result/cohort.ts';
import type { ReplicationFold, SampleName, StrategyFold } from '../../reports/result/fold.ts';
import { sampleNames } from '../../reports/result/fold.ts';
import { measureNamed } from '../../reports/result/measures/registry.ts';
import { poolSamples } from '../../reports/result/pool.ts';
import { type BeyondOf, broken, type Tried, triedOf } from '../../reports/result/tune/tried.ts';
import { createFailures } from '../run/failures.ts';
import type { ReplicationOutput } from '../run/fold-replication.ts';
import { gather } from '../run/gather.ts';
import type { RawTimeline } from '../run/timeline.ts';
import type { Workers } from '../run/workers.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { writeStrategy } from '../strategy/write.ts';

/** Replications `from` … `until` − 1 of one strategy of the scenario. */
export interface Asked {
  readonly strategyIndex: number;
  readonly from: number;
  readonly until: number;
}

/** Replications of strategies, run as they are asked for and kept. */
export interface Trials {
  /** Runs what is missing; false when it was interrupted. */
  run(asked: readonly Asked[]): Promise<boolean>;
  /** What replications `from` … `until` − 1 say, as far as they go without a gap; undefined: none was run. */
  tried(asked: Asked): Tried | undefined;
  /** The stored form of replications `from` … `until` − 1; undefined unless all of them were run. */
  fold(asked: Asked): StrategyFold | undefined;
  /** The same of replications that nobody asks about any more: their samples, nearly all that they hold, are dropped. */
  lastFold(asked: Asked): StrategyFold | undefined;
  /** Timelines of replications `from` … `until` − 1, as far as they go without a gap; none of a strategy that failed. */
  timelines(asked: Asked): readonly RawTimeline[];
  failure(strategyIndex: number): StrategyFold['failure'];
  /** Replications run so far; of a strategy that failed those before, and the one that failed first. */
  readonly ran: number;
}

export interface TrialsOptions {
  readonly workers: Workers;
  readonly onRun: (ran: number) => void;
  /** Beyond these replications, samples of measures that no bound is on are dropped at once. */
  readonly whole: (replication: number) => boolean;
}

/** Samples that decisions read: those of percentiles with a bound, and latency. */
function neededSamples({ slo }: Scenario): ReadonlySet<SampleName> {
  const bounded = Object.keys(slo).flatMap((name) => {
    const measure = measureNamed(name);
    return measure.kind === 'percentile' ? [measure.sample] : [];
  });
  return new Set<SampleName>(['latencyWithFailures', ...bounded]);
}

const none = new Float64Array(0);

function stripped(output: ReplicationOutput, needed: ReadonlySet<SampleName>): ReplicationOutput {
  const samples = Object.fromEntries(
    sampleNames.map((name) => [name, needed.has(name) ? output.samples[name] : none]),
  ) as ReplicationOutput['samples'];
  return { ...output, samples };
}

export function createTrials(scenario: Scenario, { workers, onRun, whole }: TrialsOptions): Trials {
  const outputs = new Map<number, Map<number, ReplicationOutput>>();
  const failures = createFailures();
  const needed = neededSamples(scenario);
  const noSamples: ReadonlySet<SampleName> = new Set();
  /** By strategy, first replication and how many; these never change once they are run. */
  const judged = new Map<string, Tried>();
  let told = 0;

  const runOne = async (strategyIndex: number, replication: number): Promise<boolean> => {
    if (replication >= failures.at(strategyIndex)) return true;
    const outcome = await workers.run({ scenario, strategyIndex, replication, raw: false });
    if (outcome === undefined) return false;
    onRun(++told);
    if (failures.isAfter(strategyIndex, replication)) return true;
    const own = outputs.get(strategyIndex) ?? new Map<number, ReplicationOutput>();
    outputs.set(strategyIndex, own);
    if ('failure' in outcome) {
      failures.add(strategyIndex, replication, outcome.failure);
      for (const known of [...own.keys()]) if (known > replication) own.delete(known);
    } else own.set(replication, whole(replication) ? outcome.output : stripped(outcome.output, needed));
    return true;
  };

  const from = (strategyIndex: number, first: number): readonly ReplicationOutput[] => {
    const own = outputs.get(strategyIndex);
    const found: ReplicationOutput[] = [];
    for (let next = own?.get(first); next !== undefined; next = own?.get(first + found.length)) found.push(next);
    return found;
  };

  const fold: Trials['fold'] = ({ strategyIndex, from: first, until }) => {
    const strategy = scenario.strategies[strategyIndex];
    const known = from(strategyIndex, first).slice(0, until - first);
    const failure = failures.of(strategyIndex);
    if (strategy === undefined || (known.length < until - first && failure === null)) return undefined;
    return gather({ name: strategy.name, config: writeStrategy(strategy), failure }, known);
  };

  return {
    get ran() {
      return [...outputs.values()].reduce((sum, own) => sum + own.size, failures.size);
    },
    failure: (strategyIndex) => failures.of(strategyIndex),
    async run(asked) {
      const missing = asked.flatMap(({ strategyIndex, from: first, until }) =>
        Array.from({ length: until - first }, (_, i) => [strategyIndex, first + i] as const).filter(
          ([index, replication]) => outputs.get(index)?.has(replication) !== true,
        ),
      );
      let next = 0;
      let interrupted = false;
      const lane = async (): Promise<void> => {
        for (let job = missing[next++]; job !== undefined && !interrupted; job = missing[next++]) {
          if (!(await runOne(...job))) interrupted = true;
        }
      };
      await Promise.all(Array.from({ length: workers.width }, lane));
      return !interrupted;
    },
    tried({ strategyIndex, from: first, until }) {
      if (failures.of(strategyIndex) !== null) return broken;
      const known = from(strategyIndex, first).slice(0, until - first);
      if (known.length === 0) return undefined;
      const key = `${strategyIndex} ${first} ${known.length}`;
      const tried = judged.get(key) ?? triedOf(lazyCohort(known), scenario.slo, beyondIn(known));
      judged.set(key, tried);
      return tried;
    },
    timelines({ strategyIndex, from: first, until }) {
      if (failures.of(strategyIndex) !== null) return [];
      return from(strategyIndex, first)
        .slice(0, until - first)
        .map(({ timeline }) => timeline);
    },
    fold,
    lastFold(asked) {
      const folded = fold(asked);
      const own = outputs.get(asked.strategyIndex);
      for (const [replication, output] of own ?? []) {
        if (replication >= asked.from && replication < asked.until) own?.set(replication, stripped(output, noSamples));
      }
      return folded;
    },
  };
}

/** One replication, or a part of a run that stands for one. */
export type Unit = Pick<ReplicationOutput, 'fold' | 'samples'>;

/** The cohort of these replications; percentiles are pooled when somebody asks for them. */
export function lazyCohort(outputs: readonly Unit[]): Cohort {
  const pooled = new Map<SampleName, ReturnType<typeof poolSamples>>();
  const poolOf = (name: SampleName): ReturnType<typeof poolSamples> => {
    const known = pooled.get(name) ?? poolSamples(outputs.map(({ samples }) => samples[name]));
    pooled.set(name, known);
    return known;
  };
  const replications: readonly ReplicationFold[] = outputs.map(({ fold }) => fold);
  return {
    replications,
    units: replications,
    pooled: (sample) => poolOf(sample).pooled,
    deleteOne: (sample) => poolOf(sample).deleteOne,
  };
}

/** Counts of samples beyond a bound; failures count as endless. */
export function beyondIn(outputs: readonly Unit[]): BeyondOf {
  return (sample, bound) =>
    outputs.map(({ samples }) => {
      const sorted = samples[sample];
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sorted[middle] as number) <= bound) low = middle + 1;
        else high = middle;
      }
      return { part: sorted.length - low, whole: sorted.length };
    });
}
