import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { Steps } from '../../sim/curves/curve.ts';
import type { Registry } from '../../sim/kernel/plugin.ts';
import { createNamed, createTagged, tagOf } from '../../sim/kernel/tagged.ts';
import type { Adapt } from './adapt/adapt.ts';
import { asItCame, checkFormat } from './adapt/check-format.ts';
import { adapters } from './adapt/registry.ts';
import type { Breaker, BreakerScope } from './breaker/breaker.ts';
import { breakers } from './breaker/registry.ts';
import type { Budget } from './budget/budget.ts';
import { budgets } from './budget/registry.ts';
import type { Classify } from './classify/classify.ts';
import { classifiers } from './classify/registry.ts';
import { createCustom, type Modules } from './custom.ts';
import { guardAdapt } from './guards/adapt.ts';
import { guardBackoff } from './guards/backoff.ts';
import { guardBreaker } from './guards/breaker.ts';
import { guardBudget } from './guards/budget.ts';
import type { Guard } from './guards/call.ts';
import { guardClassify } from './guards/classify.ts';
import { guardHedge } from './guards/hedge.ts';
import { guardLimit } from './guards/limit.ts';
import { guardPace } from './guards/pace.ts';
import { guardQueue } from './guards/queue.ts';
import { guardRoute } from './guards/route.ts';
import { boundedHedge } from './hedge/bounded.ts';
import type { Hedge } from './hedge/hedge.ts';
import { hedges } from './hedge/registry.ts';
import type { Limit, LimitScope } from './limit/limit.ts';
import { limits } from './limit/registry.ts';
import type { Pace } from './pace/pace.ts';
import { paces } from './pace/registry.ts';
import type { NewQueue } from './queue/queue.ts';
import { queues } from './queue/registry.ts';
import { type Decide, decide } from './retry/decide.ts';
import { perClass } from './retry/per-class.ts';
import { retries } from './retry/registry.ts';
import type { Backoff } from './retry/retry.ts';
import { routes } from './route/registry.ts';
import type { Route, RouteScope } from './route/route.ts';
import type { BreakerSpec, CustomSpec, LimitSpec, StrategySpec } from './spec.ts';

export interface PartsScope extends LimitScope {
  readonly modules: Modules;
  /** What callers read of an answer; undefined: any text will do, or this client's is not the one they read. */
  readonly expects?: 'json' | undefined;
  /** What a client underneath another one sends to when it has no route of its own. */
  readonly target?: string | undefined;
}

/**
 * A strategy ready for a client. What is here keeps no state between requests and is shared by all clients of a strategy;
 * limits and queues are made anew for each client, or once with `per: fleet` (`perClient`). `over` is not followed: the
 * client underneath has parts of its own.
 */
export interface Parts {
  readonly classify: Classify;
  readonly backoff: Backoff;
  readonly decide: Decide;
  readonly totalAttempts: number | undefined;
  /** Sum of all waits before sends, ms. */
  readonly totalWait: number | undefined;
  /** Shared by all clients, unless it learns or counts what is sent: then each has one of `newRoute`. */
  readonly route: Route;
  readonly newRoute: () => Route;
  /** Whether a failure of this class goes on to another target. */
  readonly movesOn: (failure: AttemptClass) => boolean;
  readonly afterFirstToken: 'fail' | 'restart';
  /** Bounds on one attempt, ms. */
  readonly timeouts: StrategySpec['timeout'];
  /** Undefined for a strategy without a limit. */
  readonly newLimit: (() => Limit) | undefined;
  /** Undefined for a strategy without one. A breaker is made for each client and target. */
  readonly newBudget: (() => Budget) | undefined;
  readonly budgetPer: 'client' | 'fleet';
  readonly newPace: (() => Pace) | undefined;
  readonly pacePer: 'client' | 'fleet';
  /** One is made for each client and target. */
  readonly newHedge: (() => Hedge) | undefined;
  readonly newBreaker: (() => Breaker) | undefined;
  /** A request for which nothing may be sent waits for the first target that may be sent to; else it fails. */
  readonly waitsForBreakers: boolean;
  readonly newQueue: NewQueue;
  readonly per: LimitSpec['per'];
  readonly hold: 'attempt' | 'request';
  /** Waiters at most; Infinity: unlimited. */
  readonly queueLength: number;
  /** Longest wait for a permit, whole microseconds of the clock; Infinity: unlimited. */
  readonly queueMaxWait: number;
  /** Waits in whole microseconds. Undefined: a request that has used up retries and route fails. */
  readonly park: { readonly length: number; readonly maxWait: number; readonly every: number } | undefined;
}

