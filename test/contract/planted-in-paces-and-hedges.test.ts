import { describe, expect, test } from 'vitest';
import { delay } from '../../harness/strategy/hedge/delay.ts';
import type { Hedge } from '../../harness/strategy/hedge/hedge.ts';
import type { Pace } from '../../harness/strategy/pace/pace.ts';
import { type TokenBucketOptions, tokenBucket } from '../../harness/strategy/pace/token-bucket.ts';
import { broken, rules } from './broken.ts';

describe('paces with a fault', () => {
  const altered = (change: (pace: Pace) => Partial<Pace>) => ({
    ...tokenBucket,
    create: (options: TokenBucketOptions): Pace => {
      const pace = tokenBucket.create(options, undefined);
      return { ...pace, ...change(pace) };
    },
  });
  test.each([
    ['a turn in the past', altered((pace) => ({ reserve: (ask) => pace.reserve(ask) - 1 }))],
    ['never a turn', altered(() => ({ reserve: () => Number.POSITIVE_INFINITY }))],
    ['no number', altered(() => ({ reserve: () => Number.NaN }))],
    ['places of those who leave are lost', altered(() => ({ release: () => {}, reserve: () => 1e12 }))],
  ])('%s', (_, plugin) => expect(broken('pace', plugin)).toContain(rules.keeps));

  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'pace',
        altered(() => ({})),
      ),
    ).toEqual([]));
});

describe('hedges with a fault', () => {
  const altered = (change: (hedge: Hedge) => Partial<Hedge>) => ({
    ...delay,
    create: (options: number): Hedge => {
      const hedge = delay.create(options, undefined);
      return { ...hedge, ...change(hedge) };
    },
  });
  let asked = 0;
  test.each([
    ['a copy before the send', altered(() => ({ delayMs: () => -1 }))],
    ['no number', altered(() => ({ delayMs: () => Number.NaN }))],
    ['neither yes nor no', altered(() => ({ take: () => undefined as never }))],
    ['asking changes it', altered(() => ({ delayMs: () => asked++ }))],
  ])('%s', (_, plugin) => expect(broken('hedge', plugin)).toContain(rules.keeps));

  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'hedge',
        altered(() => ({})),
      ),
    ).toEqual([]));
});
