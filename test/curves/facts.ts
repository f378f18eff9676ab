import { expect } from 'vitest';
import { compileCurve } from '../../sim/curves/compile.ts';
import { valueAt } from '../../sim/curves/read.ts';
import { micros, scopeOf, written } from './scope-of.ts';

/** A curve as written, a run's start and zone, and the curve's values at chosen times after the start. */
export type Facts = readonly [
  what: string,
  curve: unknown,
  start: string,
  zone: string,
  facts: readonly (readonly [Parameters<typeof micros>[0], number])[],
];

export function expectFacts(...[, curve, start, zone, facts]: Facts): void {
  const steps = compileCurve(written(curve), scopeOf(start, zone));
  for (const [after, value] of facts) expect(valueAt(steps, micros(after)), JSON.stringify(after)).toBeCloseTo(value, 12);
}
