import { expect, test } from 'vitest';
import type { ReplicationFold } from '../../reports/result/fold.ts';
import { broken, type Tried } from '../../reports/result/tune/tried.ts';
import type { Gain } from '../../reports/result/tune/tune-answer.ts';
import { gainOf, type Ran } from '../../reports/result/tune/worth.ts';

/** Ten replications, each with this goodput give or take a hundredth of a percent, and so many of 1,000 first attempts refused. */
function ran(goodput: number, firstRefused: number, more: Partial<Tried> = {}): Ran {
  const goodputs = Array.from({ length: 10 }, (_, i) => goodput * (1 + (i % 2 === 0 ? 1 : -1) * 1e-4));
  const replications = goodputs.map(() => ({ attempts: { firstSent: 1000, firstRefused } })) as unknown as ReplicationFold[];
  return { tried: { ...broken, goodputs, standing: 'met', excess: -1, ...more }, replications };
}

test.each<[string, Ran, Ran | null, Gain | null]>([
  ['2 % more', ran(10.2, 0), ran(10, 0), 'goodput'],
  ['half a percent more is not worth it', ran(10.05, 0), ran(10, 0), null],
  ['more, and a bound that is not shown to be met', ran(12, 0, { standing: 'open' }), ran(10, 0), null],
  ['as much, none refused in the place of 20 %', ran(10, 0), ran(10, 200), 'refusals'],
  ['refusals that are in balance anyhow', ran(10, 0), ran(10, 5), null],
  ['refusals that are brought down and not into balance', ran(10, 50), ran(10, 200), null],
  // 99 of 10,000 are below 1 %, and their interval is not.
  ['refusals of which balance is not shown', ran(10, 9.9), ran(10, 200), null],
  ['refusals in balance for 2 % of goodput', ran(9.8, 0), ran(10, 200), null],
  ['bounds that no one value meets', ran(10, 50), null, 'bounds'],
  ['bounds that it does not meet either', ran(10, 50, { standing: 'open' }), null, null],
  ['no good answer', ran(0, 0), null, null],
])('%s', (_, schedule, constant, gain) => {
  expect(gainOf(schedule, constant, { paired: true, balance: 0.01 })).toBe(gain);
});
