import { describe, expect, test } from 'vitest';
import type { LimitScope } from '../../../harness/strategy/limit/limit.ts';
import { limits } from '../../../harness/strategy/limit/registry.ts';
import { compileCurve } from '../../../sim/curves/compile.ts';
import { scopeFor } from '../../../sim/curves/scope.ts';

const calendar = scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: 86_400_000, seed: 1, replication: 0, folder: '.' });
const scope: LimitScope = { curve: (spec) => compileCurve(spec, calendar, 'limit') };
const { fixed, schedule } = limits;

function scheduled(written: unknown) {
  return schedule.create(schedule.options.parse(written), scope);
}

describe('schedule', () => {
  const hour = 3_600_000;
  test.each([
    [0, 5, 10 * hour],
    [10 * hour - 0.001, 5, 10 * hour], // a microsecond before
    [10 * hour, 3, 16 * hour],
    [16 * hour, 5, 34 * hour],
  ])('3 from 10:00 to 16:00, else 5: at %d ms', (nowMs, limit, next) => {
    const part = scheduled({ window: { from: '10:00', to: '16:00', value: 3, outside: 5 } });
    expect(part.current(nowMs)).toBe(limit);
    expect(part.nextChangeMs?.(nowMs)).toBe(next);
  });

  test('whole permits, at least one, and no change announced where none is seen', () => {
    const at = (seconds: number, value: number) => ({ at: `${seconds}s`, value });
    const part = scheduled({ steps: [at(0, 2.9), at(10, 2.1), at(20, 0.4), at(30, 0), at(40, 7)] });
    expect([0, 10, 20, 30, 40].map((seconds) => part.current(seconds * 1000))).toEqual([2, 2, 1, 1, 7]);
    expect([0, 10, 20, 30, 40].map((seconds) => part.nextChangeMs?.(seconds * 1000))).toEqual([20_000, 20_000, 40_000, 40_000, undefined]);
  });

  test('a number is a curve too', () => expect(scheduled(4).current(1e9)).toBe(4));
});

test('fixed stays, whatever happens', () => {
  const part = fixed.create(5, scope);
  part.ended({ nowMs: 1, durationMs: 1, inFlight: 5, verdict: 'failure' });
  expect(part.current(2)).toBe(5);
});