/** InputError when a module of the user's is no plug-in or refuses its options. */
export function createParts(spec: StrategySpec, scope: PartsScope): Parts {
  const { retry, limit, route, breaker } = spec;
  const usual: Backoff = chosen(retries, retry.backoff, { modules: scope.modules, part: 'retry', guard: guardBackoff }, undefined);
  const backoff = perClass(retry.perClass, usual);
  const moving: ReadonlySet<AttemptClass> = new Set(route.on);
  return {
    classify: createClassify(spec, scope),
    backoff,
    decide: (past, facts, uniform, hintUniform) => decide(retry, backoff, past, facts, uniform, hintUniform),
    totalAttempts: retry.totalAttempts,
    totalWait: retry.totalWait,
    route: createRoute(spec, scope),
    newRoute: () => createRoute(spec, scope),
    movesOn: (failure) => moving.has(failure),
    afterFirstToken: route.afterFirstToken,
    timeouts: spec.timeout,
    newLimit:
      limit && (() => chosen<Limit, LimitScope>(limits, limit.rule, { modules: scope.modules, part: 'limit', guard: guardLimit }, scope)),
    newBudget: makerOfBudget(spec, scope),
    budgetPer: spec.budget?.per ?? 'client',
    newPace: makerOfPace(spec, scope),
    pacePer: spec.pace?.per ?? 'client',
    newHedge: makerOfHedge(spec, scope),
    newBreaker: breaker && (() => createBreaker(breaker, scope)),
    waitsForBreakers: breaker?.whenOpen === 'wait',
    newQueue: createQueue(limit?.queue.order ?? 'fifo', scope),
    per: limit?.per ?? 'client',
    hold: limit?.hold ?? 'attempt',
    queueLength: bound(limit?.queue.length),
    queueMaxWait: Math.round(bound(limit?.queue.maxWait) * 1000),
    park: spec.park && {
      length: bound(spec.park.length),
      maxWait: Math.round(bound(spec.park.maxWait) * 1000),
      every: Math.max(1, Math.round(spec.park.every * 1000)),
    },
  };
}

function createClassify(spec: StrategySpec, { modules, expects }: PartsScope): Classify {
  const opinion = named<Classify>(classifiers, spec.classify, { modules, part: 'classify', guard: guardClassify });
  return expects === undefined ? opinion : checkFormat(opinion, createAdapt(spec, modules) ?? asItCame);
}

/** What is made of answers' texts; undefined for a strategy that takes them as they come. */
export function createAdapt({ adapt }: StrategySpec, modules: Modules): Adapt | undefined {
  return adapt === undefined ? undefined : named<Adapt>(adapters, adapt, { modules, part: 'adapt', guard: guardAdapt });
}

function createQueue(order: LimitSpec['queue']['order'], { modules }: PartsScope): NewQueue {
  const users: Users<NewQueue> = { modules, part: 'queue', guard: guardQueue };
  return typeof order === 'string' ? named(queues, order, users) : chosen<NewQueue, unknown>(queues, order, users, undefined);
}

/** A curve and a circuit for trials: 1 for ever, and the usual one. */
const level: Steps = { atMicros: Float64Array.of(0), value: Float64Array.of(1) };
const trialCircuit: BreakerScope = { open: 30_000, probes: 1, factor: 1, cap: 600_000 };

/**
 * Makes the part that stands under `key` (`retry`, `limit`, `route`, `breaker`, `classify`, `order`) of a user's module once, to see
 * whether it can be made; throws what `createCustom` throws.
 */
