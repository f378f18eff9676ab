import { stringify } from 'yaml';
import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { headOf } from './code/assemble.ts';
import type { Exporter } from './exporter.ts';
import { missingParts } from './missing.ts';

/** LiteLLM’s names of what a class of ours is. */
const policies: readonly (readonly [string, readonly AttemptClass[]])[] = [
  ['AuthenticationErrorRetries', ['auth']],
  ['BadRequestErrorRetries', ['client_error']],
  ['TimeoutErrorRetries', ['timeout']],
  ['RateLimitErrorRetries', ['rate_limited']],
  ['InternalServerErrorRetries', ['capacity', 'server_error']],
];

/** A configuration of LiteLLM’s proxy. */
export const litellm: Exporter = {
  name: 'litellm',
  summary: 'a config.yaml of the LiteLLM proxy, as near as its settings come, with the differences on top',
  write(strategy) {
    const missing = [...missingParts(strategy).filter((each) => !each.startsWith('limit.')), ...differences(strategy)];
    const head = headOf(strategy, 'A config.yaml of the LiteLLM proxy; put in your models, addresses and keys.', missing, '#');
    return {
      text: `${head}\n\n${stringify(configOf(strategy), { lineWidth: 0, aliasDuplicateObjects: false, blockQuote: false })}`,
      missing,
    };
  },
};

function targetsOf({ route }: StrategySpec): readonly string[] {
  return route.floor === undefined ? route.ordered : [...route.ordered, route.floor];
}

function configOf(strategy: StrategySpec): object {
  const { retry, route, timeout } = strategy;
  const targets = targetsOf(strategy);
  const [first, ...rest] = targets;
  const retries = route.order === 'route-first' && targets.length > 1 ? 0 : retry.attempts - 1;
  const bound = timeout.attempt ?? timeout.headers;
  return {
    model_list: targets.map((target) => ({ model_name: target, litellm_params: paramsOf(target, strategy) })),
    router_settings: {
      num_retries: retries,
      retry_policy: Object.fromEntries(
        policies.map(([name, classes]) => [name, classes.some((one) => retry.when.includes(one)) ? retries : 0]),
      ),
      // Strategies have no cooldown unless they say so, and those that do are listed as missing.
      disable_cooldowns: true,
      ...(bound !== undefined && { timeout: bound / 1000 }),
      ...(timeout.firstToken !== undefined && { stream_timeout: timeout.firstToken / 1000 }),
      ...(first !== undefined && rest.length > 0 && { fallbacks: [{ [first]: rest }], max_fallbacks: rest.length }),
    },
  };
}

function paramsOf(target: string, { limit }: StrategySpec): object {
  const permits = limit?.rule.fixed;
  const slash = target.indexOf('/');
  return {
    model: slash < 0 ? `openai/${target}` : target,
    api_key: 'os.environ/OPENAI_API_KEY',
    ...(typeof permits === 'number' && { max_parallel_requests: permits }),
  };
}

function differences({ retry, route, limit, timeout, classify }: StrategySpec): readonly string[] {
  const several = route.ordered.length > 1;
  return [
    ...(retry.attempts > 1
      ? [
          'retry: waits are LiteLLM’s own: 0.5 s doubling up to 8 s and up to 0.75 s more, or the hint of the provider, up to 60 s, and up to 0.75 s more',
        ]
      : []),
    ...(retry.totalAttempts === undefined
      ? []
      : [`retry.totalAttempts: ${retry.totalAttempts}: nothing bounds the attempts over all models`]),
    ...(retry.totalWait === undefined ? [] : [`retry.totalWait: ${retry.totalWait} ms: nothing bounds the waits together`]),
    ...(several && route.order === 'route-first' ? ['route.order: route-first: every model is asked once, and then no more'] : []),
    ...(several ? ['route.on: LiteLLM goes on to the next model after any failure but one of content or context'] : []),
    ...(route.floor === undefined ? [] : ['route.floor: the floor has as many attempts as the other models']),
    ...limitDifferences(limit),
    ...(timeout.idle === undefined ? [] : ['timeout.idle: nothing bounds silence inside a stream']),
    ...(timeout.attempt === undefined && timeout.headers !== undefined ? ['timeout.headers: bounds the whole attempt'] : []),
    ...(classify === 'by-status' ? [] : ['classify: LiteLLM tells errors apart by their status and the names it knows']),
  ];
}

function limitDifferences(limit: StrategySpec['limit']): readonly string[] {
  if (limit === undefined) return [];
  if (typeof limit.rule.fixed !== 'number') return ['limit: no limit; only a fixed number can be written'];
  return [
    `limit: ${limit.rule.fixed} at once for each model, not for all together`,
    'limit.queue: who waits for a permit waits without a bound, and for no particular turn',
    ...(limit.hold === 'request' ? ['limit.hold: a permit is held by an attempt'] : []),
  ];
}
