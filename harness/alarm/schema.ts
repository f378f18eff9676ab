import { z } from 'zod';
import { attemptClasses } from '../../reports/result/outcome.ts';
import { exactlyOne } from '../../sim/kernel/tagged.ts';
import { duration, positiveDuration, share } from '../../sim/kernel/units.ts';
import { type AlarmRule, alarmMeasures } from './rule.ts';

const failures = attemptClasses.filter((name) => name !== 'ok');
const kinds = ['above', 'jump', 'on'] as const;

const jump = z
  .strictObject({
    from: share.describe('At most this share before').meta({ examples: [0.02] }),
    to: share.describe('At least this share now').meta({ examples: [0.15] }),
    over: positiveDuration
      .prefault('24h')
      .describe('How long before: with 24h the same hour of the day before, so that an ordinary peak alarms nobody')
      .meta({ examples: ['24h'] }),
  })
  .refine(({ from, to }) => to > from, { error: 'expected a share above from', path: ['to'] });

const shape = z.strictObject({
  measure: z
    .enum(alarmMeasures)
    .optional()
    .describe('The share that is watched: of attempts that find no capacity, of first attempts that are refused, or of requests that fail')
    .meta({ examples: ['capacityErrorRate'] }),
  above: share
    .optional()
    .describe('Raised when the share is above this')
    .meta({ examples: [0.15] }),
  for: duration
    .optional()
    .describe('How long it stays above before the alarm is raised; default 10m')
    .meta({ examples: ['10m'] }),
  jump: jump
    .optional()
    .describe('Raised when the share rises so far within a time')
    .meta({ examples: [{ from: 0.02, to: 0.15, over: '24h' }] }),
  window: positiveDuration
    .optional()
    .describe('The share is that of so much time; default 5m, of a jump 1h. Fewer than 20 say nothing')
    .meta({ examples: ['5m'] }),
  on: z
    .array(
      z
        .enum(failures)
        .describe('How an attempt failed')
        .meta({ examples: ['auth'] }),
    )
    .min(1)
    .refine((list) => new Set(list).size === list.length, { error: 'expected each of them once' })
    .optional()
    .describe('Raised by the first attempt that fails so')
    .meta({ examples: [['auth', 'quota']] }),
  quiet: positiveDuration
    .optional()
    .describe('Over when so much time passes without another one; default 1m')
    .meta({ examples: ['1m'] }),
});

/** Keys that say something beside each of the kinds. */
const beside: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  above: ['measure', 'for', 'window'],
  jump: ['measure', 'window'],
  on: ['quiet'],
};

const rule = exactlyOne('key', kinds, shape)
  .check((context) => {
    const { value } = context;
    const kind = kinds.find((name) => value[name] !== undefined);
    if (kind === undefined) return;
    const fault = (key: string, message: string) =>
      context.issues.push({ code: 'custom', input: value, path: key === '' ? [] : [key], message });
    for (const key of Object.keys(value))
      if (key !== kind && !beside[kind].includes(key) && !(kinds as readonly string[]).includes(key))
        fault(key, `has no place beside ${kind}`);
    if (kind !== 'on' && value.measure === undefined) fault('', `expected measure beside ${kind}: one of ${alarmMeasures.join(', ')}`);
  })
  .describe('One alarm')
  .meta({
    examples: [
      { measure: 'capacityErrorRate', above: 0.15, for: '10m' },
      { measure: 'capacityErrorRate', jump: { from: 0.02, to: 0.15, over: '24h' } },
      { on: ['auth', 'quota'] },
    ],
  });

const most = 20;

/** `alarm:` as written. */
export const alarmSchema = z
  .array(rule)
  .max(most)
  .optional()
  .describe('When somebody is to be told: once at the beginning of a spell, and at its end')
  .meta({ examples: [[{ measure: 'capacityErrorRate', above: 0.15, for: '10m' }]] });

type Written = z.output<typeof rule>;

const usualForMs = 600_000;
const usualWindowMs = 300_000;
const usualJumpWindowMs = 3_600_000;
const usualQuietMs = 60_000;

/** With every default filled in. */
export function completeRule({ measure, above, for: forMs, jump: rise, window, on, quiet }: Written): AlarmRule {
  if (on !== undefined) return { on, quiet: quiet ?? usualQuietMs };
  if (measure === undefined) throw new Error('a share without a measure');
  if (rise !== undefined) return { measure, jump: rise, window: window ?? usualJumpWindowMs };
  if (above === undefined) throw new Error('a rule of no kind');
  return { measure, above, for: forMs ?? usualForMs, window: window ?? usualWindowMs };
}
