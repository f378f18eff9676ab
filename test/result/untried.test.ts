import { expect, test } from 'vitest';
import type { StrategySummary } from '../../reports/result/summary.ts';
import { untriedFallbacks } from '../../reports/result/untried.ts';

function sentTo(name: string, byTarget: Readonly<Record<string, number>>): StrategySummary {
  return { name, attempts: { byTarget } } as unknown as StrategySummary;
}

const tail = 'this run does not say whether that fallback works; at-capacity validate --drill tries each target alone';

test('fallbacks that no request came to are named, once for all strategies that have them', () => {
  const strategies = [
    sentTo('a', { big: 10, small: 0 }),
    sentTo('b', { big: 3, small: 1 }),
    sentTo('c', { big: 10, small: 0 }),
    sentTo('d', { big: 10, small: 0, floor: 0 }),
    sentTo('only one', { big: 10 }),
    sentTo('asked nothing', { big: 0, small: 0 }),
  ];
  expect(untriedFallbacks(strategies)).toEqual([
    `No request went as far as small (a and c): ${tail}`,
    `No request went as far as small and floor (d): ${tail}`,
  ]);
});
