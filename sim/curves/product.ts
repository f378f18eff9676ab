import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import type { CurveSpec } from '../provider/spec.ts';
import type { Curve, PartScope } from './curve.ts';
import type { NestedCurve } from './level.ts';
import { mergeAll, times } from './merge.ts';

/** Several curves multiplied; the first one carries the unit, the others are factors. */
export function product(curve: NestedCurve, factor: NestedCurve, written: (value: number) => unknown) {
  const example = (by: number) => [written(2), { steps: [{ at: '1m', value: by }] }];
  return define<readonly CurveSpec[], Curve, PartScope>({
    name: 'product',
    summary: 'several curves multiplied: the first one carries the unit, the others are plain factors',
    formula: 'c(t) = Π parts(t)',
    options: z
      .tuple(
        [curve.describe('The curve that carries the unit').meta({ examples: [written(2)] })],
        factor.describe('A factor').meta({ examples: [0.5] }),
      )
      .describe('Curves to multiply')
      .meta({ examples: [example(0.5)] }),
    examples: [[example(0.5), example(0.25)]],
    create: (parts, scope) => ({
      steps: () =>
        mergeAll(
          parts.map((part, i) => scope.inner(part, i).steps()),
          times,
        ),
    }),
  });
}
