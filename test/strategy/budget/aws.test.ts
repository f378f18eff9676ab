import { describe, expect, test } from 'vitest';
import { decide } from '../../../harness/strategy/retry/decide.ts';
import { refusal } from '../facts.ts';
import { resolved } from '../resolved.ts';
import { past, ruleOf, waits } from '../retry/rule-of.ts';
import { allowedAfter, ask, budgetOf, drain, end, type Step } from './budget-of.ts';
import { vectors } from './vectors.ts';

const { awsLegacy, awsNew } = vectors;

// The tests of the SDK draw the luck 1. Here a time-out that costs 1 is what tokens are counted with.
describe.each(awsLegacy.cases)('AWS, standard mode before 2026: $name', ({ tokens, attempts, capS, statuses, capacity, delaysS }) => {
  test('capacity, delays and retries', () => {
    const make = () => budgetOf('aws', { tokens, cost: 5, perClass: { timeout: 1 } });
    const rule = ruleOf('exponential', { base: '1s', cap: `${capS}s`, jitter: { scale: [0, 1] } });
    const budget = make();
    const steps: Step[] = [];
    const delays: number[] = [];
    let taken = 0;
    const found = statuses.map((status, i) => {
      const paid = taken;
      const step: Step = (one) => end(one, status === 200 ? 'ok' : 'server_error', paid);
      step(budget);
      steps.push(step);
      const cost = status === 200 || i + 1 === attempts ? undefined : ask(budget, 'server_error');
      if (cost !== undefined) {
        steps.push((one) => void ask(one, 'server_error'));
        delays.push((rule.delayMs(past(i + 1), 1) ?? 0) / 1000);
        taken = cost;
      }
      return allowedAfter(make, steps, (one) => drain(one, 'timeout'));
    });
    expect(found).toEqual(capacity);
    expect(delays).toEqual(delaysS);
  });
});

test('botocore: 50 calls with two retries each empty the bucket, and the 51st has none', () => {
  const budget = budgetOf('aws', { cost: 5, perClass: {} });
  const retriesOf = (): number => {
    let [retries, taken] = [0, 0];
    for (;;) {
      end(budget, 'server_error', taken);
      const cost = retries === 2 ? undefined : ask(budget, 'server_error');
      if (cost === undefined) return retries;
      taken = cost;
      retries += 1;
    }
  };
  expect(Array.from({ length: 51 }, retriesOf)).toEqual([...Array.from({ length: 50 }, () => 2), 0]);
});

describe('AWS, standard mode of 2026', () => {
  const exponential = (base: string) => ({ exponential: { base, cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' } });
  const { retry } = resolved({
    name: 'aws',
    retry: {
      ...exponential('50ms'),
      perClass: { rate_limited: exponential('1s') },
      hint: { jitter: 0, above: '5s', max: '24h', over: 'clamp' },
    },
  });

  test('waits', () => {
    const { delaysS, throttledBaseS, dynamodb } = awsNew;
    expect(waits(ruleOf('exponential', exponential('50ms').exponential), delaysS.length, 1)).toEqual(delaysS.map((s) => 1000 * s));
    expect(waits(ruleOf('exponential', exponential('1s').exponential), 1, 1)).toEqual([1000 * throttledBaseS]);
    expect(waits(ruleOf('exponential', exponential('25ms').exponential), dynamodb.delaysS.length, 1)).toEqual(
      dynamodb.delaysS.map((s) => 1000 * s),
    );
  });

  test.each(awsNew.hints)('x-amz-retry-after of $header: $waitS s', ({ header, waitS }) => {
    const outcome = { class: 'capacity', reason: 'test' } as const;
    const rule = ruleOf('exponential', exponential('50ms').exponential);
    const decision = decide(retry, rule, { ...past(1), outcome }, refusal(503, { retryAfterMs: Number(header) }), 1, 0.5);
    expect(decision).toMatchObject({ waitMs: 1000 * waitS });
  });

  test('costs: 14, 5 after throttling; DynamoDB’s three retries', () => {
    expect([ask(budgetOf('aws', {}), 'server_error'), ask(budgetOf('aws', {}), 'rate_limited')]).toEqual([
      awsNew.cost,
      awsNew.costThrottled,
    ]);
    const capacity = awsNew.dynamodb.capacity.map((_, i) => {
      const budget = budgetOf('aws', { perClass: { timeout: 1 } });
      for (let retry = 0; retry <= i; retry++) ask(budget, 'server_error');
      return drain(budget, 'timeout');
    });
    expect(capacity).toEqual(awsNew.dynamodb.capacity);
  });

  // From 486: a success of that retry, a failure, a success of another call without a retry.
  test.each([
    ['ok', 14, 500],
    ['server_error', 14, 486],
    ['ok', 0, 487],
  ] as const)('%s of an attempt that cost %d: %d', (failure, taken, tokens) => {
    const budget = budgetOf('aws', { perClass: { timeout: 1 } });
    ask(budget, 'server_error');
    end(budget, failure, taken);
    expect(drain(budget, 'timeout')).toBe(tokens);
  });
});
