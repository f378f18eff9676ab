import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { InputError } from '../kernel/problem.ts';
import { probit } from '../kernel/random.ts';
import { formatDuration, number, positiveDuration } from '../kernel/units.ts';
import type { Curve, CurveScope, PartScope, Steps } from './curve.ts';
import { times } from './merge.ts';
import { type Piece, stepsOf } from './pieces.ts';

export interface NoiseOptions {
  /** Standard deviation of the logarithm. */
  readonly sd: number;
  /** Length of a cell of the grid, ms. */
  readonly correlation: number;
}

const bound = 3;
/** P(Z > 3) of the standard normal distribution. */
const beyond = 0.0013498980316300946;
const maxCells = 1_000_000;
const tailAfterEndMs = 3_600_000;

/** What stands under `noise`, here and in other parts of a scenario. */
export const noiseOptions: z.ZodType<NoiseOptions, unknown> = z
  .strictObject({
    sd: number(0, 'a standard deviation')
      .refine((sd) => sd <= 2, { error: 'expected at most 2' })
      .describe('Standard deviation of the logarithm: 0.15 is about 15 % up and down')
      .meta({ examples: [0.15] }),
    correlation: positiveDuration.describe('How long one value holds').meta({ examples: ['10m'] }),
  })
  .describe('Random factor with mean 1')
  .meta({ examples: [{ sd: 0.15, correlation: '10m' }] });

const example = { sd: 0.15, correlation: '10m' };

/** A random factor with mean 1; meant for a `product`. */
export const noise = define<NoiseOptions, Curve, PartScope>({
  name: 'noise',
  summary: 'random factor with mean 1, a new one in every cell of a time grid; multiply another curve with it by product',
  formula:
    'c(t) = exp(sd · Z) / m, Z standard normal clamped to ± 3, m the mean of exp(sd · Z); one Z per cell of length correlation, a function of (seed, replication, curve, cell)',
  options: noiseOptions,
  examples: [
    [example, { ...example, sd: 0.3 }],
    [example, { ...example, correlation: '5m' }],
  ],
  create: (options, scope) => ({ steps: () => noiseSteps(options, scope.run, scope.name) }),
});

/** `steps` times the noise of the curve called `name`. */
export function withNoise(steps: Steps, options: NoiseOptions, scope: CurveScope, name: string): Steps {
  return times(steps, noiseSteps(options, scope, name));
}

/** The noise of the curve called `name`, until an hour after the run's end. InputError when the grid is too fine for the run. */
function noiseSteps({ sd, correlation }: NoiseOptions, scope: CurveScope, name: string): Steps {
  const cells = Math.ceil((scope.lengthMs + tailAfterEndMs) / correlation);
  if (cells > maxCells) {
    const least = formatDuration(Math.ceil((scope.lengthMs + tailAfterEndMs) / maxCells));
    const message = `noise: correlation ${formatDuration(correlation)} is too short for this run: it makes ${cells} cells; expected at least ${least}`;
    throw new InputError([{ key: name, message }]);
  }
  const mean = clampedMean(sd);
  const pieces: Piece[] = [];
  for (let i = 0; i < cells; i++) {
    const z = Math.max(-bound, Math.min(bound, probit(scope.noise(name, i))));
    pieces.push([i * correlation, Math.exp(sd * z) / mean]);
  }
  return stepsOf(pieces);
}

/** E exp(sd · Z) with Z standard normal clamped to ± 3: Simpson's rule over 600 intervals, and the two lumps at the ends. */
function clampedMean(sd: number): number {
  const intervals = 600;
  let sum = 0;
  let total = 0;
  for (let i = 0; i <= intervals; i++) {
    const z = bound * ((2 * i) / intervals - 1);
    const weight = (i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp((-z * z) / 2);
    sum += weight * Math.exp(sd * z);
    total += weight;
  }
  return (sum / total) * (1 - 2 * beyond) + beyond * (Math.exp(sd * bound) + Math.exp(-sd * bound));
}
