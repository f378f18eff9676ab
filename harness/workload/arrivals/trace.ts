import { z } from 'zod';
import { profileName } from '../../../sim/curves/named.ts';
import { maxBetween, valueAt } from '../../../sim/curves/read.ts';
import { curveSchema } from '../../../sim/curves/registry.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { number, positiveRate, shown } from '../../../sim/kernel/units.ts';
import type { CurveSpec } from '../../../sim/provider/spec.ts';
import { type Replay, refuseInstant, replayOf } from '../replay.ts';
import { traceFormat } from '../traces/registry.ts';
import type { TraceFormatSpec } from '../traces/trace.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';

export interface TraceOptions {
  readonly file: string;
  readonly format: TraceFormatSpec;
  readonly speed: number;
  readonly repeat: boolean;
  readonly start?: 'first' | 'random' | undefined;
  readonly shape?: { readonly curve: string | CurveSpec; readonly mean: number } | undefined;
}

/** Draws of one row; a replication's first row is drawn under index 0. */
const keepDraw = 0;
const startDraw = 1;

const key = 'workload.arrivals.trace';

const shapeOptions = z
  .strictObject({
    curve: z
      .union([profileName, curveSchema])
      .describe('A profile by name, or a curve with a period (hours, a named curve, a number)')
      .meta({ examples: ['azure-2024-conv'] }),
    mean: positiveRate
      .describe('Mean arrivals per second: of Monday to Friday for a profile, of all values for hours')
      .meta({ examples: ['0.5/s'] }),
  })
  .describe('Thins the trace to the shape of a day')
  .meta({ examples: [{ curve: 'azure-2024-conv', mean: '0.5/s' }] });

const options = z
  .strictObject({
    file: z
      .string()
      .min(1, { error: 'expected the name of a file' })
      .describe('The trace, relative to the scenario; the packaged ones are found by name')
      .meta({ examples: ['azure-conv.csv'] }),
    format: traceFormat,
    speed: number(Number.NEGATIVE_INFINITY, 'a factor above 0')
      .refine((value) => value > 0, { error: (issue) => `expected a factor above 0, found ${shown(issue.input)}` })
      .default(1)
      .describe('2 plays the trace twice as fast')
      .meta({ examples: [2] }),
    repeat: z
      .boolean()
      .default(false)
      .describe('Begin again when the trace ends')
      .meta({ examples: [true] }),
    start: z
      .enum(['first', 'random'])
      .optional()
      .describe('Row on which each replication starts; random when the trace repeats, else the first')
      .meta({ examples: ['random'] }),
    shape: shapeOptions.optional(),
  })
  .describe('Arrivals and sizes from a recording')
  .meta({ examples: [{ file: 'azure-conv.csv', format: 'azure', repeat: true }] });

const example = { file: 'azure-conv.csv', format: 'azure', repeat: true };
const shape = { curve: 'azure-2024-conv', mean: '0.5/s' };

/** Real requests, with the bursts and sizes that no formula has. */
export const trace = define<TraceOptions, Arrivals, ArrivalScope>({
  name: 'trace',
  summary: 'arrivals (and with `sizes: trace` their sizes) from a recording, repeated, sped up, or thinned to the shape of a day',
  formula:
    'row k after the start at (time of row k − time of the start) / speed; one mean gap between the last row and the first when it repeats; `shape` keeps row k when U < mean · c(t) / (mean of c) / rate of the trace, U keyed by k',
  options,
  examples: [
    [example, { ...example, file: 'azure-code-2000.csv' }],
    [
      { file: 'mooncake-300.jsonl', format: 'mooncake' },
      { file: 'mooncake-300.jsonl', format: { mooncake: { tick: '0ms' } } },
    ],
    [example, { ...example, speed: 2 }],
    [example, { ...example, repeat: false }],
    [example, { ...example, start: 'first' }],
    [
      { ...example, shape },
      { ...example, shape: { ...shape, mean: '0.25/s' } },
    ],
  ],
  create(options, scope) {
    const replay = replayOf(scope.trace(options.file, options.format), options.speed);
    if (options.repeat) refuseInstant(replay, `${key}.repeat`);
    const random = (options.start ?? (options.repeat ? 'random' : 'first')) === 'random';
    const start = random ? Math.floor(scope.uniform(0, startDraw) * replay.rows) : 0;
    const last = options.repeat ? Number.POSITIVE_INFINITY : replay.rows - 1 - start;
    return played(replay, { start, last, endMicros: scope.lengthMs * 1000, keep: thinning(options, replay, scope) });
  },
});

type Keep = (row: number, atMicros: number) => boolean;

interface Part {
  readonly start: number;
  /** Rows after the start that are played. */
  readonly last: number;
  /** A shape may keep nothing from some time on, so the search for the next row ends with the run. */
  readonly endMicros: number;
  readonly keep: Keep;
}

function played(replay: Replay, { start, last, endMicros, keep }: Part): Arrivals {
  let row = 0;
  return {
    kind: 'open',
    next() {
      for (; row <= last; row++) {
        const atMicros = replay.atMicros(start, row);
        if (atMicros >= endMicros) break;
        if (!keep(row, atMicros)) continue;
        const arrival = { atMicros, inputTokens: replay.inputTokens(start, row), outputTokens: replay.outputTokens(start, row) };
        row += 1;
        return arrival;
      }
      return undefined;
    },
  };
}

/** Keeps a row with probability target rate / mean rate of the trace; InputError where that would be above 1. */
function thinning({ shape, speed }: TraceOptions, replay: Replay, scope: ArrivalScope): Keep {
  if (shape === undefined) return () => true;
  refuseInstant(replay, `${key}.shape`);
  const curve = scope.curve(typeof shape.curve === 'string' ? { curve: shape.curve } : shape.curve);
  const periodMean = curve.periodMean?.();
  if (periodMean === undefined || periodMean <= 0)
    throw new InputError([{ key: `${key}.shape.curve`, message: 'expected a curve with a period and a mean above 0: a profile or hours' }]);
  const steps = curve.steps();
  const perRow = shape.mean / periodMean / replay.meanRate;
  const highest = perRow * maxBetween(steps, 0, scope.lengthMs * 1000);
  if (highest > 1) throw new InputError([tooFewRows(highest, replay.meanRate, speed)]);
  return (row, atMicros) => scope.uniform(row, keepDraw) < perRow * valueAt(steps, atMicros);
}

function tooFewRows(highest: number, meanRate: number, speed: number) {
  const wanted = Number((highest * meanRate).toPrecision(3));
  const has = Number(meanRate.toPrecision(3));
  const needed = Math.ceil(highest * speed * 100) / 100;
  return {
    key: `${key}.speed`,
    message: `expected at least ${needed}: at its highest the shape asks for ${wanted}/s, the trace has ${has}/s`,
  };
}
