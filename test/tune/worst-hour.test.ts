import { expect, test } from 'vitest';
import type { StrategyFold } from '../../reports/result/fold.ts';
import { worstHourOf } from '../../reports/result/tune/worst-hour.ts';

test('the end of a day that is no whole number of hours is looked at too', () => {
  // Eight hours of five minutes each, and twenty minutes more in which all fails.
  const buckets = 8 * 12 + 4;
  const atEnd = (inside: number, outside: number) => Array.from({ length: buckets }, (_, i) => (i < buckets - 4 ? outside : inside));
  const timeline = { bucketSeconds: 300, offered: atEnd(10, 10), ok: atEnd(0, 10), failed: atEnd(10, 0), freeSlots: atEnd(0, 3) };
  const fold = { timeline, replications: [{ windowSeconds: buckets * 300 }] } as unknown as StrategyFold;
  const worst = worstHourOf(fold, 0.5, (seconds) => `at ${seconds}`);
  // The last hour: 4 of its 12 buckets fail, in the other 8 three slots are free.
  expect(worst).toEqual({ from: 'at 26400', until: 'at 30000', errorRate: 0.333333, freeSlots: 2, margin: 0.166667 });
});
