import { stringify } from 'yaml';
import { runJob } from '../../../harness/run/job.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import { nearestRank } from '../../../reports/result/stats/nearest-rank.ts';
import { round6 } from '../../../reports/result/stats/round6.ts';
import { limits, randomScenario } from './scenarios.ts';

/** Ten times the replications that `tune` begins with. */
export const gridReplications = 100;

/** What the plain grid says of one limit. */
export interface GridPoint {
  readonly limit: number;
  readonly goodputPerSecond: number;
  readonly errorRate: number | null;
  /** 95th percentile of latency with failures, ms; null where it falls among the failures. */
  readonly p95: number | null;
  /** Whether every bound of the scenario holds, by these figures. */
  readonly holds: boolean;
}

export interface Truth {
  /** Smallest limit within 1 % of the best goodput of those that hold every bound; null when none does. */
  readonly limit: number | null;
  readonly points: readonly GridPoint[];
}

/** The scenario with one variant a limit. */
export async function scenarioFor(number: number, seed: number): Promise<Scenario> {
  const text = stringify(randomScenario(number, seed));
  return (await loadScenario({ text, vary: [`limit=${limits[0]}..${limits.at(-1)}`] })).scenario;
}

/** Every limit of a random scenario in all replications, on luck that `tune` never sees. */
export async function gridOf(number: number, replications: number = gridReplications): Promise<Truth> {
  const scenario = await scenarioFor(number, 1_000_000 + number);
  const points = limits.map((limit) => pointOf(scenario, limit, replications));
  const best = points.reduce((most, { holds, goodputPerSecond }) => (holds ? Math.max(most, goodputPerSecond) : most), 0);
  const smallest = points.find(({ holds, goodputPerSecond }) => holds && goodputPerSecond >= 0.99 * best);
  return { limit: best === 0 ? null : (smallest?.limit ?? null), points };
}

function pointOf(scenario: Scenario, limit: number, replications: number): GridPoint {
  const strategyIndex = scenario.strategies.findIndex(({ name }) => name === `limited@limit=${limit}`);
  const sums = { good: 0, failed: 0, ended: 0, seconds: 0 };
  const latencies: number[] = [];
  for (let replication = 0; replication < replications; replication++) {
    const outcome = runJob({ scenario, strategyIndex, replication, raw: false }, new Map());
    if (!('output' in outcome)) throw new Error(`limit ${limit} of ${scenario.name}: ${outcome.failure.message}`);
    const { fold, samples } = outcome.output;
    sums.good += fold.goodCompletions;
    sums.failed += fold.requests.failed;
    sums.ended += fold.requests.ok + fold.requests.failed;
    sums.seconds += fold.windowSeconds;
    for (const latency of samples.latencyWithFailures) latencies.push(latency);
  }
  const rank = nearestRank(Float64Array.from(latencies).sort(), 0.95);
  const p95 = rank === null || !Number.isFinite(rank) ? null : round6(rank);
  const errorRate = sums.ended === 0 ? null : round6(sums.failed / sums.ended);
  const { errorRate: mostErrors = 1, 'latency.p95': longest } = scenario.slo;
  const holds = errorRate !== null && errorRate <= mostErrors && (longest === undefined || (p95 !== null && p95 <= longest));
  return { limit, goodputPerSecond: round6(sums.good / sums.seconds), errorRate, p95, holds };
}
