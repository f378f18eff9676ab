import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { InputError } from '../kernel/problem.ts';
import type { TimePointSpec } from '../provider/spec.ts';
import { timePointMs } from './calendar.ts';
import type { Curve, PartScope } from './curve.ts';
import type { Level } from './level.ts';
import { type Piece, stepsOf } from './pieces.ts';
import { timePoint } from './time-point.ts';

export interface StepOption {
  readonly at: TimePointSpec;
  readonly value: number;
}

/** Values that begin at given times. */
export function steps(level: Level, written: (value: number) => unknown) {
  const list = (at: string, value: number) => [
    { at: '0s', value: written(1) },
    { at, value: written(value) },
  ];
  return define<readonly StepOption[], Curve, PartScope>({
    name: 'steps',
    summary: 'values that begin at given times, 0 before the first one',
    formula: 'c(t) = value of the last step with at ≤ t; 0 before the first; steps stand in order of time',
    options: z
      .array(
        z
          .strictObject({
            at: timePoint.describe('From then on').meta({ examples: ['60s', '14:10', '2026-03-02T14:10'] }),
            value: level.describe('Value until the next step').meta({ examples: [written(2)] }),
          })
          .describe('One step')
          .meta({ examples: [{ at: '60s', value: written(2) }] }),
      )
      .min(1, { error: 'expected at least one step' })
      .describe('Steps in order of time')
      .meta({ examples: [list('60s', 2)] }),
    examples: [
      [list('60s', 2), list('90s', 2)],
      [list('60s', 2), list('60s', 3)],
    ],
    create: (list, scope) => ({ steps: () => listedSteps(list, scope) }),
  });
}

function listedSteps(list: readonly StepOption[], scope: PartScope) {
  const pieces = list.map(({ at, value }): Piece => [timePointMs(at, scope.run), value]);
  pieces.forEach(([at], i) => {
    const before = pieces[i - 1]?.[0];
    if (before === undefined || before < at) return;
    throw new InputError([{ key: scope.name, message: `steps: expected times in order, but step ${i + 1} does not come after step ${i}` }]);
  });
  return stepsOf(pieces);
}
