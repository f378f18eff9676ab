import { describe, expect, test } from 'vitest';
import { createParts } from '../../../harness/strategy/create.ts';
import type { CustomSpec } from '../../../harness/strategy/spec.ts';
import { strategy } from '../../support/scenario.ts';

const custom: CustomSpec = { module: 'file:///home/user/my-budget.ts' };
const whole = { take: () => 1, release: () => {}, ended: () => {} };

/** A budget of a user whose `create` makes this. */
function budgetFrom(part: unknown) {
  const options = { safeParse: (data: unknown) => ({ success: true, data }) };
  const modules = new Map([[custom.module, { name: 'mine', summary: '', options, examples: [], create: () => part }]]);
  const { newBudget } = createParts(strategy('s', { budget: { rule: { custom }, per: 'client' } }), {
    modules,
    curve: () => ({ atMicros: Float64Array.of(0), value: Float64Array.of(1) }),
  });
  if (newBudget === undefined) throw new Error('no budget was made');
  return newBudget();
}

const ask = { nowMs: 0, outcome: { class: 'capacity', reason: 'test' }, uniform: 0.5 } as const;

describe('a budget of the user’s', () => {
  test('says what it says', () => {
    const told: unknown[] = [];
    const budget = budgetFrom({
      ...whole,
      began: (nowMs: number) => told.push(['began', nowMs]),
      finished: (nowMs: number) => told.push(['finished', nowMs]),
      admit: (_: number, uniform: number) => uniform > 0.5,
      release: (taken: number) => told.push(['release', taken]),
    });
    budget.began?.(5);
    budget.finished?.(6);
    budget.release(1);
    expect([budget.take(ask), budget.admit?.(0, 0.4), budget.admit?.(0, 0.6)]).toEqual([1, false, true]);
    expect(told).toEqual([
      ['began', 5],
      ['finished', 6],
      ['release', 1],
    ]);
  });

  test('may leave out all but take, release and ended', () => {
    const budget = budgetFrom(whole);
    expect([budget.began, budget.finished, budget.admit]).toEqual([undefined, undefined, undefined]);
    expect(() => budgetFrom({ take: () => 1, release: () => {} })).toThrow(
      'budget my-budget.ts: expected create to return an object with ended(), found {}',
    );
  });

  test.each<[unknown, string]>([
    [-1, '-1'],
    [Number.NaN, '.nan'],
    [true, 'true'],
    ['1', '"1"'],
  ])('may not take %s', (taken, found) => {
    expect(() => budgetFrom({ ...whole, take: () => taken }).take(ask)).toThrow(
      `budget my-budget.ts: expected take to return a finite number from 0 up, or undefined, found ${found}`,
    );
  });

  test('may not answer admit with anything but yes and no, nor change what it is told', () => {
    expect(() => budgetFrom({ ...whole, admit: () => 1 }).admit?.(0, 0.5)).toThrow(
      'budget my-budget.ts: expected admit to return true or false, found 1',
    );
    const change = (told: { nowMs: number }) => {
      told.nowMs = 1;
      return 1;
    };
    expect(() => budgetFrom({ ...whole, take: change }).take(ask)).toThrow(
      'this module threw TypeError: Cannot assign to read only property',
    );
  });
});
