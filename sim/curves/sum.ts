import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import type { CurveSpec } from '../provider/spec.ts';
import type { Curve, PartScope } from './curve.ts';
import type { NestedCurve } from './level.ts';
import { mergeAll, plus } from './merge.ts';

/** Several curves added. */
export function sum(curve: NestedCurve, written: (value: number) => unknown) {
  const example = (added: number) => [written(1), { steps: [{ at: '1m', value: written(added) }] }];
  return define<readonly CurveSpec[], Curve, PartScope>({
    name: 'sum',
    summary: 'several curves added',
    formula: 'c(t) = Σ parts(t)',
    options: z
      .array(curve.describe('A curve to add').meta({ examples: [written(1)] }))
      .min(1, { error: 'expected at least one curve' })
      .describe('Curves to add')
      .meta({ examples: [example(2)] }),
    examples: [[example(2), example(3)]],
    create: (parts, scope) => ({
      steps: () =>
        mergeAll(
          parts.map((part, i) => scope.inner(part, i).steps()),
          plus,
        ),
    }),
  });
}
