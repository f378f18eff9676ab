import { mean, sampleStandardDeviation } from 'simple-statistics';
import { foldReplication, type ReplicationOutput } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { Luck } from '../../sim/kernel/random.ts';

/** Blocking of M/G/c/c by the recursion B(0) = 1, B(k) = a·B(k − 1) / (k + a·B(k − 1)) (Erlang 1917). */
export function erlangB(slots: number, load: number): number {
  let blocking = 1;
  for (let k = 1; k <= slots; k++) blocking = (load * blocking) / (k + load * blocking);
  return blocking;
}

/** Probability of waiting in M/M/c: c·B / (c − a·(1 − B)). */
export function erlangC(slots: number, load: number): number {
  const blocking = erlangB(slots, load);
  return (slots * blocking) / (slots - load * (1 - blocking));
}

/** A provider with times to the point: no round trip, refusals at once. Service and arrivals in the grammar of files. */
export interface System {
  readonly slots: number;
  /** Own arrivals a second; the mean service time is one second. */
  readonly rate: number;
  readonly service?: 'exponential' | 'constant';
  readonly queue?: 'unlimited';
  /** Load of other tenants as a share of the slots, each holding one second. */
  readonly tenants?: number;
  readonly retry?: string;
  readonly seconds: number;
  readonly warmUpSeconds?: number;
}

function textOf(system: System): string {
  const service = system.service === 'constant' ? '1s' : '{ exponential: 1s }';
  const tenants = system.tenants === undefined ? '' : `, otherTenants: { load: ${system.tenants}, hold: 1s }`;
  const queue = system.queue === undefined ? '' : `, queue: { length: ${system.queue} }`;
  return `
time: { length: ${system.seconds + (system.warmUpSeconds ?? 100)}s, warmUp: ${system.warmUpSeconds ?? 100}s }
provider:
  network: { rtt: 0ms }
  models: { big: { slots: ${system.slots}${queue}${tenants}, service: ${service}, refuseAfter: 0ms } }
workload: { arrivals: { poisson: { rate: ${system.rate}/s } } }
strategies: [ { name: own, retry: ${system.retry ?? 'none'} } ]
`;
}

export const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

/** One figure a seed, seeds 1 to 20. */
export async function estimates(system: System, of: (output: ReplicationOutput, seed: number) => number, raw = false): Promise<number[]> {
  const { scenario } = await loadScenario({ text: textOf(system) });
  return seeds.map((seed) => {
    const run = new Simulation({ scenario: { ...scenario, seed }, strategyIndex: 0, replication: 0, raw }, new Map());
    while (!run.advance(1_000_000));
    return of(foldReplication(run), seed);
  });
}

/** Refused requests over requests. */
export const blocking = ({ fold }: ReplicationOutput): number => fold.requests.failed / fold.requests.offered;

/** Waiting time of every request of the cohort, seconds: latency less the service time that its luck says. */
export function waits({ raw, fold }: ReplicationOutput, seed: number, warmUpSeconds: number): number[] {
  const service = new Luck(seed, 0).stream('service');
  const times: number[] = [];
  for (const { entity, arrivedMs, latencyMs } of raw?.requests ?? []) {
    if (arrivedMs < warmUpSeconds * 1000) continue;
    times.push((latencyMs ?? 0) / 1000 + Math.log1p(-service.uniform(entity, 0)));
  }
  if (times.length !== fold.requests.offered) throw new Error('every request of the cohort has a row');
  return times;
}

export interface Agreement {
  readonly value: number;
  readonly standardError: number;
  /** |error| ≤ 3 SE, and 3 SE is at most 3 % of the expected value. */
  readonly holds: boolean;
}

export function compare(figures: readonly number[], expected: number): Agreement {
  const value = mean([...figures]);
  const standardError = sampleStandardDeviation([...figures]) / Math.sqrt(figures.length);
  const sharp = 3 * standardError <= 0.03 * expected;
  return { value, standardError, holds: sharp && Math.abs(value - expected) <= 3 * standardError };
}
