import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { duration, positiveDuration } from '../kernel/units.ts';
import type { TimePointSpec } from '../provider/spec.ts';
import { timePointMs, timePoints } from './calendar.ts';
import type { Curve, CurveScope, PartScope } from './curve.ts';
import type { Level } from './level.ts';
import { mergeAll, plus } from './merge.ts';
import { stepsOf } from './pieces.ts';
import { decayPieces, linePieces } from './sample.ts';
import { timePoint } from './time-point.ts';

export interface SpikeOptions {
  readonly at: TimePointSpec;
  readonly height: number;
  readonly rise: number;
  readonly decay: number;
  readonly daily: boolean;
}

/** Nothing, then a straight rise and an exponential decay; meant to be added to something in a `sum`. */
export function spike(level: Level, written: (value: number) => unknown) {
  const example = { at: '14:00', height: written(3), rise: '1m', decay: '10m' };
  return define<SpikeOptions, Curve, PartScope>({
    name: 'spike',
    summary: '0, then a straight rise to a height and an exponential decay; add it to another curve with sum',
    formula:
      'c(t) = height · (t − at) / rise for at ≤ t < at + rise; height · exp(−(t − at − rise) / decay) for 7 · decay after that; else 0; in steps of at most 2 % of the height that keep the area',
    options: z
      .strictObject({
        at: timePoint.describe('When the rise begins').meta({ examples: ['14:00', '30m'] }),
        height: level.describe('Value at the top').meta({ examples: [written(3)] }),
        rise: duration
          .prefault('0s')
          .describe('From 0 to the top')
          .meta({ examples: ['1m'] }),
        decay: positiveDuration.describe('Time constant of the decay: after it 37 % of the height are left').meta({ examples: ['10m'] }),
        daily: z
          .boolean()
          .default(false)
          .describe('The same at this time of every day')
          .meta({ examples: [true] }),
      })
      .describe('A sudden rise and its decay')
      .meta({ examples: [example] }),
    examples: [
      [example, { ...example, at: '15:00' }],
      [example, { ...example, height: written(4) }],
      [example, { ...example, rise: '0s' }],
      [example, { ...example, decay: '20m' }],
      [example, { ...example, daily: true }],
    ],
    create: (options, scope) => ({ steps: () => spikeSteps(options, scope.run) }),
  });
}

function spikeSteps({ at, height, rise, decay, daily }: SpikeOptions, scope: CurveScope) {
  const starts = daily ? timePoints(at, true, scope) : [timePointMs(at, scope)];
  const spikes = starts.map((start) =>
    stepsOf([...linePieces(start, rise, 0, height).slice(0, -1), ...decayPieces(start + rise, decay, height)]),
  );
  return mergeAll(spikes, plus);
}
