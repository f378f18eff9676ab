import { z } from 'zod';
import { noiseOptions } from '../../curves/noise.ts';
import { curveSchema } from '../../curves/registry.ts';
import { count, number, positiveDuration } from '../../kernel/units.ts';
import { meanOfDistribution } from '../distribution.ts';
import { hyperexponential } from './distribution.ts';

/** Most tries of one tenant. */
const mostTries = 50;

const law = z
  .union([
    z
      .enum(['exponential', 'lognormal', 'constant'])
      .describe('A law with the mean `hold`')
      .meta({ examples: ['constant'] }),
    z
      .strictObject({ hyperexponential })
      .describe('A mixture, whose mean is `hold`')
      .meta({ examples: [{ hyperexponential: { means: ['10s', '110s'], shares: [0.9, 0.1] } }] }),
  ])
  .default('exponential')
  .describe('Law of the holding times')
  .meta({ examples: ['lognormal'] });

const retry = z
  .union([
    z
      .literal('none')
      .describe('A refused tenant is gone')
      .meta({ examples: ['none'] }),
    z
      .strictObject({
        attempts: count(1)
          .refine((tries) => tries <= mostTries, { error: `expected at most ${mostTries} tries` })
          .describe('Tries in all, the first one included')
          .meta({ examples: [3] }),
        base: positiveDuration
          .describe('Longest wait before the second try; doubled before each later one, drawn from 0 up')
          .meta({ examples: ['2s'] }),
      })
      .describe('A refused tenant comes again')
      .meta({ examples: [{ attempts: 3, base: '2s' }] }),
  ])
  .default('none')
  .describe('What a refused tenant does')
  .meta({ examples: [{ attempts: 3, base: '2s' }] });

const otherTenants = z
  .strictObject({
    load: curveSchema
      .describe('Load they offer, as a share of the slots: arrivals a second × mean holding time / slots')
      .meta({ examples: [0.9, { curve: 'office-hours', low: 0.45, high: 0.92 }] }),
    hold: positiveDuration.describe('Mean time that one of them holds a slot').meta({ examples: ['20s'] }),
    law,
    retry,
    batch: count(1)
      .prefault(1)
      .describe('How many come at once')
      .meta({ examples: [5] }),
    noise: noiseOptions
      .optional()
      .describe('Random factor on their load')
      .meta({ examples: [{ sd: 0.15, correlation: '10m' }] }),
  })
  .check((context) => {
    const { law: written, hold } = context.value;
    if (typeof written === 'string') return;
    const mean = meanOfDistribution(written);
    if (Math.abs(mean - hold) <= 1e-6 * hold) return;
    const message = `expected a mixture with the mean of hold (${hold} ms), found a mean of ${Number(mean.toPrecision(6))} ms`;
    context.issues.push({ code: 'custom', input: written, path: ['law'], message });
  })
  .optional()
  .describe('Everybody else who uses the pool; nobody by default')
  .meta({ examples: [{ load: { curve: 'office-hours', low: 0.45, high: 0.92 }, hold: '20s' }] });

const queue = z
  .strictObject({
    length: z
      .union([
        count()
          .describe('Places')
          .meta({ examples: [100] }),
        z
          .literal('unlimited')
          .describe('No bound')
          .meta({ examples: ['unlimited'] }),
      ])
      .prefault(0)
      .describe('Places, for our attempts and the other tenants together')
      .meta({ examples: [100, 'unlimited'] }),
    maxWait: positiveDuration
      .optional()
      .describe('Refused after so long; never by default')
      .meta({ examples: ['30s'] }),
  })
  .describe('Where attempts wait for a slot, first come first served; without places they are refused at once')
  .meta({ examples: [{ length: 100, maxWait: '30s' }] });

const slowdown = z
  .strictObject({
    full: number(1, 'a factor')
      .describe('How many times slower an attempt is when every slot is taken')
      .meta({ examples: [4] }),
    power: number(0, 'a power')
      .describe('How late the slowing comes: 1 grows with the share of busy slots, 2 with its square')
      .meta({ examples: [2] }),
  })
  .optional()
  .describe(
    'Attempts are 1 + (full − 1) · (busy / slots)^power times slower, by what is busy when they are admitted; not at all by default',
  )
  .meta({ examples: [{ full: 4, power: 2 }] });

/** What a model with slots of its own has beside them. */
export const besideSlots = { queue: queue.optional(), otherTenants, slowdown };

export const slotsSchema = curveSchema
  .describe('How many attempts are served at once, rounded down; may change over time, nothing that runs is ended')
  .meta({
    examples: [
      40,
      {
        steps: [
          { at: '0s', value: 8 },
          { at: '60s', value: 2 },
        ],
      },
    ],
  });

/** One entry of `pools:`. */
export const poolSchema = z
  .strictObject({ slots: slotsSchema, ...besideSlots, queue: queue.prefault({}) })
  .describe('Slots that models and other tenants share')
  .meta({ examples: [{ slots: 40, otherTenants: { load: 0.9, hold: '20s' } }] });
