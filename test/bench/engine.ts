import { foldReplication, type ReplicationOutput } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { loadScenario, type ScenarioSource } from '../../harness/scenario/load.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';

/** Requests a second of the bench's queueing model: 8 slots of one second each, 0.875 full. */
export const ratePerSecond = 7;

/** 8 slots, exponential service of 1 s, full-jitter retries up to 5 attempts, every time-out on; no round trip, refusals at once. */
export async function queueModel(requests: number): Promise<Scenario> {
  const text = `
time: { length: ${requests / ratePerSecond}s }
provider: { network: { rtt: 0ms }, models: { big: { slots: 8, service: { exponential: 1s }, refuseAfter: 0ms } } }
workload: { arrivals: { poisson: { rate: ${ratePerSecond}/s } } }
strategies:
  - name: backoff
    retry: { exponential: { base: 1s, jitter: { scale: [0, 1] } }, attempts: 5 }
    timeout: { headers: 30s, attempt: 60s, firstToken: 20s, idle: 15s }
`;
  return (await loadScenario({ text })).scenario;
}

/** The built-in day with so many requests that they come to a million. */
export async function fullDay(): Promise<Scenario> {
  const source: ScenarioSource = {
    file: 'peak-day',
    sets: ['workload.arrivals.trace.speed=3', 'workload.arrivals.trace.shape.mean=11.7/s'],
  };
  return (await loadScenario(source)).scenario;
}

/** One replication of one strategy, records and fold included. */
export function simulateOnce(scenario: Scenario, strategy: string, seed = scenario.seed): ReplicationOutput {
  const strategyIndex = scenario.strategies.findIndex(({ name }) => name === strategy);
  const run = new Simulation({ scenario: { ...scenario, seed }, strategyIndex, replication: 0, raw: false }, new Map());
  while (!run.advance(1_000_000));
  return foldReplication(run);
}
