import { fileURLToPath } from 'node:url';
import type { CurveScope } from '../../sim/curves/curve.ts';
import { curveSchema } from '../../sim/curves/registry.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import type { CurveSpec } from '../../sim/provider/spec.ts';

const day = 86_400_000;

/** Folder of the CSV files that curves read in tests. */
export const folder = fileURLToPath(new URL('files/', import.meta.url));

/** The scope of a run that starts at this wall time, one week long unless told. */
export function scopeOf(
  start = '2026-03-02T00:00',
  zone = 'UTC',
  rest: { length?: number; seed?: number; replication?: number } = {},
): CurveScope {
  return scopeFor({ start, zone, length: rest.length ?? 7 * day, seed: rest.seed ?? 1, replication: rest.replication ?? 0, folder });
}

/** A curve as written in a file, decoded. */
export function written(curve: unknown): CurveSpec {
  return curveSchema.parse(curve);
}

/** Microseconds of days, hours, minutes and seconds. */
export function micros({ d = 0, h = 0, m = 0, s = 0 }: { d?: number; h?: number; m?: number; s?: number }): number {
  return (((d * 24 + h) * 60 + m) * 60 + s) * 1e6;
}
