import type { AttemptClass } from '../../reports/result/outcome.ts';
import { breakers } from './breaker/registry.ts';
import type { DeferSpec } from './defer/create.ts';
import type { WrittenStrategy } from './schema.ts';
import type {
  BreakerSpec,
  BudgetSpec,
  CodeSpec,
  CustomSpec,
  HedgeSpec,
  HintSpec,
  LimitSpec,
  PaceSpec,
  ParkSpec,
  RetrySpec,
  RouteSpec,
  StrategySpec,
  SubmitPollSpec,
} from './spec.ts';
import type { WrittenBreaker } from './written/breaker.ts';
import type { WrittenBudget } from './written/budget.ts';
import type { WrittenCode } from './written/code.ts';
import type { WrittenHedge } from './written/hedge.ts';
import type { WrittenLimit, WrittenOrder } from './written/limit.ts';
import type { WrittenPace } from './written/pace.ts';
import type { WrittenRetry } from './written/retry.ts';
import { routeNames, routeOptions, type WrittenRoute } from './written/route.ts';

/** What strategies need to know of the scenario around them. */
export interface ResolveScope {
  /** What a strategy without a route sends to. */
  readonly model: string;
  /** What `ordered: ladder` stands for: see `ladderOf`. */
  readonly ladder: readonly string[];
  /** The caller's patience, ms. */
  readonly deadline?: number | undefined;
  /** The file URL of a module named in the file: of a part of ours, and of the user's own client. */
  moduleUrl(path: string): string;
  codeUrl(path: string): string;
}

const softClasses: readonly AttemptClass[] = [
  'capacity',
  'rate_limited',
  'server_error',
  'connection',
  'timeout',
  // Only before the first token: `mayRetry` sees to that.
  'truncated',
  'malformed',
];
const usualAttempts = 3;
const usualHint: HintSpec = { use: 'floor', jitter: 0.2, max: 60_000, over: 'give-up' };
const usualPark: ParkSpec = { length: 100, maxWait: 60_000, every: 5000 };
const usualCircuit = { open: 30_000, probes: 1, factor: 1, cap: 600_000, whenOpen: 'fail' } as const;
const usualCheckpoint = { every: 10, pause: 30_000 };
const usualSubmitPoll: SubmitPollSpec = {
  submit: 5,
  queue: 10_000,
  workers: 8,
  attempts: 'unlimited',
  pause: 1000,
  poll: 1000,
  per: 'client',
};
const longestQueueWait = 20_000;

type Tagged = { readonly [tag: string]: unknown };

/** One strategy with every default filled in. `under`: it stands beneath another client, so without a route it follows that one. */
export function withDefaults(written: WrittenStrategy, name: string, under: boolean, scope: ResolveScope): StrategySpec {
  const { classify = 'by-shape', code, adapt, 'submit-poll': submitPoll } = written;
  const retry = retryOf(written.retry ?? 'none', scope);
  return {
    name,
    classify: typeof classify === 'string' ? classify : { custom: customOf(classify, scope) },
    retry,
    route: routeOf(written.route ?? (under ? [] : [scope.model]), retry.when, scope),
    ...(written.limit !== undefined && { limit: limitOf(written.limit, scope) }),
    ...(written.budget !== undefined && { budget: budgetOf(written.budget, scope) }),
    ...(written.pace !== undefined && { pace: paceOf(written.pace, scope) }),
    ...(written.hedge !== undefined && { hedge: hedgeOf(written.hedge, scope) }),
    ...(written.breaker !== undefined && { breaker: breakerOf(written.breaker, scope) }),
    timeout: { ...written.timeout },
    ...(code !== undefined && { code: codeOf(code, scope) }),
    ...(adapt !== undefined && { adapt: typeof adapt === 'string' ? adapt : { custom: customOf(adapt, scope) } }),
    ...(written.park !== undefined && { park: { ...usualPark, ...written.park } }),
    ...(written.defer !== undefined && { defer: deferOf(written.defer) }),
    ...(written.checkpoint !== undefined && { checkpoint: { ...usualCheckpoint, ...written.checkpoint } }),
    ...(submitPoll !== undefined && { 'submit-poll': { ...usualSubmitPoll, ...submitPoll } }),
  };
}

function retryOf(written: WrittenRetry, scope: ResolveScope): RetrySpec {
  const {
    attempts,
    totalAttempts,
    totalWait,
    when = softClasses,
    statuses,
    perClass,
    shouldRetry,
    hint,
    custom,
    options,
    ...tag
  } = written === 'none' ? noRetry : written;
  return {
    backoff: custom === undefined ? tag : { custom: customOf({ custom, options }, scope) },
    attempts: attempts ?? attemptsOf(tag),
    ...(totalAttempts !== undefined && { totalAttempts }),
    ...(totalWait !== undefined && { totalWait }),
    when,
    ...(statuses !== undefined && { statuses }),
    ...(perClass !== undefined && { perClass }),
    ...(shouldRetry !== undefined && { shouldRetry }),
    hint: { ...usualHint, ...hint },
  };
}

