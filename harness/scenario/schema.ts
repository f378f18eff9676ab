import { z } from 'zod';
import { sloSchema } from '../../reports/result/measures/slo.ts';
import { exactlyOne } from '../../sim/kernel/tagged.ts';
import { count, number, positiveDuration, share, shown } from '../../sim/kernel/units.ts';
import { providerSchema } from '../../sim/provider/schema.ts';
import { alarmSchema } from '../alarm/schema.ts';
import { strategySchema } from '../strategy/schema.ts';
import { workloadSchema } from '../workload/schema.ts';
import { timeSchema } from './time.ts';
import { maxVariants, parseVary, sweepNumber } from './vary.ts';

const nameText = 'expected a name that can be a folder: at most 100 characters, not beginning with a dot, without / and \\';

const name = z
  .string({ error: (issue) => `${nameText}, found ${shown(issue.input)}` })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .refine((text) => /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,99}$/.test(text), {
    error: (issue) => `${nameText}, found ${shown(issue.input)}`,
  })
  .optional()
  .describe('What reports and the folder of results are called; by default the name of the file')
  .meta({ examples: ['peak-day'] });

/** `good:` as written. */
export const goodSchema = z
  .strictObject({
    latency: positiveDuration
      .optional()
      .describe('Longest time from the scheduled arrival to the end of the answer')
      .meta({ examples: ['30s'] }),
    firstToken: positiveDuration
      .optional()
      .describe('Longest time from the scheduled arrival to the first token')
      .meta({ examples: ['5s'] }),
  })
  .prefault({})
  .describe('When one request counts as good; by default when it is ok, that is within its deadline')
  .meta({ examples: [{ latency: '30s' }] });

const recommend = z
  .strictObject({
    maxAmplification: number(1, 'a factor')
      .default(1.5)
      .describe('A strategy that sends more than so many times the attempts of the next one is not recommended')
      .meta({ examples: [1.5] }),
    balance: share
      .default(0.01)
      .describe('The balance point is the largest limit whose first attempts are refused less often than this')
      .meta({ examples: [0.01] }),
  })
  .prefault({})
  .describe('What a recommendation keeps to')
  .meta({ examples: [{ maxAmplification: 1.5, balance: 0.01 }] });

const sweepText = 'expected a number, a duration or a rate';
const sweepValue = z
  .union([
    z
      .number({ error: (issue) => `${sweepText}, found ${shown(issue.input)}` })
      .describe('A number')
      .meta({ examples: [5] }),
    z
      .string({ error: (issue) => `${sweepText}, found ${shown(issue.input)}` })
      .refine((text) => sweepNumber(text) !== undefined, { error: (issue) => `${sweepText}, found ${shown(issue.input)}` })
      .describe('A duration or a rate')
      .meta({ examples: ['500ms'] }),
  ])
  .describe('One value that the key takes')
  .meta({ examples: [5] });

const sweep = z
  .object({
    strategy: z
      .string()
      .describe('The strategy of this file that is varied')
      .meta({ examples: ['limited'] }),
  })
  .catchall(
    z
      .array(sweepValue)
      .min(1)
      .max(maxVariants)
      .describe('Values of a numeric key of the strategy, such as limit or retry.attempts')
      .meta({ examples: [[1, 2, 3, 5, 8]] }),
  )
  .describe('Variants of one strategy, every combination of the values; each is one more strategy')
  .meta({ examples: [{ strategy: 'limited', limit: [1, 2, 3, 5, 8] }] });

const rangeText = 'expected a range of whole numbers such as 1..64';
const range = z
  .string({ error: (issue) => `${rangeText}, found ${shown(issue.input)}` })
  .refine((text) => 'values' in parseVary(`key=${text}`), { error: (issue) => `${rangeText}, found ${shown(issue.input)}` })
  .describe('All whole numbers from one to another')
  .meta({ examples: ['1..64'] });

const tune = z
  .object({
    strategy: z
      .string()
      .describe('The strategy of this file that is tuned')
      .meta({ examples: ['limited'] }),
  })
  .catchall(
    z
      .union([
        z
          .array(sweepValue)
          .min(1)
          .max(maxVariants)
          .describe('Values of the key')
          .meta({ examples: [[1, 2, 3, 5, 8]] }),
        range,
      ])
      .describe('Values to choose from for a numeric key of the strategy, such as limit or retry.attempts')
      .meta({ examples: ['1..64'] }),
  )
  .describe('What `tune` chooses from, unless --vary says otherwise; nothing else looks at it')
  .meta({ examples: [{ strategy: 'limited', limit: '1..64' }] });

/** Each is simulated in every replication, and takes a row of every table and a part of result.json. */
const mostStrategies = 1000;

/** Targets are `provider/model`, and a model may have a slash in its name. */
const providerName = z
  .string()
  .min(1, { error: 'expected a name' })
  .refine((text) => !text.includes('/'), { error: (issue) => `expected a name without /, found ${shown(issue.input)}` });

const shape = z.strictObject({
  name,
  seed: count(0)
    .prefault(1)
    .describe('Where luck begins: the same seed gives the same run')
    .meta({ examples: [7] }),
  replications: count(1)
    .refine((value) => value <= 1000, { error: (issue) => `expected at most 1000 replications, found ${shown(issue.input)}` })
    .prefault(5)
    .describe('How often everything is run with other luck; intervals come from their differences')
    .meta({ examples: [5] }),
  time: timeSchema,
  provider: providerSchema.optional(),
  providers: z
    .record(providerName, providerSchema)
    .refine((all) => Object.keys(all).length > 0, { error: 'expected at least one provider' })
    .optional()
    .describe('Several providers by name; targets are then also written provider/model. provider: is short for one that is called default')
    .meta({ examples: [{ main: { models: { big: { slots: 8, service: '1s' } } } }] }),
  workload: workloadSchema,
  good: goodSchema,
  slo: sloSchema.prefault({}),
  alarm: alarmSchema,
  baseline: z
    .string()
    .optional()
    .describe('The strategy that the others are compared with; by default the first')
    .meta({ examples: ['naive'] }),
  strategies: z
    .array(strategySchema)
    .min(1)
    .max(mostStrategies)
    .describe('What is compared, in the order of the tables')
    .meta({ examples: [[{ name: 'naive' }, { name: 'backoff', retry: { exponential: { base: '1s' } } }]] }),
  sweep: sweep.optional(),
  tune: tune.optional(),
  recommend,
});

/** A scenario file as written, without `x-` keys, presets of workloads and strategy files put in. */
export const scenarioSchema = exactlyOne('key', ['provider', 'providers'], shape)
  .describe('A scenario: what answers, what asks, and which ways of asking are compared')
  .meta({
    examples: [
      {
        provider: { models: { big: { slots: 8, service: { exponential: '1s' } } } },
        workload: { arrivals: { poisson: { rate: '7/s' } } },
        strategies: [{ name: 'naive' }],
      },
    ],
  });

/** A scenario as written, decoded: durations in ms, rates per second. */
export type WrittenScenario = z.output<typeof shape>;
