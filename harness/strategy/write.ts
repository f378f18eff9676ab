import { z } from 'zod';
import { strategySchema, type WrittenStrategy } from './schema.ts';
import type { BreakerSpec, CustomSpec, HintSpec, LimitSpec, RetrySpec, RouteSpec, StrategySpec } from './spec.ts';
import type { WrittenCode } from './written/code.ts';

/** A resolved strategy in the grammar of scenario files, every default written out; reading it again gives the same. */
export function writeStrategy(spec: StrategySpec): unknown {
  return z.encode(strategySchema, written(spec));
}

function written(spec: StrategySpec): WrittenStrategy {
  const { classify, code } = spec;
  if (code !== undefined) return { name: spec.name, code: code.dialect === undefined ? code.module : (code as WrittenCode) };
  return {
    name: spec.name,
    classify: (typeof classify === 'string' ? classify : customOf(classify.custom)) as WrittenStrategy['classify'],
    retry: retryOf(spec.retry),
    ...(spec.limit && { limit: limitOf(spec.limit) }),
    ...(spec.budget && { budget: { ...tagOrCustom(spec.budget.rule), per: spec.budget.per } }),
    ...(spec.pace && { pace: { ...tagOrCustom(spec.pace.rule), per: spec.pace.per } }),
    ...(spec.hedge && { hedge: { ...tagOrCustom(spec.hedge.rule), copies: spec.hedge.copies, budget: spec.hedge.budget } }),
    ...(spec.route.ordered.length > 0 && { route: routeOf(spec.route) }),
    ...(spec.breaker && { breaker: breakerOf(spec.breaker) }),
    ...(Object.keys(spec.timeout).length > 0 && { timeout: { ...spec.timeout } }),
    ...(spec.park && { park: spec.park }),
    ...(spec.defer && { defer: spec.defer as WrittenStrategy['defer'] }),
    ...(spec.checkpoint && { checkpoint: spec.checkpoint }),
    ...(spec['submit-poll'] && { 'submit-poll': spec['submit-poll'] }),
    ...(spec.adapt && { adapt: (typeof spec.adapt === 'string' ? spec.adapt : customOf(spec.adapt.custom)) as WrittenStrategy['adapt'] }),
    ...(spec.over && { over: written(spec.over) }),
  };
}

function retryOf({ backoff, hint, ...rest }: RetrySpec): NonNullable<WrittenStrategy['retry']> {
  return { ...tagOrCustom(backoff), ...(rest as object), when: rest.when as never, hint: hintOf(hint) };
}

type WrittenHint = NonNullable<Exclude<WrittenStrategy['retry'], 'none' | undefined>['hint']>;

/** Without the keys that would change nothing. */
function hintOf({ use, jitter, max, over, above, zero, required }: HintSpec): WrittenHint {
  if (use === 'ignore') return { use };
  return {
    use,
    ...(use !== 'exact' && { jitter }),
    max,
    over,
    ...(use === 'floor' && above !== undefined && { above }),
    ...(zero !== undefined && { zero }),
    ...(required !== undefined && { required: required as never }),
  };
}

function limitOf({ rule, per, hold, queue }: LimitSpec): NonNullable<WrittenStrategy['limit']> {
  const order = typeof queue.order === 'string' ? queue.order : tagOrCustom(queue.order);
  return { ...tagOrCustom(rule), per, hold, queue: { ...queue, order: order as never } };
}

function breakerOf({ rule, ...rest }: BreakerSpec): NonNullable<WrittenStrategy['breaker']> {
  return { ...tagOrCustom(rule), ...rest };
}

function routeOf({
  ordered,
  rule = { ordered: {} },
  custom,
  order,
  floor,
  on,
  afterFirstToken,
}: RouteSpec): NonNullable<WrittenStrategy['route']> {
  const [name = 'ordered'] = Object.keys(rule);
  const way =
    custom === undefined
      ? { [name]: [...ordered], ...rule[name], order, ...(floor !== undefined && { floor }) }
      : { ...customOf(custom), targets: [...ordered] };
  return { ...way, on: on as never, afterFirstToken };
}

function tagOrCustom(choice: { readonly [tag: string]: unknown }): { [tag: string]: unknown } {
  return choice.custom === undefined ? { ...choice } : { ...customOf(choice.custom as CustomSpec) };
}

function customOf({ module, options }: CustomSpec) {
  return options === undefined ? { custom: module } : { custom: module, options };
}
