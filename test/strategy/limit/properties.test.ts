import fc from 'fast-check';
import { test } from 'vitest';
import type { LimitSample } from '../../../harness/strategy/limit/limit.ts';
import { limitOf } from './limit-of.ts';

const names = ['aimd', 'vegas', 'gradient2', 'gradient'] as const;

/** Ends of attempts: often at one instant, sometimes after an hour in which this machine slept. */
const ends = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.nat(2000), fc.constant(3_600_000)),
    durationMs: fc.oneof(fc.constant(0), fc.nat(3000), fc.constant(0.001), fc.constant(7_200_000)),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
    verdict: fc.constantFrom('success', 'success', 'success', 'failure', 'neutral'),
  }),
  { maxLength: 24 },
);

const bounds = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(20), fc.nat(100)).map(([min, more, most]) => ({
  min,
  initial: min + more,
  max: min + more + most,
}));

const more: Readonly<Record<(typeof names)[number], fc.Arbitrary<object>>> = {
  aimd: fc.record({
    increase: fc.constantFrom(0, 0.1, 1, 5),
    decrease: fc.constantFrom(0.01, 0.5, 0.99),
    step: fc.constantFrom('round-trip', 'attempt'),
    slow: fc.constantFrom(undefined, '1s'),
  }),
  vegas: fc.record({
    alpha: fc.constantFrom(0, 3),
    beta: fc.constantFrom(0, 6, 50),
    smoothing: fc.constantFrom(0.1, 1),
    probe: fc.constantFrom(1, 30),
    decrease: fc.constantFrom(undefined, 0.01),
  }),
  gradient2: fc.record({
    smoothing: fc.constantFrom(0.2, 1),
    queue: fc.constantFrom(0, 4, 50),
    window: fc.constantFrom(1, 600),
    tolerance: fc.constantFrom(1, 1.5),
    decrease: fc.constantFrom(0.01, 0.9, 1),
  }),
  gradient: fc.record({
    window: fc.constantFrom('1ms', '1s', '10s'),
    remeasure: fc.constantFrom('1s', '10m'),
    samples: fc.constantFrom(1, 3),
    percentile: fc.constantFrom(0.01, 0.5, 1),
    buffer: fc.constantFrom(0, 0.25),
    decrease: fc.constantFrom(0.01, 0.9, 1),
  }),
};

test.each(names)('%s stays a whole number within its bounds, and never grows into room that nobody uses', (name) => {
  fc.assert(
    fc.property(bounds, more[name], ends, fc.boolean(), (between, options, steps, idle) => {
      const { initial, max } = between;
      // One in flight of three or more is less than half of them.
      const min = idle ? Math.min(Math.max(3, between.min), initial) : between.min;
      fc.pre(!idle || min >= 3);
      const part = limitOf(name, { ...between, min, ...options });
      let nowMs = 0;
      for (const { afterMs, durationMs, used, verdict } of steps) {
        nowMs += afterMs;
        const before = part.current(nowMs);
        const inFlight = idle ? 1 : Math.max(1, Math.round(used * before));
        part.ended({ nowMs, durationMs, inFlight, verdict } as LimitSample);
        const after = part.current(nowMs);
        // `expect` would take longer than the histories.
        if (!(Number.isInteger(after) && after >= Math.max(1, min) && after <= (idle ? initial : max)))
          throw new Error(`${before} → ${after}`);
      }
    }),
    { numRuns: 10_000 },
  );
});
