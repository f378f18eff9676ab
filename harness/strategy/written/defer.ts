import { z } from 'zod';
import { timeOfDay } from '../../../sim/curves/time-point.ts';
import { count, share } from '../../../sim/kernel/units.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const windowSchema = z
  .strictObject({
    days: z
      .array(
        z
          .enum(days, { error: `expected a day, one of ${days.join(', ')}` })
          .describe('A day of the week')
          .meta({ examples: ['mon'] }),
      )
      .min(1, { error: 'expected at least one day' })
      .optional()
      .describe('Days on which the window opens; all by default')
      .meta({ examples: [['mon', 'fri']] }),
    from: timeOfDay
      .refine((minute) => minute < 1440, { error: 'expected a time of day before "24:00"' })
      .describe('When it opens, in the zone of the run')
      .meta({ examples: ['22:00'] }),
    to: timeOfDay.describe('When it closes; on the next day when that is not after `from`').meta({ examples: ['06:00'] }),
  })
  .refine(({ from, to }) => from % 1440 !== to % 1440, { error: 'expected from and to to differ', path: ['to'] })
  .describe('Hours that are known to be quiet')
  .meta({ examples: [{ from: '22:00', to: '06:00' }] });

const learnedSchema = z
  .strictObject({
    below: share
      .refine((value) => value > 0, { error: 'expected a share above 0' })
      .describe('An hour of the day is quiet when less than this share of first attempts was refused in it on earlier days')
      .meta({ examples: [0.05] }),
    after: count(1)
      .optional()
      .describe('First attempts in an hour before anything is said of it; default 50')
      .meta({ examples: [50] }),
  })
  .describe('Hours that were quiet on earlier days of the run')
  .meta({ examples: [{ below: 0.05 }] });

/** `defer:` of a strategy as written. */
export const deferSchema = z
  .strictObject({ window: windowSchema.optional(), learned: learnedSchema.optional() })
  .check((context) => {
    const { window, learned } = context.value;
    if ((window === undefined) !== (learned === undefined)) return;
    const found = window === undefined ? 'none' : 'both';
    context.issues.push({ code: 'custom', input: context.value, path: [], message: `expected one of window and learned, found ${found}` });
  })
  .describe('Holds requests that are not urgent (`workload.urgent`) until better hours, and spreads them over these; without it none')
  .meta({ examples: [{ window: { from: '22:00', to: '06:00' } }, { learned: { below: 0.05 } }] });

export type WrittenDefer = z.output<typeof deferSchema>;
