import { calendarOf, formatWallTime } from '../curves/calendar.ts';
import type { Pool } from '../provider/pool.ts';
import type { Provider } from '../provider/provider.ts';
import { type Sum, sumOf } from './books.ts';
import type { Target, World } from './world.ts';

/** What `/_admin/state` answers. Counts are since the start; durations in ms, instants as wall times of the zone. */
export interface State {
  readonly scenario: { readonly name: string; readonly seed: number };
  readonly time: { readonly now: string; readonly zone: string; readonly sinceStartMs: number };
  /** Requests over HTTP. */
  readonly requests: World['books'];
  readonly providers: Readonly<Record<string, object>>;
  /** Sums that must hold between the counters, each counted on its own. */
  readonly sums: readonly Sum[];
  /** All of them hold. */
  readonly consistent: boolean;
}

export function stateOf(world: World): State {
  return world.clock.event(() => {
    const { name, seed, calendar, books, providers } = world;
    const now = world.clock.now();
    const local = calendarOf(calendar).localAt(now / 1000);
    const models = [...new Set(world.targets.values())];
    const sums = [...httpSums(world), ...[...providers].flatMap(([provider, one]) => providerSums(provider, one, now))];
    return {
      scenario: { name, seed },
      time: { now: formatWallTime(Math.floor(local / 1000) * 1000), zone: calendar.zone, sinceStartMs: Math.floor(now / 1000) },
      requests: { ...books },
      providers: Object.fromEntries([...providers].map(([provider, one]) => [provider, providerState(one, models, now)])),
      sums,
      consistent: sums.every(({ holds }) => holds),
    };
  });
}

function providerState(provider: Provider, targets: readonly Target[], now: number): object {
  const own = targets.filter(({ model }) => provider.models.get(model.name) === model);
  const { holding, ...counts } = provider.counts;
  return {
    pools: Object.fromEntries([...provider.pools].map(([name, pool]) => [name, poolState(pool)])),
    models: Object.fromEntries(own.map((target) => [target.model.name, modelState(target, now)])),
    counts,
  };
}

function poolState(pool: Pool): object {
  pool.observe();
  const { slots, busy, own, waiting, tenantArrivals, tenantRefused } = pool;
  return {
    slots,
    busy,
    own,
    tenants: busy - own,
    queue: { waiting: waiting.all, own: waiting.own },
    tenantArrivals,
    tenantRefused,
  };
}

function modelState({ model, tally }: Target, now: number): object {
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
function httpSums({ books, providers }: World): readonly Sum[] {
  const { received, uploading, abandoned, rejected, attempts, open, answered, left } = books;
  let reached = 0;
  for (const { counts } of providers.values()) reached += counts.arrived + counts.travelling + counts.lost;
  return [
    sumOf('requests: received = uploading + abandoned + rejected + attempts', received, uploading + abandoned + rejected + attempts),
    sumOf('requests: attempts = open + answered + left', attempts, open + answered + left),
    sumOf('requests and providers: attempts = arrived + on their way + lost', attempts, reached),
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
