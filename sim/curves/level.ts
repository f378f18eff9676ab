import type { z } from 'zod';
import { number, rate } from '../kernel/units.ts';
import type { CurveSpec } from '../provider/spec.ts';

/** What the values of a curve are written as: a number at least 0, or a rate such as `8/s` (per second inside). */
export type Level = z.ZodType<number, number | string>;

/** Values of curves without a unit: slots, shares, factors. */
export const plainLevel: Level = number(0)
  .describe('Value of the curve')
  .meta({ examples: [0.5, 40] });

/** Values of curves that are rates. */
export const rateLevel: Level = rate.describe('Value of the curve, a rate').meta({ examples: ['8/s', '300/m'] });

/** The schema of a curve inside another one. */
export type NestedCurve = z.ZodType<CurveSpec, unknown>;
