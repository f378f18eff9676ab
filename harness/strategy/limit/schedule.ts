import { curveSchema } from '../../../sim/curves/registry.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { CurveSpec } from '../../../sim/provider/spec.ts';
import type { Limit, LimitScope } from './limit.ts';

/** A limit that follows the clock. */
export const schedule = define<CurveSpec, Limit, LimitScope>({
  name: 'schedule',
  summary: 'any curve over time, such as a lower limit during office hours',
  formula: 'limit(t) = max(1, ⌊c(t)⌋) for a curve c',
  options: curveSchema
    .describe('The limit as a curve over time')
    .meta({ examples: [{ window: { from: '10:00', to: '16:00', value: 3 } }] }),
  examples: [
    [
      {
        steps: [
          { at: '0s', value: 5 },
          { at: '60s', value: 2 },
        ],
      },
      {
        steps: [
          { at: '0s', value: 5 },
          { at: '60s', value: 3 },
        ],
      },
    ],
    [
      {
        steps: [
          { at: '0s', value: 5 },
          { at: '60s', value: 2 },
        ],
      },
      {
        steps: [
          { at: '0s', value: 5 },
          { at: '90s', value: 2 },
        ],
      },
    ],
  ],
  create: (spec, scope) => create(spec, scope),
});

function create(spec: CurveSpec, scope: LimitScope): Limit {
  const { atMicros, value } = scope.curve(spec);
  const starts: number[] = [];
  const limits: number[] = [];
  for (let i = 0; i < atMicros.length; i++) {
    const limit = Math.max(1, Math.floor(value[i] as number));
    if (limit === limits[limits.length - 1]) continue;
    starts.push(atMicros[i] as number);
    limits.push(limit);
  }
  /** Index of the step that holds at `nowMs`, in whole microseconds as the curve has them. */
  const indexAt = (nowMs: number): number => {
    const now = Math.round(nowMs * 1000);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= now) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    current: (nowMs) => limits[indexAt(nowMs)] as number,
    nextChangeMs(nowMs) {
      const next = starts[indexAt(nowMs) + 1];
      return next === undefined ? undefined : next / 1000;
    },
    ended: () => {},
  };
}
