import { describe, expect, test } from 'vitest';
import { blocking, compare, erlangB, erlangC, estimates, waits } from './queues.ts';

describe('the formulas', () => {
  // Exact rationals, evaluated; published in many tables.
  test.each([
    { slots: 2, load: 1, b: 0.2, c: 1 / 3 },
    { slots: 5, load: 4, b: 0.199066874, c: 0.554112554 },
    { slots: 10, load: 9, b: 0.167963226, c: 0.668731524 },
    { slots: 100, load: 95, b: 0.048804206, c: 0.506456854 },
  ])('B and C of $slots slots at $load Erlang', ({ slots, load, b, c }) => {
    expect(erlangB(slots, load)).toBeCloseTo(b, 9);
    expect(erlangC(slots, load)).toBeCloseTo(c, 9);
  });
});

describe('Erlang B: refusals depend on the mean service time alone', () => {
  test.each([
    { slots: 5, load: 4, service: 'exponential' as const },
    { slots: 5, load: 4, service: 'constant' as const },
    { slots: 10, load: 10, service: 'exponential' as const },
    { slots: 10, load: 10, service: 'constant' as const },
  ])('$slots slots, $load Erlang, $service', async ({ slots, load, service }) => {
    const figures = await estimates({ slots, rate: load, service, seconds: 6000 }, blocking);
    const expected = erlangB(slots, load);
    const found = compare(figures, expected);
    expect(found, `${found.value} ± ${found.standardError}, expected ${expected}`).toMatchObject({ holds: true });
  });
});

test('own and other tenants are refused as their sum would be', async () => {
  // 2 Erlang of our own and 0.8 · 10 of others on 10 slots.
  const system = { slots: 10, rate: 2, tenants: 0.8, seconds: 10_000 };
  const expected = erlangB(10, 10);
  const own = compare(await estimates(system, blocking), expected);
  expect(own, `own ${own.value} ± ${own.standardError}, expected ${expected}`).toMatchObject({ holds: true });
  const others = await estimates(system, ({ fold: { provider } }) => provider.modelTenantRefused / provider.modelTenantArrivals);
  const theirs = compare(others, expected);
  expect(theirs, `others ${theirs.value} ± ${theirs.standardError}, expected ${expected}`).toMatchObject({ holds: true });
});

test('Erlang C: the share of requests that wait', async () => {
  const system = { slots: 5, rate: 4, queue: 'unlimited' as const, seconds: 5000 };
  // Less than a microsecond is rounding.
  const waited = (times: readonly number[]) => times.filter((seconds) => seconds > 2e-6).length / times.length;
  const figures = await estimates(system, (output, seed) => waited(waits(output, seed, 100)), true);
  const expected = erlangC(5, 4);
  const found = compare(figures, expected);
  expect(found, `${found.value} ± ${found.standardError}, expected ${expected}`).toMatchObject({ holds: true });
});

test('M/M/1 at 0.8: the mean wait is ρ / (μ − λ) = 4 s', async () => {
  const system = { slots: 1, rate: 0.8, queue: 'unlimited' as const, seconds: 150_000, warmUpSeconds: 1000 };
  // Latency is wait and service; the mean service time is one second.
  const figures = await estimates(system, ({ fold }) => (fold.samples.latencyOk?.mean ?? 0) / 1000 - 1);
  const found = compare(figures, 0.8 / (1 - 0.8));
  expect(found, `${found.value} ± ${found.standardError}, expected 4`).toMatchObject({ holds: true });
});

describe('a wrong model does not pass', () => {
  const right = { slots: 10, rate: 10, seconds: 6000 };
  const expected = erlangB(10, 10);

  test('one slot more', async () => {
    const found = compare(await estimates({ ...right, slots: 11 }, blocking), expected);
    expect(found.holds, `${found.value} ± ${found.standardError}`).toBe(false);
  });

  test('retries counted as arrivals', async () => {
    const figures = await estimates(
      { ...right, retry: '{ fixed: 1s, attempts: 3 }' },
      ({ fold: { attempts } }) => attempts.capacityRefused / attempts.sent,
    );
    const found = compare(figures, expected);
    expect(found.holds, `${found.value} ± ${found.standardError}`).toBe(false);
  });
});
