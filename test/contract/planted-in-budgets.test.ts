import { describe, expect, test } from 'vitest';
import { bucket } from '../../harness/strategy/budget/bucket.ts';
import type { Budget } from '../../harness/strategy/budget/budget.ts';
import { broken, rules } from './broken.ts';

type Options = Parameters<typeof bucket.create>[0];

const altered = (change: (budget: Budget) => Partial<Budget>) => ({
  ...bucket,
  create: (options: Options): Budget => {
    const budget = bucket.create(options, undefined);
    return { ...budget, ...change(budget) };
  },
});

describe('budgets with a fault', () => {
  test.each([
    ['takes less than nothing', altered(() => ({ take: () => -1 }))],
    ['takes no number', altered(() => ({ take: () => Number.NaN }))],
    ['says neither yes nor no to a first attempt', altered(() => ({ admit: () => 1 as unknown as boolean }))],
  ])('%s', (_, plugin) => expect(broken('budget', plugin)).toContain(rules.keeps));

  test('never reads its options', () =>
    expect(
      broken(
        'budget',
        altered(() => ({ take: () => 1 })),
      ),
    ).toContain(rules.matters));

  test('shares its tokens with others', () => {
    const one = bucket.create({ size: 9000, credit: 0, on: 'request' }, undefined);
    expect(broken('budget', { ...bucket, create: () => one })).toContain(rules.repeats);
  });

  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'budget',
        altered(() => ({})),
      ),
    ).toEqual([]));
});
