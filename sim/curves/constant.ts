import { define } from '../kernel/plugin.ts';
import type { Curve, PartScope } from './curve.ts';
import type { Level } from './level.ts';
import { constantSteps } from './pieces.ts';

/** The same value all the time; `0.3` is short for `{ constant: 0.3 }`. */
export function constant(level: Level, written: (value: number) => unknown) {
  return define<number, Curve, PartScope>({
    name: 'constant',
    summary: 'the same value all the time; a plain number is short for it',
    formula: 'c(t) = value',
    options: level.describe('The value').meta({ examples: [written(0.3)] }),
    examples: [[written(0.3), written(0.6)]],
    create: (value) => ({ steps: () => constantSteps(value), periodMean: () => value }),
  });
}
