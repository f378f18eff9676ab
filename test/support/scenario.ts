import { foldReplication, type ReplicationOutput } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import type { LimitSpec, RetrySpec, RouteSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { WorkloadSpec } from '../../harness/workload/spec.ts';
import type { RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import type { FaultSpec, ModelSpec, PoolSpec, ProviderSpec, QuotaSpec, ScriptReply } from '../../sim/provider/spec.ts';

/** Scenarios for tests of the engine: exact times, so no round trip and refusals at once unless a test says otherwise. */

const soft = ['capacity', 'rate_limited', 'server_error', 'connection', 'timeout', 'truncated', 'malformed'] as const;

export function model(changes: Partial<ModelSpec> = {}): ModelSpec {
  return {
    pool: 'big',
    service: 1000,
    firstToken: 500,
    perInputToken: 0,
    tokensPerSecond: 50,
    capacityAs: { status: 1, stream: 0 },
    refuseAfter: 0,
    onCancel: 'release',
    usdPerMillion: { input: 0, output: 0 },
    quality: 1,
    ...changes,
  };
}

/** Exact parts of an answer: first token, then one every `everyMs`, the end one step after the last. */
export function paced(firstMs: number, everyMs: number, changes: Partial<ModelSpec> = {}): ModelSpec {
  return { ...model(changes), service: undefined, firstToken: firstMs, tokensPerSecond: 1000 / everyMs };
}

export function pool(slots: PoolSpec['slots'] = 1, changes: Partial<PoolSpec> = {}): PoolSpec {
  return { slots, queue: { length: 0 }, ...changes };
}

export function quota(changes: Partial<QuotaSpec>): QuotaSpec {
  return { window: 'token-bucket', charge: 'max-tokens', countRefused: { quota: false, capacity: true }, ...changes };
}

export function provider(changes: Partial<ProviderSpec> = {}): ProviderSpec {
  return { dialect: 'openai', network: { rtt: 0 }, pools: { big: pool() }, models: { big: model() }, faults: [], ...changes };
}

/** What happens to the sends of each request to these models, one after the other, and to all later ones. */
export function script(models: readonly string[], replies: readonly ScriptReply[], last: ScriptReply = 'ok'): FaultSpec {
  return { script: { models, per: 'request', replies, ['then' as const]: last } };
}

export function retry(changes: Partial<RetrySpec> = {}): RetrySpec {
  return {
    backoff: { none: {} },
    attempts: 1,
    when: soft,
    hint: { use: 'floor', jitter: 0, max: 60_000, over: 'give-up' },
    ...changes,
  };
}

export function fixedRetry(delay: number, attempts: number, changes: Partial<RetrySpec> = {}): RetrySpec {
  return retry({ backoff: { fixed: delay }, attempts, ...changes });
}

export function route(ordered: readonly string[], changes: Partial<RouteSpec> = {}): RouteSpec {
  return { ordered, order: 'retry-first', on: [...soft, 'quota'], afterFirstToken: 'fail', ...changes };
}

export function limit(count: number, changes: Partial<LimitSpec> = {}): LimitSpec {
  return {
    rule: { fixed: count },
    per: 'client',
    hold: 'attempt',
    queue: { length: 'unlimited', maxWait: 'unlimited', order: 'fifo' },
    ...changes,
  };
}

export function strategy(name: string, changes: Partial<StrategySpec> = {}): StrategySpec {
  return { name, classify: 'by-shape', retry: retry(), route: route(['big']), timeout: {}, ...changes };
}

/** Arrivals at these times, ms. */
export function at(...times: number[]): WorkloadSpec['arrivals'] {
  return { at: times.map((offset) => ({ offset })) };
}

export interface ScenarioParts {
  readonly providers?: Readonly<Record<string, ProviderSpec>>;
  readonly provider?: Partial<ProviderSpec>;
  readonly workload?: Partial<WorkloadSpec>;
  readonly strategies?: readonly StrategySpec[];
  readonly time?: Partial<Scenario['time']>;
  readonly seed?: number;
  readonly replications?: number;
  readonly good?: Scenario['good'];
}

export function scenario(parts: ScenarioParts): Scenario {
  const strategies = parts.strategies ?? [strategy('plain')];
  return {
    name: 'test',
    seed: parts.seed ?? 1,
    replications: parts.replications ?? 1,
    time: { start: '2026-03-02T00:00', zone: 'UTC', length: 60_000, warmUp: 0, drain: 'unlimited', ...parts.time },
    providers: parts.providers ?? { default: provider(parts.provider) },
    workload: { clients: 1, model: 'big', arrivals: at(0), sizes: { input: 10, output: 4 }, stream: true, urgent: 1, ...parts.workload },
    good: parts.good ?? {},
    slo: {},
    baseline: strategies[0]?.name ?? '',
    strategies,
    recommend: { maxAmplification: 1.5, balance: 0.01 },
    modules: [],
    folder: '.',
  };
}

export interface Ran {
  readonly run: Simulation;
  readonly output: ReplicationOutput;
  readonly fold: ReplicationOutput['fold'];
  /** In order of entity. */
  readonly requests: readonly RawRequest[];
  /** In order of sending. */
  readonly attempts: readonly RawAttempt[];
}

/** Runs one strategy in one replication to its end; throws what the engine throws, broken identities included. */
export function runOf(one: Scenario, strategyIndex = 0, replication = 0): Ran {
  const run = new Simulation({ scenario: one, strategyIndex, replication, raw: true }, new Map());
  while (!run.advance(100_000));
  const output = foldReplication(run);
  const { requests = [], attempts = [] } = output.raw ?? {};
  return {
    run,
    output,
    fold: output.fold,
    requests: requests.toSorted((a, b) => a.entity - b.entity),
    attempts: attempts.toSorted((a, b) => a.sentMs - b.sentMs || a.entity - b.entity || a.number - b.number),
  };
}

/** `entity target@sent→ended class` of every attempt, in order of sending; seconds. */
export function story({ attempts }: Ran): string[] {
  const seconds = (ms: number | null): string => (ms === null ? '…' : `${ms / 1000}`);
  return attempts.map((one) => `${one.entity} ${one.target}@${seconds(one.sentMs)}→${seconds(one.endedMs)} ${one.class ?? 'open'}`);
}

/** `entity outcome/gave up latency` of every request; seconds. */
export function ends({ requests }: Ran): string[] {
  return requests.map((one) => {
    const latency = one.latencyMs === null ? '…' : `${one.latencyMs / 1000}`;
    return `${one.entity} ${one.outcome ?? 'open'}/${one.gaveUpBy} ${latency}`;
  });
}
