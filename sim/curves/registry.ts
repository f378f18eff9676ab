import { z } from 'zod';
import type { Registry } from '../kernel/plugin.ts';
import { exactlyOne } from '../kernel/tagged.ts';
import { formatRate } from '../kernel/units.ts';
import type { CurveSpec } from '../provider/spec.ts';
import { constant } from './constant.ts';
import type { Curve, PartScope } from './curve.ts';
import { file } from './file.ts';
import { hours } from './hours.ts';
import { type Level, type NestedCurve, plainLevel, rateLevel } from './level.ts';
import { boundsProblem, named, namedShape } from './named.ts';
import { noise } from './noise.ts';
import { product } from './product.ts';
import { spike } from './spike.ts';
import { steps } from './steps.ts';
import { sum } from './sum.ts';
import { window } from './window.ts';

type Written = (value: number) => unknown;

/** All curves; `factor` are curves without a unit. */
function curvesOf(level: Level, written: Written, curve: NestedCurve, factor: NestedCurve) {
  return {
    constant: constant(level, written),
    hours: hours(level, written),
    curve: named(level, written),
    spike: spike(level, written),
    window: window(level, written),
    steps: steps(level, written),
    file,
    sum: sum(curve, written),
    product: product(curve, factor, written),
    noise,
  } satisfies Registry<Curve, PartScope>;
}

/** A number (or rate), or one tagged curve; `low` and `high` stand beside `curve`. */
function schemaOf(level: Level, written: Written, plugins: Registry<Curve, PartScope>): NestedCurve {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, plugin] of Object.entries(plugins)) shape[name] = (plugin.options as z.ZodType).optional();
  const object = z.strictObject({ ...shape, ...namedShape(level, written), curve: namedShape(level, written).curve.optional() });
  const one = exactlyOne('curve', Object.keys(plugins), object).check((context) => {
    const message = boundsProblem(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  });
  const examples = [{ curve: 'office-hours', low: written(0.45), high: written(0.92) }];
  return z.union([level, one.describe('One curve by its name').meta({ examples })]) as NestedCurve;
}

const plain = (value: number): unknown => value;

/** The curves of slots, loads and factors: values are plain numbers. */
export const curves = curvesOf(
  plainLevel,
  plain,
  z.lazy(() => curveSchema),
  z.lazy(() => curveSchema),
);

/** A curve as written: a number, or one tagged curve of `curves`. */
export const curveSchema: NestedCurve = schemaOf(plainLevel, plain, curves)
  .describe('A number, or a curve over time')
  .meta({ examples: [40, { curve: 'office-hours', low: 0.45, high: 0.92 }] });

/** The same curves where their values are rates: `8/s`, per second inside. */
export const rateCurves = curvesOf(
  rateLevel,
  formatRate,
  z.lazy(() => rateCurveSchema),
  z.lazy(() => curveSchema),
);

/** A rate as written: `8/s`, or one tagged curve of `rateCurves`; decoded like `curveSchema`, per second. */
export const rateCurveSchema: z.ZodType<CurveSpec, unknown> = schemaOf(rateLevel, formatRate, rateCurves)
  .describe('A rate, or a curve of rates over time')
  .meta({ examples: ['8/s', { curve: 'office-hours', low: '1/s', high: '4/s' }] });
