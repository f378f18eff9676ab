import { z } from 'zod';
import { duration, positiveDuration, share } from '../../kernel/units.ts';
import type { DistributionSpec } from '../spec.ts';

const tolerance = 1e-9;

/** Sums that should be 1 after rounding as people round. */
export function sumsToOne(shares: readonly number[]): boolean {
  return Math.abs(shares.reduce((sum, one) => sum + one, 0) - 1) <= tolerance;
}

/** A mixture of exponentials. */
export const hyperexponential = z
  .strictObject({
    means: z
      .array(positiveDuration.describe('Mean of one part').meta({ examples: ['500ms'] }))
      .min(1, { error: 'expected at least one mean' })
      .describe('Mean of each part')
      .meta({ examples: [['500ms', '5s']] }),
    shares: z
      .array(share.describe('Share of one part').meta({ examples: [0.9] }))
      .describe('Share of each part, together 1')
      .meta({ examples: [[0.9, 0.1]] }),
  })
  .refine(({ means, shares }) => means.length === shares.length, {
    error: 'expected as many shares as means',
    path: ['shares'],
  })
  .refine(({ shares }) => sumsToOne(shares), { error: 'expected shares that are 1 together', path: ['shares'] })
  .describe('A mixture of exponential times')
  .meta({ examples: [{ means: ['500ms', '5s'], shares: [0.9, 0.1] }] });

const shape = {
  exponential: positiveDuration
    .optional()
    .describe('Mean of exponential times')
    .meta({ examples: ['1s'] }),
  p50: positiveDuration
    .optional()
    .describe('Median of log-normal times; with p99')
    .meta({ examples: ['900ms'] }),
  p99: positiveDuration
    .optional()
    .describe('99th percentile of log-normal times; with p50')
    .meta({ examples: ['4s'] }),
  hyperexponential: hyperexponential.optional(),
};

interface Times {
  readonly exponential?: number | undefined;
  readonly p50?: number | undefined;
  readonly p99?: number | undefined;
  readonly hyperexponential?: unknown;
}

/** What is wrong with the choice of a law: where and what. */
function lawProblem({
  exponential,
  p50,
  p99,
  hyperexponential: mixture,
}: Times): { readonly path: string[]; readonly message: string } | undefined {
  const laws = [exponential !== undefined, p50 !== undefined || p99 !== undefined, mixture !== undefined].filter(Boolean).length;
  if (laws !== 1)
    return {
      path: [],
      message: `expected exactly one of exponential, p50 with p99, hyperexponential; found ${laws === 0 ? 'none' : laws}`,
    };
  if ((p50 === undefined) !== (p99 === undefined))
    return { path: [], message: `expected p50 and p99 together, found ${p50 === undefined ? 'p99' : 'p50'} alone` };
  if (p50 !== undefined && p99 !== undefined && p99 < p50) return { path: ['p99'], message: 'expected a p99 of at least p50' };
  return undefined;
}

/** Times as a law: a map of keys. `extra` are keys that may stand beside the law. */
function law<Extra extends z.ZodRawShape>(extra: Extra) {
  return z.strictObject({ ...shape, ...extra }).check((context) => {
    const problem = lawProblem(context.value as Times);
    if (problem !== undefined) context.issues.push({ code: 'custom', input: context.value, ...problem });
  });
}

const fixed = duration.describe('Always the same time').meta({ examples: ['1s'] });

/** A duration as a distribution: always the same, exponential, log-normal by two percentiles, or a mixture. */
export const distributionSchema: z.ZodType<DistributionSpec, unknown> = z.union([
  fixed,
  law({})
    .describe('A law of times')
    .meta({ examples: [{ exponential: '1s' }, { p50: '900ms', p99: '4s' }] }),
]) as z.ZodType<DistributionSpec, unknown>;

/** A first token as written: always the same time, or a law and what every input token adds. */
export type WrittenFirstToken = number | (Exclude<DistributionSpec, number> & { readonly perInputToken: number });

/** The time to the first token, which may grow with the input. */
export const firstTokenSchema = z.union([
  fixed,
  law({
    perInputToken: duration
      .prefault('0ms')
      .describe('Added for every input token')
      .meta({ examples: ['0.1ms'] }),
  })
    .describe('A law of times, and what the input adds')
    .meta({ examples: [{ p50: '900ms', p99: '4s', perInputToken: '0.1ms' }] }),
]) as z.ZodType<WrittenFirstToken, unknown>;
