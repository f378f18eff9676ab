import { describe, expect, test } from 'vitest';
import type { Budget } from '../../../harness/strategy/budget/budget.ts';
import type { AttemptClass } from '../../../reports/result/outcome.ts';
import { Luck } from '../../../sim/kernel/random.ts';
import { ask, type BudgetName, budgetOf, drain, end } from './budget-of.ts';

const histories = 10_000;
const steps = 24;
const luck = new Luck(7, 0).stream('budget', 'properties');
const failures: readonly AttemptClass[] = ['capacity', 'rate_limited', 'timeout', 'auth'];

interface Told {
  /** What the budget said, in order. */
  readonly said: unknown[];
  requests: number;
  retries: number;
  spanMs: number;
}

/**
 * A history of requests, some of whose retries are given up before they are sent, with pauses of up to a day. `more` is done
 * before each step.
 */
function live(budget: Budget, history: number, more: (nowMs: number) => void = () => {}): Told {
  const told: Told = { said: [], requests: 0, retries: 0, spanMs: 0 };
  const open: number[] = [];
  let nowMs = 0;
  const stop = (i: number): void => {
    open.splice(i, 1);
    budget.finished?.(nowMs);
  };
  for (let step = 0; step < steps; step++) {
    const draw = (n: number): number => luck.uniform(history, 10 * step + n);
    nowMs += draw(0) < 0.02 ? 86_400_000 * draw(1) : 3000 * draw(1);
    more(nowMs);
    if (open.length === 0 || draw(2) < 0.4) {
      budget.began?.(nowMs);
      told.requests += 1;
      const admitted = budget.admit?.(nowMs, draw(3)) ?? true;
      told.said.push(admitted);
      if (admitted) open.push(0);
      else budget.finished?.(nowMs);
      continue;
    }
    const i = Math.floor(draw(4) * open.length);
    const outcome = draw(5) < 0.3 ? 'ok' : (failures[Math.floor(draw(6) * failures.length)] as AttemptClass);
    end(budget, outcome, open[i], nowMs);
    const taken = outcome === 'ok' ? undefined : ask(budget, outcome, nowMs, draw(7));
    told.said.push(taken);
    if (taken === undefined) stop(i);
    else if (draw(8) < 0.2) {
      if (taken > 0) budget.release(taken);
      stop(i);
    } else {
      open[i] = taken;
      told.retries += 1;
    }
  }
  for (const taken of open.splice(0)) {
    end(budget, 'cancelled', taken, nowMs);
    budget.finished?.(nowMs);
  }
  told.spanMs = nowMs;
  return told;
}

const cases: readonly (readonly [BudgetName, object])[] = [
  ['ratio', { share: 0.3, ttl: '5s', min: '0.4/s' }],
  ['concurrent', { share: 0.5, min: 1 }],
  ['bucket', { size: 3, credit: 0.25 }],
  ['failure-share', { share: 0.6, window: '20s' }],
  ['grpc', { tokens: 4, ratio: 0.4 }],
  ['aws', { tokens: 40 }],
  ['sre', { k: 1.5, window: '20s' }],
];

test.each(cases)('%s: what is taken and given back at once leaves no trace', (name, options) => {
  for (let history = 0; history < histories; history++) {
    const plain = live(budgetOf(name, options), history);
    const budget = budgetOf(name, options);
    // The luckiest attempt is always let through where luck decides, so that it counts for nothing.
    const other = live(budget, history, (nowMs) => {
      const taken = ask(budget, 'capacity', nowMs, 1 - 1e-12);
      if (taken !== undefined && taken > 0) budget.release(taken);
    });
    expect(other.said).toEqual(plain.said);
  }
});

describe('after any history', () => {
  const each = (name: BudgetName, options: object, look: (budget: Budget, told: Told) => void): void => {
    for (let history = 0; history < histories; history++) {
      const budget = budgetOf(name, options);
      look(budget, live(budget, history));
    }
  };

  test('ratio: no more retries than requests and time allow', () =>
    each('ratio', { share: 0.3, ttl: '5s', min: '0.4/s' }, (_, { requests, retries, spanMs }) => {
      // In each ttl: 2 that are always allowed, and 0.3 a request.
      expect(retries).toBeLessThanOrEqual(0.3 * requests + 2 * (Math.floor(spanMs / 5000) + 1));
    }));

  test('ratio: a day later there is the reserve again, and no more', () =>
    each('ratio', { share: 0.3, ttl: '5s', min: '0.4/s' }, (budget, { spanMs }) => {
      expect(drain(budget, 'capacity', spanMs + 86_400_000)).toBe(2);
    }));

  test('concurrent: nothing is left in flight', () =>
    each('concurrent', { share: 0.5, min: 1 }, (budget) => {
      expect(drain(budget)).toBe(1);
    }));

  test('bucket: tokens are from 0 to its size', () =>
    each('bucket', { size: 3, credit: 0.25 }, (budget) => {
      expect(drain(budget)).toBeLessThanOrEqual(2);
      for (let i = 0; i < 20; i++) budget.began?.(0);
      expect(drain(budget)).toBe(2);
    }));

  test('grpc: tokens are from 0 to max', () =>
    each('grpc', { tokens: 4, ratio: 0.4 }, (budget) => {
      for (let i = 0; i < 20; i++) end(budget, 'capacity');
      expect(ask(budget)).toBeUndefined();
      // From 0 it takes six successes to pass 2 again.
      for (let i = 0; i < 5; i++) end(budget, 'ok');
      expect(ask(budget)).toBeUndefined();
      end(budget, 'ok');
      expect(ask(budget)).toBe(0);
      for (let i = 0; i < 20; i++) end(budget, 'ok');
      end(budget, 'capacity');
      expect(ask(budget)).toBe(0); // 3 of 4
      end(budget, 'capacity');
      expect(ask(budget)).toBeUndefined(); // 2 of 4
    }));

  test('aws: tokens are from 0 to 40', () =>
    each('aws', { tokens: 40 }, (budget) => {
      expect(drain(budget, 'rate_limited')).toBeLessThanOrEqual(8);
      for (let i = 0; i < 50; i++) end(budget, 'ok');
      expect(drain(budget, 'rate_limited')).toBe(8);
    }));

  test('failure-share: no retry while more than the share has failed, and a window later there are again', () =>
    each('failure-share', { share: 0.6, window: '20s' }, (budget, { spanMs }) => {
      for (let i = 0; i < 100; i++) end(budget, 'capacity', 0, spanMs);
      expect(ask(budget, 'capacity', spanMs)).toBeUndefined();
      budget.began?.(spanMs + 20_000);
      expect(ask(budget, 'capacity', spanMs + 20_000)).toBe(0);
    }));

  test('sre: two windows later everything is let through', () =>
    each('sre', { k: 1.5, window: '20s' }, (budget, { spanMs }) => {
      expect(budget.admit?.(spanMs + 40_000, 1e-12)).toBe(true);
    }));
});
