import { expect, test } from 'vitest';
import { strategySchema } from '../../../harness/strategy/schema.ts';
import { writeStrategy } from '../../../harness/strategy/write.ts';
import { resolved } from '../resolved.ts';

test.each<[unknown, unknown]>([
  [{ ratio: 0.2 }, { rule: { ratio: 0.2 }, per: 'client' }],
  [
    { ratio: { share: 0.1, ttl: '5s', min: '60/m' }, per: 'fleet' },
    { rule: { ratio: { share: 0.1, ttl: 5000, min: 1 } }, per: 'fleet' },
  ],
  [{ concurrent: {} }, { rule: { concurrent: { share: 0.2, min: 3 } }, per: 'client' }],
  [{ bucket: {} }, { rule: { bucket: { size: 5, credit: 0.1, on: 'request' } }, per: 'client' }],
  [{ grpc: {} }, { rule: { grpc: { tokens: 10, ratio: 0.1 } }, per: 'client' }],
  [{ aws: {} }, { rule: { aws: { tokens: 500, cost: 14, perClass: { rate_limited: 5 } } }, per: 'client' }],
  [{ aws: { cost: 5, perClass: { timeout: 10 } } }, { rule: { aws: { tokens: 500, cost: 5, perClass: { timeout: 10 } } }, per: 'client' }],
  [{ 'failure-share': {} }, { rule: { 'failure-share': { share: 0.1 } }, per: 'client' }],
  [{ sre: {} }, { rule: { sre: { k: 2, window: 120_000 } }, per: 'client' }],
  [
    { custom: './b.ts', options: { most: 5 } },
    { rule: { custom: { module: 'file:///home/user/b.ts', options: { most: 5 } } }, per: 'client' },
  ],
])('%j is resolved, and the same when it is written out', (budget, expected) => {
  const spec = resolved({ name: 'x', budget });
  expect(spec.budget).toEqual(expected);
  const again = strategySchema.parse(writeStrategy(spec));
  if (spec.budget?.rule.custom === undefined) expect(resolved(writeStrategy(spec))).toEqual(spec);
  else expect(again.budget).toEqual({ custom: 'file:///home/user/b.ts', options: { most: 5 }, per: 'client' });
});

test.each<[unknown, string]>([
  [{}, 'expected one budget of: ratio, concurrent, bucket, failure-share, grpc, aws, sre, custom; found none'],
  [{ ratio: -1 }, 'expected a number of at least 0'],
  [{ sre: { k: 0.5 } }, 'expected a number of at least 1'],
  [{ grpc: { tokens: 1001 } }, 'expected a number above 0, at most 1000'],
  [{ grpc: { ratio: 0.0001 } }, 'expected a number of at least 0.001'],
  [{ aws: { perClass: { ok: 1 } } }, 'ok'],
])('%j: %s', (budget, message) => {
  const { error } = strategySchema.safeParse({ name: 'x', budget });
  expect(JSON.stringify(error?.issues)).toContain(message);
});
