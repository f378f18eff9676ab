import { expect, test } from 'vitest';
import { perClass } from '../../../harness/strategy/retry/per-class.ts';
import { writeStrategy } from '../../../harness/strategy/write.ts';
import { resolved } from '../resolved.ts';
import { past, ruleOf } from './rule-of.ts';

const written = {
  name: 'x',
  retry: {
    exponential: { base: '50ms', cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' },
    perClass: { rate_limited: { exponential: { base: '1s', cap: '20s' } }, timeout: { none: {} } },
    statuses: [429, '5xx'],
    shouldRetry: 'ignore',
    hint: { jitter: { additive: '750ms' }, above: '5s', zero: 'use-backoff', required: ['rate_limited'] },
  },
};

test('each class has its own wait, and the others the usual one', () => {
  const rule = perClass(resolved(written).retry.perClass, ruleOf('fixed', '50ms'));
  const after = (failure: 'capacity' | 'rate_limited' | 'timeout', attempt: number) =>
    rule.delayMs({ ...past(attempt), outcome: { class: failure, reason: 'test' } }, 0.5);
  expect([after('capacity', 1), after('rate_limited', 1), after('rate_limited', 3), after('timeout', 1)]).toEqual([
    50,
    1000,
    4000,
    undefined,
  ]);
});

test('what is written comes back when a strategy is written out', () => {
  const spec = resolved(written);
  expect(spec.retry).toMatchObject({
    statuses: [429, '5xx'],
    shouldRetry: 'ignore',
    perClass: { rate_limited: { exponential: { base: 1000, cap: 20_000 } }, timeout: { none: {} } },
    hint: { use: 'floor', jitter: { additive: 750 }, above: 5000, zero: 'use-backoff', required: ['rate_limited'] },
  });
  expect(resolved(writeStrategy(spec))).toEqual(spec);
});
