import { z } from 'zod';
import { formatDuration, parseDuration, shown } from '../kernel/units.ts';
import type { TimePointSpec } from '../provider/spec.ts';
import { parseWallTime } from './calendar.ts';

const timeOfDayPattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

function minuteOf(text: string): number | undefined {
  const match = timeOfDayPattern.exec(text);
  return match === null ? undefined : Number(match[1]) * 60 + Number(match[2]);
}

function formatMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function parseTimePoint(text: string): TimePointSpec | undefined {
  const minuteOfDay = minuteOf(text);
  if (minuteOfDay !== undefined) return { minuteOfDay };
  const offset = parseDuration(text);
  if (offset !== undefined) return { offset };
  return parseWallTime(text) === undefined ? undefined : { instant: text };
}

const pointText = 'expected a time of day such as "14:10", an offset from the start such as 60s or an instant such as 2026-03-02T14:10';

/** `"14:10"` (in the run's zone), an offset from the start such as `60s`, or an instant such as `2026-03-02T14:10`. */
export const timePoint = z.codec(
  z.string({ error: (issue) => `${pointText}, found ${shown(issue.input)}` }),
  z.custom<TimePointSpec>(() => true),
  {
    decode: (text, context) => {
      const point = parseTimePoint(text);
      if (point !== undefined) return point;
      context.issues.push({ code: 'custom', input: text, message: `${pointText}, found ${shown(text)}` });
      return z.NEVER;
    },
    encode: (point) => {
      if ('minuteOfDay' in point) return formatMinute(point.minuteOfDay);
      return 'offset' in point ? formatDuration(point.offset) : point.instant;
    },
  },
);

const dayText = 'expected a time of day from "00:00" to "24:00"';

/** `"09:00"`, up to `"24:00"`; minutes of the day inside. */
export const timeOfDay = z.codec(z.string({ error: (issue) => `${dayText}, found ${shown(issue.input)}` }), z.number(), {
  decode: (text, context) => {
    const minute = text === '24:00' ? 1440 : minuteOf(text);
    if (minute !== undefined) return minute;
    context.issues.push({ code: 'custom', input: text, message: `${dayText}, found ${shown(text)}` });
    return z.NEVER;
  },
  encode: formatMinute,
});
