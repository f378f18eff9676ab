import { calendarOf, formatWallTime, timePointMs } from '../../sim/curves/calendar.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
import { timePoint } from '../../sim/curves/time-point.ts';
import { InputError } from '../../sim/kernel/problem.ts';

/** When the built-in day is at its fullest. */
const usual = '15:00';

/**
 * Where in a scenario's time a server begins, ms after its start: at a time of day, an offset or an instant; by default at
 * 15:00 of the first day, or at the start of a run that has no 15:00. InputError when that is no time of the run.
 */
export function startingPoint(at: string | undefined, calendar: CurveScope): number {
  const ms = pointMs(at ?? usual, calendar);
  const within = ms >= 0 && ms < calendar.lengthMs;
  if (at === undefined) return within ? ms : 0;
  if (within) return ms;
  const local = (sinceStart: number) => formatWallTime(calendarOf(calendar).localAt(sinceStart));
  const message = `expected a time of the run, from ${local(0)} to ${local(calendar.lengthMs)}, found ${local(ms)}`;
  throw new InputError([{ key: 'at', message }]);
}

function pointMs(text: string, calendar: CurveScope): number {
  const parsed = timePoint.safeParse(text);
  if (!parsed.success) throw new InputError(parsed.error.issues.map(({ message }) => ({ key: 'at', message })));
  return timePointMs(parsed.data, calendar);
}
