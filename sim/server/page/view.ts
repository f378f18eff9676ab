import { prefixOf } from '../../provider/provider.ts';
import type { ModelState, PoolState } from '../admin/state.ts';
import type { FaultsAt } from './faults-at.ts';
import type { ModelNow } from './models-now.ts';
import { earlier, minuteMs, type Snapshot } from './recent.ts';
import { freeSlots, roomOf } from './room.ts';

/** Rates are means over so much of the past, ms. */
const rateMs = 5000;

/** What the page shows: pools in the order of the scenario, and the models pool by pool. */
export interface View {
  readonly pools: readonly PoolView[];
  readonly models: readonly ModelView[];
}

export interface PoolView extends Pick<PoolState, 'slots' | 'busy' | 'own' | 'tenants' | 'queue'> {
  readonly name: string;
  /** Slots in which nothing runs. */
  readonly free: number;
  /** Whether anybody else uses it. */
  readonly shared: boolean;
  /** Other callers who were refused. */
  readonly othersRefused: Refused;
  /** Slots in use over the last minute, oldest first. */
  readonly past: readonly Point[];
  readonly models: readonly ModelView[];
}

/** How full a pool was: 1 is full. */
export interface Point {
  readonly secondsAgo: number;
  readonly share: number;
}

export interface ModelView extends ModelNow, Pick<ModelState, 'pool' | 'attempts' | 'admitted' | 'refused' | 'quota'> {
  /** Means over five seconds. */
  readonly attemptsPerSecond: number;
  readonly admittedPerSecond: number;
  readonly allRefused: Refused;
  /** Kinds of faults that touch it now. */
  readonly faults: readonly string[];
}

export interface Refused {
  readonly lastMinute: number;
  readonly sinceStart: number;
}

export interface ViewOptions {
  readonly now: Snapshot;
  /** Of the minute before it. */
  readonly past: readonly Snapshot[];
  /** What touches a model now, by the names that the state has. */
  readonly faults: (provider: string, model: string) => FaultsAt;
}

export function viewOf(options: ViewOptions): View {
  const { providers } = options.now.state;
  const pools = Object.keys(providers).flatMap((provider) => poolsOf(provider, options));
  return { pools, models: pools.flatMap(({ models }) => models) };
}

function poolsOf(provider: string, options: ViewOptions): readonly PoolView[] {
  const { now, past } = options;
  const { pools = {} } = now.state.providers[provider] ?? {};
  const prefix = prefixOf(provider, Object.keys(now.state.providers));
  const models = modelsOf(provider, prefix, options);
  const minute = earlier(past, now, minuteMs).state.providers[provider]?.pools;
  return Object.entries(pools).map(([name, pool]) => ({
    ...pool,
    name: prefix + name,
    free: freeSlots(pool),
    shared: pool.load !== null,
    othersRefused: refused(pool.tenantRefused, minute?.[name]?.tenantRefused ?? 0),
    past: [...past, now].flatMap(({ atMs, state }) => {
      const then = state.providers[provider]?.pools[name];
      return then === undefined ? [] : [{ secondsAgo: (now.atMs - atMs) / 1000, share: shareOf(then) }];
    }),
    models: models.filter((model) => model.pool === name),
  }));
}

function modelsOf(provider: string, prefix: string, { now, past, faults }: ViewOptions): readonly ModelView[] {
  const lately = earlier(past, now, rateMs);
  const minute = earlier(past, now, minuteMs);
  const seconds = (now.atMs - lately.atMs) / 1000;
  const { models = {}, pools = {} } = now.state.providers[provider] ?? {};
  return Object.entries(models).flatMap(([name, model]) => {
    const pool = pools[model.pool];
    if (pool === undefined) return [];
    const then = lately.state.providers[provider]?.models[name];
    const earlier = minute.state.providers[provider]?.models[name];
    const rate = (count: number, before = 0): number => (seconds > 0 ? (count - before) / seconds : 0);
    const { kinds, refuseAll } = faults(provider, name);
    return {
      ...model,
      ...roomOf(model, pool, refuseAll),
      faults: kinds,
      name: prefix + name,
      attemptsPerSecond: rate(model.attempts, then?.attempts),
      admittedPerSecond: rate(model.admitted, then?.admitted),
      allRefused: refused(total(model), earlier === undefined ? 0 : total(earlier)),
    };
  });
}

function refused(sinceStart: number, before: number): Refused {
  return { sinceStart, lastMinute: sinceStart - before };
}

function total({ refused }: ModelState): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0);
}

function shareOf({ busy, slots }: PoolState): number {
  return slots === 0 ? Number(busy > 0) : Math.min(1, busy / slots);
}
