import { describe, expect, test } from 'vitest';
import { quick } from '../../harness/scenario/quick.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';

const hour = 3_600_000;

function cut(start: string, hours: number, warmUp = 0) {
  const time = { start, zone: 'UTC', length: hours * hour, warmUp, drain: 'unlimited' as const };
  return quick({ replications: 5, time } as Scenario);
}

describe('--quick', () => {
  test.each([
    // start, hours, cut start, cut hours
    ['2026-03-02T00:00', 24, '2026-03-02T10:00', 6],
    ['2026-03-02T10:00', 6, '2026-03-02T10:00', 6],
    ['2026-03-02T09:30', 168, '2026-03-02T10:00', 6],
    ['2026-03-02T12:00', 24, '2026-03-02T12:00', 24], // ends at noon of the next day: no whole 10 to 16 in it
    ['2026-03-02T12:00', 48, '2026-03-03T10:00', 6],
    ['2026-03-02T00:00', 1, '2026-03-02T00:00', 1],
    ['2026-12-31T22:00', 24, '2027-01-01T10:00', 6],
  ])('%s for %i h runs from %s for %i h', (start, hours, cutStart, cutHours) => {
    const { time, replications } = cut(start, hours);
    expect([time.start, time.length / hour]).toEqual([cutStart, cutHours]);
    expect(replications).toBe(1);
  });

  test('a warm-up leaves at least half of what is run', () => {
    expect(cut('2026-03-02T00:00', 24, 8 * hour).time.warmUp).toBe(3 * hour);
    expect(cut('2026-03-02T00:00', 24, hour).time.warmUp).toBe(hour);
  });
});
