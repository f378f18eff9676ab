import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDefer } from '../../../harness/strategy/defer/create.ts';
import type { DeferScope } from '../../../harness/strategy/defer/defer.ts';
import { compileCurve } from '../../../sim/curves/compile.ts';
import { scopeFor } from '../../../sim/curves/scope.ts';

const hourMs = 3_600_000;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A run of three days from Monday 08:00. */
function scope(zone = 'UTC'): DeferScope {
  const run = scopeFor({ start: '2026-03-02T08:00', zone, length: 72 * hourMs, seed: 1, replication: 0, folder: '.' });
  return { curve: (spec) => compileCurve(spec, run, 'defer') };
}

const night = { window: { days, from: 0, to: 8 * 60 } };

describe('a window', () => {
  test('holds until it opens, at the place in it that the draw gives', () => {
    const { startMs } = createDefer(night, scope());
    // Monday 08:00 and 20:00; the window of Tuesday opens 16 h after the start and closes at 24 h.
    expect(startMs(0, 0)).toBe(16 * hourMs);
    expect(startMs(12 * hourMs, 0.25)).toBe(18 * hourMs);
    expect(startMs(12 * hourMs, 0.999)).toBeLessThan(24 * hourMs);
  });

  test('holds nothing from its opening on until it closes', () => {
    const { startMs } = createDefer(night, scope());
    expect(startMs(16 * hourMs, 0.5)).toBe(16 * hourMs);
    expect(startMs(24 * hourMs - 1, 0.5)).toBe(24 * hourMs - 1);
    expect(startMs(24 * hourMs, 0.5)).toBe(44 * hourMs);
  });

  test('over midnight, on the days that are named, belongs to the day on which it opens', () => {
    const { startMs } = createDefer({ window: { days: ['tue'], from: 22 * 60, to: 2 * 60 } }, scope());
    // Tuesday 22:00 is 38 h after the start.
    expect(startMs(0, 0)).toBe(38 * hourMs);
    expect(startMs(0, 0.5)).toBe(40 * hourMs);
  });

  test('is one of the wall clock, an hour shorter on the night of the change', () => {
    const run = scopeFor({ start: '2026-03-28T20:00', zone: 'Europe/Berlin', length: 24 * hourMs, seed: 1, replication: 0, folder: '.' });
    const { startMs } = createDefer(night, { curve: (spec) => compileCurve(spec, run, 'defer') });
    // From 00:00 to 08:00 on 29 March are seven hours.
    expect(startMs(0, 0.5)).toBe((4 + 3.5) * hourMs);
  });

  test('never sends earlier than the request came, nor outside of it', () => {
    const { startMs } = createDefer(night, scope());
    fc.assert(
      fc.property(fc.nat(72 * hourMs), fc.double({ min: 0.000001, max: 0.999999, noNaN: true }), (nowMs, uniform) => {
        const at = startMs(nowMs, uniform);
        const hour = (8 + at / hourMs) % 24;
        return at >= nowMs && hour < 8;
      }),
    );
  });
});

describe('learned', () => {
  /** What a day has seen: 20 first attempts in each hour, refused in the hours from 10 to 16. */
  function day(defer: ReturnType<typeof createDefer>, number: number): void {
    for (let hour = number === 0 ? 8 : 0; hour < 24; hour++) {
      for (let i = 0; i < 20; i++)
        defer.ended({ nowMs: (number * 24 + hour - 8) * hourMs + i, refused: hour >= 10 && hour < 16 && i % 4 === 0 });
    }
  }
  const rule = { learned: { below: 0.05, after: 10 } };

  test('holds nothing on the first day, of which nothing is known before it is over', () => {
    const defer = createDefer(rule, scope());
    day(defer, 0);
    expect(defer.startMs(4 * hourMs, 0.5)).toBe(4 * hourMs);
  });

  test('holds in the hours that were refused until the next ones that were not', () => {
    const defer = createDefer(rule, scope());
    day(defer, 0);
    defer.ended({ nowMs: 16 * hourMs, refused: false });
    // Tuesday 11:00; the hours from 16:00 to 24:00 were quiet on Monday, of the early ones nothing is known.
    expect(defer.startMs(27 * hourMs, 0)).toBe(32 * hourMs);
    expect(defer.startMs(27 * hourMs, 0.5)).toBe(36 * hourMs);
    expect(defer.startMs(25 * hourMs, 0.5)).toBe(25 * hourMs);
  });

  test('an hour is not quiet with exactly the share that is the bound', () => {
    const defer = createDefer({ learned: { below: 0.25, after: 10 } }, scope());
    day(defer, 0);
    day(defer, 1);
    expect(defer.startMs(27 * hourMs, 0)).toBe(32 * hourMs);
    const above = createDefer({ learned: { below: 0.26, after: 10 } }, scope());
    day(above, 0);
    day(above, 1);
    expect(above.startMs(27 * hourMs, 0)).toBe(27 * hourMs);
  });

  test('says nothing of hours with fewer attempts than it must have seen', () => {
    const defer = createDefer({ learned: { below: 0.05, after: 21 } }, scope());
    day(defer, 0);
    day(defer, 1);
    expect(defer.startMs(27 * hourMs, 0.5)).toBe(27 * hourMs);
  });
});
