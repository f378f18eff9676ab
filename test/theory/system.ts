import { foldReplication, type ReplicationOutput } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { bucketSeconds } from '../../harness/run/timeline.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { Luck, probit } from '../../sim/kernel/random.ts';

/** Laws of service and of holding times. The squared coefficient of variation is 0, 1, e − 1 and 3. */
export const laws = ['constant', 'exponential', 'lognormal', 'hyperexponential'] as const;
export type Law = (typeof laws)[number];
export const squaredVariation: Readonly<Record<Law, number>> = {
  constant: 0,
  exponential: 1,
  lognormal: Math.E - 1,
  hyperexponential: 3,
};

/** A provider with times to the point: no round trip, refusals at once. */
export interface System {
  readonly slots: number;
  readonly arrivals:
    | { readonly poisson: number }
    | { readonly constant: number }
    | { readonly users: number; readonly thinkSeconds: number };
  readonly service: Law;
  /** Mean; default 1. */
  readonly serviceSeconds?: number;
  /** Places in the provider's queue; default none. */
  readonly queue?: number | 'unlimited';
  /** Load of other tenants, Erlang. */
  readonly tenants?: { readonly load: number; readonly holdSeconds: number; readonly law: Law };
  /** Permits of our own, with a queue without a bound before them. */
  readonly permits?: number;
  /** In the grammar of files; default none. */
  readonly retry?: string;
}

/** How long it is watched, and from when on. */
export interface Watch {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** A law in the grammar of files, with this mean. */
function lawText(law: Law, seconds: number): string {
  const ms = (value: number): string => `${Number((value * 1000).toFixed(6))}ms`;
  // σ of the logarithm is 1, as other tenants have it.
  const p50 = seconds * Math.exp(-0.5);
  switch (law) {
    case 'constant':
      return ms(seconds);
    case 'exponential':
      return `{ exponential: ${ms(seconds)} }`;
    case 'lognormal':
      return `{ p50: ${ms(p50)}, p99: ${ms(p50 * Math.exp(probit(0.99)))} }`;
    case 'hyperexponential':
      return `{ hyperexponential: { means: [${ms(0.5 * seconds)}, ${ms(3 * seconds)}], shares: [0.8, 0.2] } }`;
  }
}

function arrivalsText({ arrivals }: System): string {
  if ('users' in arrivals) return `{ users: { count: ${arrivals.users}, think: ${arrivals.thinkSeconds}s } }`;
  return 'poisson' in arrivals ? `{ poisson: { rate: ${arrivals.poisson}/s } }` : `{ constant: { rate: ${arrivals.constant}/s } }`;
}

function tenantsText({ slots, tenants }: System): string {
  if (tenants === undefined) return '';
  const { load, holdSeconds, law } = tenants;
  const named = law === 'hyperexponential' ? lawText(law, holdSeconds) : law;
  return `, otherTenants: { load: ${load / slots}, hold: ${holdSeconds}s, law: ${named} }`;
}

/** The system as a scenario file. Two tokens' steps halve a service time exactly, so that it is drawn to the microsecond. */
function textOf(system: System, { seconds, warmUpSeconds }: Watch): string {
  const { slots, service, serviceSeconds = 1, queue, permits, retry = 'none' } = system;
  const waiting = queue === undefined ? '' : `, queue: { length: ${queue} }`;
  const limit = permits === undefined ? '' : `, limit: { fixed: ${permits}, queue: { maxWait: unlimited } }`;
  return `
time: { length: ${warmUpSeconds + seconds}s, warmUp: ${warmUpSeconds}s }
provider:
  network: { rtt: 0ms }
  models:
    big: { slots: ${slots}${waiting}${tenantsText(system)}, service: ${lawText(service, serviceSeconds)}, refuseAfter: 0ms }
workload: { arrivals: ${arrivalsText(system)}, sizes: { input: 1, output: 1 } }
strategies: [ { name: own, retry: ${retry}${limit} } ]
`;
}

export async function scenarioOf(system: System, watch: Watch): Promise<Scenario> {
  return (await loadScenario({ text: textOf(system, watch) })).scenario;
}

/** Both spans in whole buckets of the run's timeline, so that its means are those of the watched span alone. */
export function inBuckets({ seconds, warmUpSeconds }: Watch): Watch {
  const bucket = bucketSeconds((seconds + warmUpSeconds) * 1000);
  const whole = (length: number): number => Math.ceil(length / bucket) * bucket;
  const rounded = { seconds: whole(seconds), warmUpSeconds: whole(warmUpSeconds) };
  const fits = bucketSeconds((rounded.seconds + rounded.warmUpSeconds) * 1000) === bucket;
  return fits ? rounded : inBuckets(rounded);
}

/** What one replication showed. */
export interface Seen {
  readonly output: ReplicationOutput;
  /** Mean over time of our attempts in slots and queue, and of free slots, in the watched span. */
  readonly inSystem: number;
  readonly freeSlots: number;
  /** Of the answered requests of the cohort: mean wait for a slot in seconds, and the share that waited. */
  readonly meanWait: number;
  readonly waited: number;
}

/** Runs one replication to its end. Waits are exact to the microsecond: latency less the service time that the luck says. */
export function observe(scenario: Scenario, seed: number, replication: number): Seen {
  const run = new Simulation({ scenario: { ...scenario, seed }, strategyIndex: 0, replication, raw: false }, new Map());
  const waits = { answered: 0, waited: 0, micros: 0 };
  const serviceMicros = serviceOf(scenario, seed, replication);
  const finished = run.recorder.finished.bind(run.recorder);
  run.recorder.finished = (ticket, request) => {
    if (ticket.cohort && request.class === 'ok') {
      const wait = request.endedAt - ticket.arrivedAt - serviceMicros(ticket.entity);
      waits.answered += 1;
      waits.micros += wait;
      if (wait > 0) waits.waited += 1;
    }
    finished(ticket, request);
  };
  while (!run.advance(1_000_000));
  const output = foldReplication(run);
  const { bucketSeconds: bucket, means } = output.timeline;
  const from = scenario.time.warmUp / 1000 / bucket;
  const meanFrom = (column: Float64Array): number => column.subarray(from).reduce((sum, value) => sum + value, 0) / (column.length - from);
  return {
    output,
    inSystem: meanFrom(means.inFlight),
    freeSlots: meanFrom(means.freeSlots),
    meanWait: waits.micros / waits.answered / 1e6,
    waited: waits.waited / waits.answered,
  };
}

/** Service times as they are drawn, for the two laws whose waits are of interest; 0 for the others. */
function serviceOf(scenario: Scenario, seed: number, replication: number): (entity: number) => number {
  const [service] = Object.values(scenario.providers.default?.models ?? {}).map((model) => model.service);
  if (typeof service === 'number') return () => Math.round(service * 1000);
  if (service === undefined || !('exponential' in service)) return () => 0;
  const stream = new Luck(seed, replication).stream('service');
  return (entity) => Math.round(-service.exponential * Math.log1p(-stream.uniform(entity, 0)) * 1000);
}
