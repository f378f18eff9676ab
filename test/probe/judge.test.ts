import { describe, expect, test } from 'vitest';
import { judge } from '../../harness/probe/judge.ts';
import { stepOf } from './steps.ts';

describe('the balance point', () => {
  test('is the largest concurrency with a smaller share refused; on the bound is over it', () => {
    const steps = [stepOf(3, 3, 0), stepOf(4, 4, 0.009), stepOf(5, 5, 0.01), stepOf(6, 5, 0.2)];
    expect(judge(steps, 0.01)).toMatchObject({ balancePoint: 4, openAbove: false, limit: 4 });
    expect(judge(steps, 0.25)).toMatchObject({ balancePoint: 6, openAbove: true, limit: 5 });
  });

  test('is none where all are refused too often; then the smallest as good is the guess', () => {
    expect(judge([stepOf(3, 3, 0.1), stepOf(4, 3, 0.3)], 0.01)).toMatchObject({ balancePoint: null, limit: 3 });
  });
});

describe('the best goodput', () => {
  test('and the smallest concurrency within 1 % of it', () => {
    const steps = [stepOf(7, 7.919, 0), stepOf(8, 7.921, 0), stepOf(9, 8, 0), stepOf(10, 7.95, 0)];
    expect(judge(steps, 0.01)).toMatchObject({ best: { concurrency: 9 }, smallestAsGood: 8, limit: 8, balancePoint: 10 });
  });

  test('above the balance point does not move the limit', () => {
    expect(judge([stepOf(3, 3, 0), stepOf(4, 4, 0), stepOf(9, 6, 0.05)], 0.01)).toMatchObject({ smallestAsGood: 9, limit: 4 });
  });
});

describe('the curve of a server that slows down', () => {
  // λ = 1, σ = κ = .02: highest at 7.
  const slowing = [1, 2, 4, 6, 8, 10].map((n) => stepOf(n, n / (1 + 0.02 * (n - 1) + 0.02 * n * (n - 1)), 0));

  test('is through its goodputs', () => {
    expect(judge(slowing, 0.01)?.scalability?.peak).toBeCloseTo(7, 6);
  });

  test('is not one where somebody is refused', () => {
    expect(judge([...slowing, stepOf(12, 3, 0.2)], 0.01)?.scalability).toBeNull();
  });
});

describe('what does not count', () => {
  test('steps that were cut short', () => {
    const cut = stepOf(5, 50, 0, { cutShort: 'requests' });
    expect(judge([stepOf(3, 3, 0), stepOf(4, 4, 0), cut], 0.01)).toMatchObject({ balancePoint: 4, highest: 4, best: { concurrency: 4 } });
    expect(judge([cut], 0.01)).toBeUndefined();
  });

  test('steps without an answer', () => {
    expect(judge([stepOf(3, 0, 1, { answered: 0 })], 0.01)).toBeUndefined();
    expect(judge([], 0.01)).toBeUndefined();
  });
});
