import { calendarOf, formatWallTime } from '../../curves/calendar.ts';
import { valueAt } from '../../curves/read.ts';
import type { RefusedBy } from '../../provider/answer.ts';
import type { Counts } from '../../provider/counts.ts';
import type { Pool } from '../../provider/pool.ts';
import type { Provider } from '../../provider/provider.ts';
import type { QuotaKind } from '../../provider/quota/quota.ts';
import type { BatchesState } from '../batches/batches.ts';
import { type Sum, sumOf } from '../books.ts';
import type { Target } from '../life.ts';
import { dayNowMs, type World } from '../world.ts';
import { type FaultEntry, faultsOf } from './fault-entry.ts';

/**
 * What `GET /_admin/state` answers, and every event of `GET /_admin/events`. Counts are since the start or the last reset;
 * durations in ms; instants as wall times of the zone, such as `2026-03-02T15:00:07`.
 */
export interface State {
  readonly scenario: { readonly name: string; readonly seed: number };
  /** `now` is the time of the scenario's day; `sinceStartMs` the same, counted from the scenario's start. */
  readonly time: { readonly now: string; readonly zone: string; readonly sinceStartMs: number };
  /** Requests over HTTP. */
  readonly requests: World['books'];
  readonly providers: Readonly<Record<string, ProviderState>>;
  readonly faults: readonly FaultEntry[];
  readonly batches: BatchesState;
  /** Sums that must hold between the counters, each counted on its own. */
  readonly sums: readonly Sum[];
  /** All of them hold. */
  readonly consistent: boolean;
}

export interface ProviderState {
  readonly pools: Readonly<Record<string, PoolState>>;
  readonly models: Readonly<Record<string, ModelState>>;
  readonly counts: Omit<Counts, 'holding'>;
}

export interface PoolState {
  readonly slots: number;
  /** Slots in use: those of our attempts and those of tenants together. */
  readonly busy: number;
  readonly own: number;
  readonly tenants: number;
  /** Attempts and tenants that wait for a slot; how many of them are ours. */
  readonly queue: { readonly waiting: number; readonly own: number };
  /** What tenants offer now, as a share of `nominalSlots`; null where there are none. */
  readonly load: number | null;
  readonly nominalSlots: number;
  readonly tenantArrivals: number;
  readonly tenantRefused: number;
}

export interface ModelState {
  readonly pool: string;
  readonly attempts: number;
  readonly admitted: number;
  readonly refused: Readonly<Record<RefusedBy, number>>;
  readonly billedTokens: { readonly input: number; readonly output: number };
  /** What is left of each limit, and how long until nothing of it is missing. */
  readonly quota: readonly QuotaState[];
}

export interface QuotaState {
  readonly kind: Exclude<QuotaKind, 'concurrent'>;
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

export function stateOf(world: World): State {
  return world.clock.event(() => {
    const { name, seed, calendar, books, providers } = world;
    const now = world.clock.now();
    const dayMs = dayNowMs(world);
    const local = calendarOf(calendar).localAt(dayMs);
    const models = [...new Set(world.targets.values())];
    const sums = [...httpSums(world), ...[...providers].flatMap(([provider, one]) => providerSums(provider, one, now))];
    return {
      scenario: { name, seed },
      time: { now: formatWallTime(Math.floor(local / 1000) * 1000), zone: calendar.zone, sinceStartMs: dayMs },
      requests: { ...books },
      providers: Object.fromEntries([...providers].map(([provider, one]) => [provider, providerState(one, models, now)])),
      faults: faultsOf(world),
      batches: world.batches.state(),
      sums,
      consistent: sums.every(({ holds }) => holds),
    };
  });
}

function providerState(provider: Provider, targets: readonly Target[], now: number): ProviderState {
  const own = targets.filter(({ model }) => provider.models.get(model.name) === model);
  const { holding, ...counts } = provider.counts;
  return {
    pools: Object.fromEntries([...provider.pools].map(([name, pool]) => [name, poolState(pool, now)])),
    models: Object.fromEntries(own.map((target) => [target.model.name, modelState(target, now)])),
    counts,
  };
}

function poolState(pool: Pool, now: number): PoolState {
  pool.observe();
  const { slots, busy, own, waiting, loadSteps, nominalSlots, tenantArrivals, tenantRefused } = pool;
  return {
    slots,
    busy,
    own,
    tenants: busy - own,
    queue: { waiting: waiting.all, own: waiting.own },
    load: loadSteps === undefined ? null : valueAt(loadSteps, now),
    nominalSlots,
    tenantArrivals,
    tenantRefused,
  };
}

function modelState({ model, tally }: Target, now: number): ModelState {
  const quota = model.quota?.remaining(now) ?? [];
  return {
    pool: model.pool.name,
    attempts: tally.attempts,
    admitted: tally.admitted,
    refused: { ...tally.refused },
    billedTokens: { input: tally.inputTokens, output: tally.outputTokens },
    quota: quota.map(({ kind, limit, remaining, resetMicros }) => ({ kind, limit, remaining, resetMs: Math.ceil(resetMicros / 1000) })),
  };
}

/** The connection's side of the books against the provider's. */
function httpSums({ books, providers, batches }: World): readonly Sum[] {
  const { received, uploading, abandoned, rejected, attempts, open, answered, left } = books;
  const { requests, waiting, running, done, sent } = batches.state();
  let reached = 0;
  for (const { counts } of providers.values()) reached += counts.arrived + counts.travelling + counts.lost;
  return [
    sumOf('requests: received = uploading + abandoned + rejected + attempts', received, uploading + abandoned + rejected + attempts),
    sumOf('requests: attempts = open + answered + left', attempts, open + answered + left),
    sumOf('requests and providers: attempts + sent by batches = arrived + on their way + lost', attempts + sent, reached),
    sumOf('batches: requests = waiting + running + done', requests, waiting + running + done),
  ];
}

function providerSums(name: string, { counts, pools }: Provider, now: number): readonly Sum[] {
  const refused = counts.hard + counts.quotaRefused + counts.faulted + counts.capacityRefused + counts.queueExpired + counts.queueCancelled;
  const ended = counts.completed + counts.cutOrFailed + counts.cancelled;
  const all = [...pools.values()];
  const area = all.reduce((sum, pool) => sum + pool.ownArea(), 0);
  const own = all.reduce((sum, pool) => sum + pool.own, 0);
  return [
    sumOf(`${name}: arrived = refused + admitted + queued`, counts.arrived, refused + counts.admitted + counts.queued),
    sumOf(`${name}: admitted = completed + cut or failed + cancelled + in service`, counts.admitted, ended + counts.inService),
    sumOf(`${name}: slots of ours = attempts in service`, own, counts.inService),
    sumOf(`${name}: busy slot time = Σ holding times, µs`, area, counts.holding + counts.inService * now),
  ];
}
