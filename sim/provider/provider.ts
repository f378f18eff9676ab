import { calendarOf, dayMs } from '../curves/calendar.ts';
import type { CurveScope, Steps } from '../curves/curve.ts';
import { dialectOf } from '../dialects/registry.ts';
import { probit } from '../kernel/random.ts';
import type { Attempt, Listener, Send, Sent } from '../kernel/transport.ts';
import type { Answer } from './answer.ts';
import { ServedAttempt, type Surroundings } from './attempt.ts';
import { type Counts, zeroCounts } from './counts.ts';
import { compileDistribution, meanOfDistribution } from './distribution.ts';
import { combineFaults, createFaults, type Faults } from './faults/compile.ts';
import type { Fault } from './faults/fault.ts';
import { compileService } from './latency.ts';
import { Model } from './model.ts';
import { Pool } from './pool.ts';
import { loadOver, slotsOver } from './pool-curves.ts';
import type { ProviderScope } from './provider-scope.ts';
import { createQuota, type Quota } from './quota/quota.ts';
import { createQuotaGroup } from './quota/quota-group.ts';
import type { DistributionSpec, PoolSpec, ProviderSpec, QuotaSpec, TenantsSpec } from './spec.ts';
import { Tenants } from './tenants.ts';

/** A simulated provider: pools, models and what it counts. */
export interface Provider {
  readonly counts: Counts;
  readonly pools: ReadonlyMap<string, Pool>;
  readonly models: ReadonlyMap<string, Model>;
  /** As the scenario has them. */
  readonly faults: readonly Fault[];
  /** The transport to one model; undefined when there is no such model. */
  send(model: string): Send | undefined;
  /** The same for a server: `answered` is told what is sent, and when, as soon as that is known. */
  serve(model: string): Serve | undefined;
  /** The same inside the provider: without a round trip, and without the quotas of those who ask from outside. */
  background(model: string): Serve | undefined;
}

/** Starts an attempt whose answer goes onto a wire. */
export type Serve = (attempt: Attempt, listener: Listener, answered: (answer: Answer) => void) => Sent;

/** What stands before the names of a provider among `all`: nothing where it stands alone under the default name. */
export function prefixOf(name: string, all: readonly string[]): string {
  return all.length === 1 && name === 'default' ? '' : `${name}/`;
}

/**
 * Compiles one provider for one run. `prefix` stands before its names in targets and in the keys of its luck. Pools and
 * models are independent of their order in the file.
 */
export function createProvider(prefix: string, spec: ProviderSpec, scope: ProviderScope): Provider {
  const counts = zeroCounts();
  const own = createFaults(spec.faults, { calendar: scope.calendar, pace: scope.pace, spec });
  const faults = own.length === 0 ? undefined : combineFaults(own);
  const pools = new Map(Object.entries(spec.pools).map(([name, pool]) => [name, createPool(prefix + name, name, pool, faults, scope)]));
  const quotaOf = quotas(scope);
  const account = quotaOf(spec.account?.quota);
  const dialect = dialectOf(spec.dialect);
  const models = new Map<string, Model>();
  for (const [name, model] of Object.entries(spec.models)) {
    const group = [...account, ...quotaOf(model.quota)];
    const pool = pools.get(model.pool);
    if (pool === undefined) throw new Error(`model ${name} names no pool`);
    const maxWait = spec.pools[model.pool]?.queue.maxWait;
    models.set(
      name,
      new Model(
        {
          target: prefix + name,
          name,
          spec: model,
          pool,
          quota: group.length === 0 ? undefined : createQuotaGroup(group),
          service: compileService(model),
          errors: dialect.errors(name),
          quotaHeaders: dialect.api.quotaHeaders,
          fault: faults?.of(name),
          noise: scope.luck.stream('attempt', prefix + name),
        },
        maxWait === undefined ? Number.POSITIVE_INFINITY : Math.round(maxWait * 1000),
      ),
    );
  }
  const surroundings: Surroundings = {
    clock: scope.clock,
    half: Math.round((spec.network.rtt * 1000) / 2),
    counts,
    service: scope.luck.stream('service'),
    billed: scope.billed,
  };
  return {
    counts,
    pools,
    models,
    faults: own,
    send(name) {
      const model = models.get(name);
      if (model === undefined) return undefined;
      return (attempt, listener) => new ServedAttempt(surroundings, model, attempt, listener).begin();
    },
    serve(name) {
      const model = models.get(name);
      if (model === undefined) return undefined;
      return (attempt, listener, answered) => new ServedAttempt(surroundings, model, attempt, listener, answered).begin();
    },
    background(name) {
      const model = models.get(name)?.unmetered;
      if (model === undefined) return undefined;
      const inside = { ...surroundings, half: 0 };
      return (attempt, listener, answered) => new ServedAttempt(inside, model, attempt, listener, answered).begin();
    },
  };
}

function quotas(scope: ProviderScope): (spec: QuotaSpec | undefined) => readonly Quota[] {
  return (spec) => (spec === undefined ? [] : [createQuota(spec, { dayEndsMicros: dayEnds(scope.calendar) })]);
}

/** The first 00:00 of the run's zone after `now`, microseconds of the run. */
function dayEnds(scope: CurveScope): (now: number) => number {
  return (now) => {
    const calendar = calendarOf(scope);
    const day = Math.floor(calendar.localAt(now / 1000) / dayMs);
    for (let next = day + 1; ; next++) {
      const at = Math.round(calendar.sinceStart(next * dayMs) * 1000);
      if (at > now) return at;
    }
  };
}

function createPool(key: string, name: string, spec: PoolSpec, faults: Faults | undefined, scope: ProviderScope): Pool {
  const slots = slotsOver(spec.slots, key, scope);
  return new Pool({
    name,
    clock: scope.clock,
    slots,
    queueLength: spec.queue.length === 'unlimited' ? Number.POSITIVE_INFINITY : spec.queue.length,
    queueMaxWait: spec.queue.maxWait === undefined ? Number.POSITIVE_INFINITY : Math.round(spec.queue.maxWait * 1000),
    slowdown: spec.slowdown,
    tenants: spec.otherTenants === undefined ? undefined : createTenants(key, spec.otherTenants, slots, scope),
    tenantsRefused: faults === undefined ? () => false : (now) => faults.tenantsRefused(name, now),
    startsAt: scope.startsAt,
    end: scope.end,
  });
}

function createTenants(pool: string, spec: TenantsSpec, slots: Steps, scope: ProviderScope): Tenants {
  const law = lawOf(spec);
  const hold = compileDistribution(law);
  return new Tenants({
    spec,
    pool,
    load: loadOver(spec.load, spec, pool, scope),
    startsAt: scope.startsAt,
    // A share of the slots the pool has at its best: a curve of slots says what is missing of them.
    nominalSlots: Math.floor(slots.value.reduce((most, value) => Math.max(most, value), 0)),
    meanHold: meanOfDistribution(law) * 1000,
    hold: (u) => hold(u) * 1000,
    luck: scope.luck,
  });
}

/** Standard deviation of the logarithm of log-normal holding times; their coefficient of variation is then 1.31. */
const logNormalSigma = 1;

/** The holding times' law around their mean. */
function lawOf(spec: TenantsSpec): DistributionSpec {
  if (typeof spec.law === 'object') return spec.law;
  if (spec.law === 'constant') return spec.hold;
  if (spec.law === 'exponential') return { exponential: spec.hold };
  const p50 = spec.hold / Math.exp((logNormalSigma * logNormalSigma) / 2);
  return { p50, p99: p50 * Math.exp(logNormalSigma * probit(0.99)) };
}