const noRetry: Exclude<WrittenRetry, 'none'> = { none: {} };

function attemptsOf(tag: Tagged): number {
  if (tag.none !== undefined) return 1;
  if (tag.list === undefined) return usualAttempts;
  const delays = Array.isArray(tag.list) ? tag.list : (tag.list as { readonly delays: readonly number[] }).delays;
  return delays.length + 1;
}

function routeOf(written: WrittenRoute, when: readonly AttemptClass[], scope: ResolveScope): RouteSpec {
  const route: Exclude<WrittenRoute, readonly string[]> = isList(written) ? { ordered: [...written] } : written;
  const {
    targets,
    custom,
    options,
    order = 'retry-first',
    floor,
    on = [...when, 'quota'],
    afterFirstToken = 'fail',
  } = { ...noRoute, ...route };
  const name = routeNames.find((each) => route[each] !== undefined) ?? 'ordered';
  const named = route[name];
  const listed = named === 'ladder' ? scope.ladder : (named ?? targets ?? [scope.model]);
  const own = Object.entries(route).filter(([key]) => key !== 'order' && key !== 'floor' && routeOptions.get(key)?.includes(name));
  return {
    ordered: listed,
    ...(name !== 'ordered' && { rule: { [name]: Object.fromEntries(own) } }),
    ...(custom !== undefined && { custom: customOf({ custom, options }, scope) }),
    ...(floor !== undefined && { floor }),
    order,
    on: [...new Set(on)],
    afterFirstToken,
  };
}

const noRoute: Exclude<WrittenRoute, readonly string[]> = {};

function isList(written: WrittenRoute): written is readonly string[] {
  return Array.isArray(written);
}

function limitOf(written: WrittenLimit, scope: ResolveScope): LimitSpec {
  const limit: Exclude<WrittenLimit, number> = typeof written === 'number' ? { fixed: written } : written;
  const { per = 'client', hold = 'attempt', queue = {}, custom, options, ...tag } = limit;
  const { length = 'unlimited', maxWait = Math.min(scope.deadline ?? longestQueueWait, longestQueueWait), order = 'fifo' } = queue;
  return {
    rule: custom === undefined ? tag : { custom: customOf({ custom, options }, scope) },
    per,
    hold,
    queue: { length, maxWait, order: orderOf(order, scope) },
  };
}

function breakerOf(written: WrittenBreaker, scope: ResolveScope): BreakerSpec {
  const { open, probes, factor, cap, whenOpen } = { ...usualCircuit, ...written };
  const tag: Tagged = Object.fromEntries(Object.entries(written).filter(([key]) => Object.hasOwn(breakers, key)));
  const { custom, options } = written;
  return { rule: custom === undefined ? tag : { custom: customOf({ custom, options }, scope) }, open, probes, factor, cap, whenOpen };
}

function budgetOf({ per = 'client', custom, options, ...tag }: WrittenBudget, scope: ResolveScope): BudgetSpec {
  return { rule: custom === undefined ? tag : { custom: customOf({ custom, options }, scope) }, per };
}

function paceOf({ per = 'client', custom, options, ...tag }: WrittenPace, scope: ResolveScope): PaceSpec {
  return { rule: custom === undefined ? tag : { custom: customOf({ custom, options }, scope) }, per };
}

function orderOf(written: WrittenOrder, scope: ResolveScope): LimitSpec['queue']['order'] {
  if (typeof written === 'string') return written;
  const { custom, options, ...tag } = written;
  return custom === undefined ? tag : { custom: customOf({ custom, options }, scope) };
}

const usualHedge = { copies: 1, budget: 0.1 } as const;

function hedgeOf({ copies, budget, custom, options, ...tag }: WrittenHedge, scope: ResolveScope): HedgeSpec {
  const rule = custom === undefined ? tag : { custom: customOf({ custom, options }, scope) };
  return { rule, copies: copies ?? usualHedge.copies, budget: budget ?? usualHedge.budget };
}

function codeOf(written: WrittenCode, scope: ResolveScope): CodeSpec {
  const code = typeof written === 'string' ? { module: written } : written;
  return { ...code, module: scope.codeUrl(code.module) };
}

function customOf(written: { readonly custom: string; readonly options?: unknown }, scope: ResolveScope): CustomSpec {
  const module = scope.moduleUrl(written.custom);
  return written.options === undefined ? { module } : { module, options: written.options };
}

function deferOf({ window, learned }: NonNullable<WrittenStrategy['defer']>): DeferSpec {
  if (window !== undefined) return { window: { days: everyDay, ...window } };
  return { learned: { after: 50, below: 1, ...learned } };
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
