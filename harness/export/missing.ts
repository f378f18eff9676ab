import type { StrategySpec } from '../strategy/spec.ts';

/** Parts of a strategy that no generated code has, and what that means. */
const parts = {
  pace: 'attempts are not spaced out',
  hedge: 'no attempt is sent twice',
  budget: 'retries are not held to a budget',
  breaker: 'targets that fail are asked again and again',
  health: 'targets are asked in their order, whatever their health',
  adapt: 'answers are passed on as they come',
  defer: 'requests that are not urgent are sent at once',
  park: 'a request fails when retries and route are used up',
  'submit-poll': 'callers wait for their answers',
  checkpoint: 'a batch that breaks off begins again',
  over: 'the client underneath is not in here: its own retries multiply these, or are missing',
} as const;

/** What of a strategy generated code leaves out, a sentence each. */
export function missingParts(strategy: StrategySpec): readonly string[] {
  const written = strategy as unknown as Readonly<Record<string, unknown>>;
  const known: readonly string[] = Object.keys(parts);
  return [
    ...Object.entries(parts).flatMap(([key, what]) => (written[key] === undefined ? [] : [`${key}: ${what}`])),
    ...Object.keys(written)
      .filter((key) => written[key] !== undefined && !known.includes(key) && !handled.includes(key))
      .map((key) => `${key}: not in here`),
    ...missingOfRoute(strategy),
    ...missingOfLimit(strategy),
  ];
}

const handled: readonly string[] = ['name', 'classify', 'retry', 'route', 'limit', 'timeout', 'code'];
const routeKeys: readonly string[] = ['ordered', 'floor', 'order', 'on', 'afterFirstToken'];

function missingOfRoute({ route }: StrategySpec): readonly string[] {
  const others = Object.entries(route).filter(([key, value]) => value !== undefined && !routeKeys.includes(key));
  const providers = new Set(route.ordered.map((target) => (target.includes('/') ? target.slice(0, target.indexOf('/')) : '')));
  return [
    ...others.map(([key]) => `route.${key}: targets are asked in their order`),
    ...(providers.size > 1
      ? ['route: targets of several providers need an address and a key each, which are yours to choose by their names']
      : []),
  ];
}

function missingOfLimit({ limit }: StrategySpec): readonly string[] {
  if (limit === undefined) return [];
  const [tag = 'custom'] = Object.keys(limit.rule);
  if (typeof limit.rule.fixed !== 'number') return [`limit.${tag}: no limit; only a fixed number is written`];
  return [
    ...(limit.per === 'client' ? [] : [`limit.per: ${limit.per}: the limit is of one process here, and of all its targets together`]),
    ...(limit.queue.order === 'fifo' ? [] : ['limit.queue.order: first come, first served here']),
  ];
}