export function tryCustom(key: string, custom: CustomSpec, modules: Modules, targets: readonly string[]): void {
  if (key === 'retry') createCustom<Backoff, undefined>(custom, modules, undefined, 'retry', guardBackoff);
  else if (key === 'classify') createCustom<Classify, undefined>(custom, modules, undefined, 'classify', guardClassify);
  else if (key === 'limit') createCustom<Limit, LimitScope>(custom, modules, { curve: () => level }, 'limit', guardLimit);
  else if (key === 'adapt') createCustom<Adapt, undefined>(custom, modules, undefined, 'adapt', guardAdapt);
  else if (key === 'breaker') createCustom<Breaker, BreakerScope>(custom, modules, trialCircuit, 'breaker', guardBreaker);
  else if (key === 'budget') createCustom<Budget, undefined>(custom, modules, undefined, 'budget', guardBudget);
  else if (key === 'pace') createCustom<Pace, undefined>(custom, modules, undefined, 'pace', guardPace);
  else if (key === 'hedge') createCustom<Hedge, undefined>(custom, modules, undefined, 'hedge', guardHedge);
  else if (key === 'order') createCustom<NewQueue, undefined>(custom, modules, undefined, 'queue', guardQueue)();
  else if (key === 'route' && targets.length > 0)
    createCustom<Route, RouteScope>(custom, modules, { targets }, 'route', guardRoute(targets));
}

/** `make` once for each client, or once for all of them. */
export function perClient<T>(per: 'client' | 'fleet', make: () => T): (client: number) => T {
  const made = new Map<number, T>();
  return (client) => {
    const key = per === 'fleet' ? 0 : client;
    let one = made.get(key);
    if (one === undefined) {
      one = make();
      made.set(key, one);
    }
    return one;
  };
}

function createBreaker({ rule, open, probes, factor, cap }: BreakerSpec, { modules }: PartsScope): Breaker {
  return chosen<Breaker, BreakerScope>(breakers, rule, { modules, part: 'breaker', guard: guardBreaker }, { open, probes, factor, cap });
}

function makerOfBudget({ budget }: StrategySpec, { modules }: PartsScope): (() => Budget) | undefined {
  return budget && (() => chosen<Budget, undefined>(budgets, budget.rule, { modules, part: 'budget', guard: guardBudget }, undefined));
}

function makerOfPace({ pace }: StrategySpec, { modules }: PartsScope): (() => Pace) | undefined {
  return pace && (() => chosen<Pace, undefined>(paces, pace.rule, { modules, part: 'pace', guard: guardPace }, undefined));
}

/** `make` once for each target of each client, for each client, or for all of them. */
export function perTarget<T>(per: LimitSpec['per'], make: () => T): (client: number, target: string) => T {
  if (per !== 'target') return perClient(per, make);
  const ofClient = perClient('client', () => new Map<string, T>());
  return (client, target) => {
    const made = ofClient(client);
    const one = made.get(target) ?? make();
    made.set(target, one);
    return one;
  };
}

function makerOfHedge({ hedge }: StrategySpec, { modules }: PartsScope): (() => Hedge) | undefined {
  const users: Users<Hedge> = { modules, part: 'hedge', guard: guardHedge };
  return hedge && (() => boundedHedge(chosen<Hedge, undefined>(hedges, hedge.rule, users, undefined), hedge));
}

function createRoute({ route, name }: StrategySpec, scope: PartsScope): Route {
  const targets = route.ordered.length > 0 || scope.target === undefined ? route.ordered : [scope.target];
  if (targets.length === 0) throw new Error(`strategy ${name} has no route and was told no target`);
  if (route.custom !== undefined)
    return createCustom<Route, RouteScope>(route.custom, scope.modules, { targets }, 'route', guardRoute(targets));
  const { tag, options } = tagOf(routes, route.rule ?? { ordered: {} });
  return createNamed<Route, RouteScope>(routes, tag, { ...(options as object), order: route.order, floor: route.floor }, { targets });
}

/** How a user's module makes a part of one kind. */
interface Users<Part> {
  readonly modules: Modules;
  readonly part: string;
  readonly guard: Guard<Part>;
}

/** The part behind the one tag of a resolved choice, whose options are decoded already; or a user's. */
function chosen<Part, Scope>(
  registry: Registry<Part, Scope>,
  choice: { readonly [tag: string]: unknown },
  users: Users<Part>,
  scope: Scope,
): Part {
  if (choice.custom !== undefined)
    return createCustom<Part, Scope>(choice.custom as CustomSpec, users.modules, scope, users.part, users.guard);
  return createTagged(registry, choice, scope);
}

/** The part of this name with all options left out; or a user's. */
function named<Part>(registry: Registry<Part>, name: string | { readonly custom: CustomSpec }, users: Users<Part>): Part {
  if (typeof name !== 'string') return createCustom<Part, unknown>(name.custom, users.modules, undefined, users.part, users.guard);
  return createNamed(registry, name, registry[name]?.options.parse({}), undefined);
}

function bound(value: number | 'unlimited' | undefined): number {
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}
