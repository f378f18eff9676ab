import { z } from 'zod';
import { isZone, parseWallTime } from '../../sim/curves/calendar.ts';
import { duration, positiveDuration, shown } from '../../sim/kernel/units.ts';
import { suggest } from './suggest.ts';

const startText = 'expected a local date and time such as 2026-03-02T00:00';

const start = z
  .string({ error: (issue) => `${startText}, found ${shown(issue.input)}` })
  .refine((text) => parseWallTime(text) !== undefined, { error: (issue) => `${startText}, found ${shown(issue.input)}` })
  .default('2026-03-02T00:00')
  .describe('Wall time in `zone` at which the run begins; the default is a Monday.')
  .meta({ examples: ['2026-03-02T00:00'] });

function zoneError(found: unknown): string {
  const near = typeof found === 'string' ? suggest(found, ['UTC', ...Intl.supportedValuesOf('timeZone')]) : undefined;
  return `expected a time zone such as Europe/Berlin or UTC, found ${shown(found)}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

const zone = z
  .string({ error: (issue) => zoneError(issue.input) })
  .refine(isZone, { error: (issue) => zoneError(issue.input) })
  .default('UTC')
  .describe('Zone of `start` and of every time of day in the file (an IANA name).')
  .meta({ examples: ['Asia/Shanghai'] });

const length = positiveDuration
  .prefault('1h')
  .describe('How long requests arrive, in virtual time.')
  .meta({ examples: ['24h'] });

const warmUp = duration
  .prefault('0s')
  .describe('Requests that arrive before this much has passed are simulated but not counted.')
  .meta({ examples: ['10m'] });

const drainError = (issue: { readonly input?: unknown }) => `expected unlimited or a duration such as 30s, found ${shown(issue.input)}`;

const drain = z
  .union([
    z
      .literal('unlimited', { error: drainError })
      .describe('Every request is driven to an outcome.')
      .meta({ examples: ['unlimited'] }),
    duration.describe('Requests still open this long after the end count as in flight.').meta({ examples: ['30s'] }),
  ])
  .prefault('unlimited')
  .describe('How long requests may go on after the last arrival.')
  .meta({ examples: ['unlimited'] });

/** When the run begins, in which zone, how long it is. */
export const timeSchema = z
  .strictObject({ start, zone, length, warmUp, drain })
  // A length of nothing has its own fault.
  .refine((time) => time.warmUp < time.length || time.length <= 0, { error: 'expected warmUp to be shorter than length', path: ['warmUp'] })
  .prefault({})
  .describe('When the run begins, in which zone, and how long it is.')
  .meta({ examples: [{ start: '2026-03-02T00:00', zone: 'Asia/Shanghai', length: '24h' }] });
