/** What a program that uses at-capacity as a library may rely on. */

export type { Outcome } from '../reports/result/outcome.ts';
export type { Result } from '../reports/result/result.ts';
export { summarise } from '../reports/result/summarise.ts';
export type { Summary } from '../reports/result/summary.ts';
export type { Clock } from '../sim/kernel/clock.ts';
export { after, eventClass } from '../sim/kernel/clock.ts';
export { define, type Plugin } from '../sim/kernel/plugin.ts';
export { InputError, type Problem } from '../sim/kernel/problem.ts';
export type { Attempt, End, Listener, Request, Send, Sent, WireFacts } from '../sim/kernel/transport.ts';
export { count, duration, number, positiveDuration, rate, share } from '../sim/kernel/units.ts';
export { VirtualClock } from '../sim/kernel/virtual-clock.ts';
export { type RealTime, WallClock } from '../sim/kernel/wall-clock.ts';
export { type CreateClientOptions, createClient, type LibraryClient, type RequestResult } from './client/create-client.ts';
export { type SimulateOptions, simulate } from './run/simulate.ts';
export { loadScenario, type ScenarioSource } from './scenario/load.ts';
export type { Breaker, BreakerSample, BreakerScope } from './strategy/breaker/breaker.ts';
export type { Budget, BudgetAsk, BudgetSample } from './strategy/budget/budget.ts';
export type { Classify } from './strategy/classify/classify.ts';
export type { Hedge, HedgeSample } from './strategy/hedge/hedge.ts';
export type { Limit, LimitSample, LimitScope } from './strategy/limit/limit.ts';
export type { Pace, PaceAsk, PaceSample } from './strategy/pace/pace.ts';
export type { NewQueue, Waiter, WaitQueue } from './strategy/queue/queue.ts';
export type { Backoff, Past } from './strategy/retry/retry.ts';
export type { Route, RouteDecision, RoutePast, RouteScope } from './strategy/route/route.ts';
