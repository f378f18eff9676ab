import { describe, expect, test } from 'vitest';
import { slidingSum } from '../../../harness/strategy/budget/sliding-sum.ts';
import { refusedShare } from '../../../harness/strategy/budget/sre.ts';
import { allowedAfter, ask, budgetOf, drain, end, type Step } from './budget-of.ts';
import { vectors } from './vectors.ts';

const { grpc, finagle, sre } = vectors;
test('gRPC: the requests of TestRetryThrottling end with the same codes at the same calls', () => {
  const make = () => budgetOf('grpc', grpc.options);
  const budget = make();
  const steps: Step[] = [];
  const both = (step: Step): void => {
    steps.push(step);
    step(budget);
  };
  let call = 0;
  const found = grpc.requests.map(() => {
    for (let attempt = 1; ; attempt++, call++) {
      const answered = grpc.answered.includes(call);
      both((one) => end(one, answered ? 'ok' : 'capacity'));
      if (answered || attempt === grpc.attempts || ask(budget) === undefined)
        return { code: answered ? 'OK' : 'UNAVAILABLE', last: call++, steps: steps.length };
    }
  });
  expect(found.map(({ code, last }) => ({ code, last }))).toEqual(grpc.requests.map(({ code, last }) => ({ code, last })));
  // Failures that it stands before it refuses say how many tokens there are, rounded up.
  found.forEach((request, i) => {
    const left = allowedAfter(make, steps.slice(0, request.steps), (one) => {
      let failures = 0;
      for (; ask(one) !== undefined; failures++) end(one, 'capacity');
      return failures;
    });
    expect(left).toBe(Math.max(0, Math.ceil((grpc.requests[i]?.tokens ?? 0) - grpc.options.tokens / 2)));
  });
});

describe('Finagle', () => {
  test.each(finagle.cases)('$share of requests, at least $min a second, for $ttlS s: $retries', ({ ttlS, min, share, retries }) => {
    const budget = budgetOf('ratio', { share, ttl: `${ttlS}s`, min: `${min}/s` });
    let found = 0;
    for (let i = 0; i < finagle.requests; i++) {
      budget.began?.(0);
      if (ask(budget) !== undefined) found += 1;
    }
    expect(Math.abs(found - retries)).toBeLessThanOrEqual(finagle.tolerance);
  });

  test('two retries a request: ten thousand deposits are worth twenty thousand', () => {
    const budget = budgetOf('ratio', { share: 2, min: '0/s' });
    for (let i = 0; i < 10_000; i++) budget.began?.(0);
    expect(drain(budget)).toBe(20_000);
  });

  test('ttl is 1 s to 60 s', () => {
    for (const ttl of ['999ms', '61s']) expect(() => budgetOf('ratio', { share: 0.1, ttl })).toThrow('expected a duration from 1s to 60s');
  });

  // WindowedAdderTest: 3 s in 3 slices.
  test('its windows: what was added slides out, slice by slice', () => {
    const sum = slidingSum(3000, 3);
    sum.add(1, 0);
    expect([sum.total(0), sum.total(1000)]).toEqual([1, 1]);
    sum.add(2, 1000);
    expect([sum.total(1000), sum.total(2000), sum.total(3000), sum.total(4000)]).toEqual([3, 3, 2, 0]);
  });

  test('its windows: slices are skipped', () => {
    const sum = slidingSum(3000, 3);
    sum.add(1, 0);
    sum.add(2, 1000);
    sum.add(1, 2000);
    expect([sum.total(2000), sum.total(4000), sum.total(104_000)]).toEqual([4, 1, 0]);
  });
});

describe('client-side throttling', () => {
  test.each(sre.rows)('K $k, $requests requests, $accepts accepted: $refused', ({ k, requests, accepts, refused }) => {
    expect(refusedShare(k, requests, accepts)).toBeCloseTo(refused, 9);
    const admitted = (uniform: number): boolean | undefined => {
      const budget = budgetOf('sre', { k });
      for (let i = 0; i < requests; i++) end(budget, i < accepts ? 'ok' : 'capacity');
      return budget.admit?.(0, uniform);
    };
    expect(admitted(refused + 1e-6)).toBe(true);
    if (refused > 0) expect(admitted(refused - 1e-6)).toBe(false);
  });

  test('what is refused here counts, hard errors got through, and two minutes later all is forgotten', () => {
    const budget = budgetOf('sre', {});
    end(budget, 'capacity');
    expect(budget.admit?.(0, 0.49)).toBe(false); // 1 of 1 lost: p = 1/2; then 2 of 2: p = 2/3
    expect(ask(budget, 'capacity', 0, 0.6)).toBeUndefined(); // 3 of 3: p = 3/4
    end(budget, 'auth');
    end(budget, 'cancelled');
    expect(budget.admit?.(0, 0.41)).toBe(true); // 4, of which 1 got through: p = 2/5
    expect(budget.admit?.(0, 0.39)).toBe(false);
    expect(budget.admit?.(120_000, 1e-9)).toBe(true);
  });
});

// Envoy's RetryBudgetImpl: max(20 % of active requests, 3), whole numbers.
test.each([
  [0, {}, 3],
  [15, {}, 3],
  [19, {}, 3],
  [20, {}, 4],
  [100, {}, 20],
  [100, { share: 0.5, min: 60 }, 60],
  [3, { min: 0 }, 0],
])('Envoy: %d requests under way with %j: %d retries at once', (active, written, expected) => {
  const budget = budgetOf('concurrent', written);
  for (let i = 0; i < active; i++) budget.began?.(0);
  expect(drain(budget)).toBe(expected);
  if (expected === 0) return;
  end(budget, 'capacity', 1);
  expect(drain(budget)).toBe(1);
});

test('Brooker’s bucket: full at first, a tenth of a retry a request, and the last token stays', () => {
  const budget = budgetOf('bucket', {});
  expect(drain(budget)).toBe(4); // 5 → 4 → 3 → 2 → 1
  for (let i = 0; i < 10; i++) budget.began?.(0);
  expect(drain(budget)).toBe(1);
  const other = budgetOf('bucket', { on: 'success' });
  drain(other);
  for (let i = 0; i < 10; i++) other.began?.(0);
  expect(drain(other)).toBe(0);
  for (let i = 0; i < 10; i++) end(other, 'ok');
  expect(drain(other)).toBe(1);
});
