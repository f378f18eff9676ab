import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { delayCode } from '../../harness/export/code/delay.ts';
import { exporters } from '../../harness/export/registry.ts';
import { retries } from '../../harness/strategy/retry/registry.ts';
import type { Past } from '../../harness/strategy/retry/retry.ts';
import type { StrategySpec } from '../../harness/strategy/spec.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { createTagged } from '../../sim/kernel/tagged.ts';
import { resolved } from '../strategy/resolved.ts';

/** The generated wait, with this luck. */
function waitOf(spec: StrategySpec, attempt: number, previousMs: number, uniform: number): number {
  const code = delayCode(spec.retry).replace(/function delayOf\(.*\{/, '(function (failure, attempt, previousMs) {');
  const math = Object.create(Math, { random: { value: () => uniform } });
  return new Function('Math', `return ${code.slice(code.indexOf('(function'))})`)(math)({ class: 'capacity' }, attempt, previousMs);
}

describe('waits are those of the strategy, at both ends of luck and between', () => {
  test.each([
    { fixed: '2s' },
    { fixed: { delay: '2s', cap: '1s' } },
    { list: ['1s', '3s'] },
    { list: { delays: ['1s', '3s'], jitter: { scale: [0.5, 1] } } },
    { exponential: { base: '500ms', cap: '8s', jitter: { scale: [0.75, 1] } } },
    { exponential: { base: '1s', factor: 3, jitter: { additive: '250ms' }, round: 'floor' } },
    { exponential: { base: '1s', cap: '20s', jitter: 'decorrelated' } },
    { exponential: { base: '1500ms', jitter: { scale: [1, 2] }, round: 'nearest', cap: '7s' } },
  ])('%j', (retry) => {
    const spec = resolved({ name: 's', retry });
    const backoff = createTagged(retries, spec.retry.backoff, undefined);
    for (const attempt of [1, 2, 3, 9]) {
      for (const previousDelayMs of [0, 1700]) {
        for (const uniform of [0, 0.3, 0.999]) {
          const past = { attempt, totalAttempts: attempt, totalWaitMs: 0, previousDelayMs, outcome: { class: 'capacity', reason: '' } };
          expect(waitOf(spec, attempt, previousDelayMs, uniform)).toBeCloseTo(backoff.delayMs(past as Past, uniform) ?? -1, 6);
        }
      }
    }
  });

  test('a rule that no code has is said to be one', () => {
    const spec = resolved({ name: 's', retry: { polly: {} } });
    for (const { name, write } of Object.values(exporters)) if (name !== 'litellm') expect(() => write(spec)).toThrow(InputError);
  });
});

describe('names of users end no comment, string or line', () => {
  const hostile = 'x\n*/ process.exit(1) // `$' + '{1}` "\u2028';
  const spec = resolved({ name: hostile, retry: { fixed: '1s' }, route: [hostile, 'light'] });
  test.each(Object.values(exporters))('$name', ({ name, write }) => {
    const { text } = write(spec);
    const lines = text.split('\n').filter((line) => line.includes('process.exit'));
    expect(lines.length).toBeGreaterThan(0);
    if (name === 'litellm') {
      expect(parse(text).model_list[0].model_name).toBe(hostile);
      return;
    }
    for (const line of lines) {
      if (!line.startsWith('// ')) expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toContain('process.exit');
    }
    expect(text).not.toContain('\u2028');
  });
});

describe('what is missing is said, on top too', () => {
  const parts = {
    limit: { aimd: { initial: 3 } },
    park: {},
    timeout: { headers: '30s', attempt: '45s', firstToken: '20s', idle: '15s' },
    retry: { fixed: '1s', attempts: 3, totalWait: '9s' },
    route: { ordered: ['big', 'small'], order: 'route-first', floor: 'floor' },
    over: 'openai-node-6',
  } as const;
  const { over: _, ...alone } = parts;
  const keysOf = (missing: readonly string[]): readonly string[] => missing.map((each) => each.split(':', 1)[0] ?? '');

  test.each([
    ['typescript', ['park', 'limit.aimd', 'timeout.headers', 'timeout.firstToken', 'timeout.idle']],
    ['p-retry', ['park', 'limit', 'route.order', 'timeout.headers', 'timeout.firstToken', 'timeout.idle']],
    ['litellm', ['park', 'retry', 'retry.totalWait', 'route.order', 'route.on', 'route.floor', 'limit', 'timeout.idle', 'classify']],
  ] as const)('%s', (target, keys) => {
    const { text, missing } = exporters[target].write(resolved({ name: 's', ...alone }));
    expect(keysOf(missing)).toEqual(keys);
    for (const each of missing) expect(text.split('\n\n', 1)[0]).toContain(each);
  });

  test('nothing, where there is nothing', () => {
    expect(exporters.typescript.write(resolved({ name: 's', retry: { fixed: '1s' }, limit: 5 })).missing).toEqual([]);
  });
});

describe('litellm', () => {
  /** Of litellm.Router and of the proxy's model_list: docs.litellm.ai, router configuration and proxy settings, November 2026. */
  const router = ['num_retries', 'retry_policy', 'disable_cooldowns', 'timeout', 'stream_timeout', 'fallbacks', 'max_fallbacks'];
  const params = ['model', 'api_key', 'max_parallel_requests'];
  const policy = [
    'AuthenticationErrorRetries',
    'BadRequestErrorRetries',
    'TimeoutErrorRetries',
    'RateLimitErrorRetries',
    'InternalServerErrorRetries',
  ];

  test('is a config.yaml with keys that LiteLLM knows', () => {
    const spec = resolved({
      name: 's',
      retry: { fixed: '1s', attempts: 4, when: ['capacity', 'timeout'] },
      route: ['big', 'small', 'floor'],
      limit: 5,
      timeout: { attempt: '45s', firstToken: '20s' },
    });
    const config = parse(exporters.litellm.write(spec).text);
    expect(config).toEqual({
      model_list: ['big', 'small', 'floor'].map((name) => ({
        model_name: name,
        litellm_params: { model: `openai/${name}`, api_key: 'os.environ/OPENAI_API_KEY', max_parallel_requests: 5 },
      })),
      router_settings: {
        num_retries: 3,
        retry_policy: {
          AuthenticationErrorRetries: 0,
          BadRequestErrorRetries: 0,
          TimeoutErrorRetries: 3,
          RateLimitErrorRetries: 0,
          InternalServerErrorRetries: 3,
        },
        disable_cooldowns: true,
        timeout: 45,
        stream_timeout: 20,
        fallbacks: [{ big: ['small', 'floor'] }],
        max_fallbacks: 2,
      },
    });
    expect(Object.keys(config.router_settings)).toEqual(router);
    expect(Object.keys(config.model_list[0].litellm_params)).toEqual(params);
    expect(Object.keys(config.router_settings.retry_policy)).toEqual(policy);
  });
});
