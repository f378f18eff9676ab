import { z } from 'zod';
import { timePoint } from '../../curves/time-point.ts';
import { positiveDuration, share } from '../../kernel/units.ts';
import type { FaultWindow } from '../spec.ts';
import { refusalNames } from './refusal.ts';

const modelName = z
  .string()
  .describe('Name of a model')
  .meta({ examples: ['flagship'] });

/** Which models, and when: what stands in every fault. */
export const windowShape = {
  models: z
    .array(modelName)
    .min(1, { error: 'expected at least one model; leave the key out for all of them' })
    .optional()
    .describe('The models that it touches; all by default')
    .meta({ examples: [['flagship']] }),
  from: timePoint
    .optional()
    .describe('When it begins: a time of day (the first one after the start), an offset from the start or an instant; the start by default')
    .meta({ examples: ['14:10'] }),
  for: positiveDuration
    .optional()
    .describe('How long it lasts; to the end by default')
    .meta({ examples: ['12m'] }),
  daily: z
    .boolean()
    .optional()
    .describe('Repeats it at the same time of every day')
    .meta({ examples: [true] }),
};

/** Pairs of examples that differ in one of those keys, for a fault that has this one. */
export function windowPairs<T extends object>(example: T): readonly (readonly [unknown, unknown])[] {
  return [{ models: ['light'] }, { from: '5m' }, { for: '20m' }, { daily: true }].map((change) => [example, { ...example, ...change }]);
}

export const pools = z
  .array(
    z
      .string()
      .describe('Name of a pool')
      .meta({ examples: ['big'] }),
  )
  .min(1, { error: 'expected at least one pool' })
  .optional()
  .describe('Pools whose models it touches')
  .meta({ examples: [['big', 'small']] });

/** Whom of the attempts it hits. */
export const hitShare = share
  .default(1)
  .describe('Share of the attempts that it hits, drawn for each one')
  .meta({ examples: [0.02] });

export const refusalName = z
  .enum(refusalNames)
  .describe(
    'How it refuses: an error of the dialect; connection and reset before any byte; hang and stream-overload while the slot is held',
  )
  .meta({ examples: ['server_error'] });

/** What repeats daily has a time and a length: without them it would never be off. */
export function checkWindow<T extends FaultWindow>(schema: z.ZodType<T, unknown>): z.ZodType<T, unknown> {
  return schema
    .refine((fault) => fault.daily !== true || fault.from !== undefined, { error: 'daily needs from', path: ['daily'] })
    .refine((fault) => fault.daily !== true || fault.for !== undefined, { error: 'daily needs for', path: ['daily'] });
}
