import { DateTime, IANAZone } from 'luxon';
import { InputError } from '../kernel/problem.ts';
import { shown } from '../kernel/units.ts';
import type { TimePointSpec } from '../provider/spec.ts';
import type { CurveScope } from './curve.ts';
import { type OffsetTable, offsetAt, offsetTable, toEpoch } from './offsets.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/**
 * Curves are compiled this far past the run's end, where requests that are still open then drain (and batches finish);
 * the last value holds after that.
 */
export const tailMs = 7 * dayMs;

/**
 * The run's local time. A *local* time is a reading of the wall clock in the run's zone, as milliseconds from 1970-01-01T00:00
 * of that clock. A reading that occurs twice means the earlier one; a reading that is skipped means the moment of the jump.
 */
export interface Calendar {
  /** Local days (counted from 1970-01-01) that hold the run's start and the end of its tail. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Milliseconds since the run's start at which the wall clock shows `localMs`; negative before it. Never decreases with `localMs`. */
  sinceStart(localMs: number): number;
  /** What the wall clock shows so many milliseconds after the start. */
  localAt(sinceStartMs: number): number;
}

const wallTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

/** A wall time such as 2026-03-02T14:10 as local milliseconds; undefined when it is not one (no zone, no offset, an existing date). */
export function parseWallTime(text: string): number | undefined {
  if (!wallTimePattern.test(text)) return undefined;
  const parsed = DateTime.fromISO(text, { zone: 'utc' });
  return parsed.isValid ? parsed.toMillis() : undefined;
}

/** Local milliseconds as 2026-03-02T14:10, with seconds only where there are any. */
export function formatWallTime(localMs: number): string {
  const time = DateTime.fromMillis(localMs, { zone: 'utc' });
  return time.toISO({ includeOffset: false, suppressSeconds: true, suppressMilliseconds: true }) ?? '';
}

function wallTime(text: string, key: string): number {
  const local = parseWallTime(text);
  if (local !== undefined) return local;
  throw new InputError([{ key, message: `expected a local date and time such as 2026-03-02T14:10, found ${shown(text)}` }]);
}

/** Whether `zone` is a zone of the IANA data such as Asia/Shanghai or UTC; not an offset, whose spelling depends on the Node version. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && IANAZone.create(zone).isValid;
}

function checkZone(zone: string): void {
  if (isZone(zone)) return;
  throw new InputError([{ key: 'time.zone', message: `expected a time zone such as Europe/Berlin or UTC, found ${shown(zone)}` }]);
}

/** The instant (milliseconds since 1970 UTC) at which a run begins whose wall clock shows `start`; InputError when either is no good. */
export function startOf(start: string, zone: string): number {
  const local = wallTime(start, 'time.start');
  checkZone(zone);
  return toEpoch(offsetTable(zone, local - 2 * dayMs, local + 2 * dayMs), local);
}

/** The UTC offsets that a run uses: wall time and offset in minutes, at the start and at every change before the end. */
export function zoneOffsets(start: string, zone: string, lengthMs: number): readonly (readonly [string, number])[] {
  const startMs = startOf(start, zone);
  const table = offsetTable(zone, startMs, startMs + lengthMs);
  return table.fromMs.map((from, i) => {
    const offset = table.offsetMs[i] ?? 0;
    return [formatWallTime(Math.max(from, startMs) + offset), offset / 60_000] as const;
  });
}

const calendars = new WeakMap<CurveScope, Calendar>();

/** The calendar of a run, computed once per scope: a zone look-up costs tens of microseconds. */
export function calendarOf(scope: CurveScope): Calendar {
  let calendar = calendars.get(scope);
  if (calendar === undefined) {
    calendar = createCalendar(scope);
    calendars.set(scope, calendar);
  }
  return calendar;
}

function createCalendar({ startEpochMs, zone, lengthMs }: CurveScope): Calendar {
  const endMs = startEpochMs + lengthMs + tailMs;
  const table: OffsetTable = offsetTable(zone, startEpochMs - 2 * dayMs, endMs + 2 * dayMs);
  const local = (epochMs: number) => epochMs + offsetAt(table, epochMs);
  return {
    firstDay: Math.floor(local(startEpochMs) / dayMs),
    lastDay: Math.floor(local(endMs) / dayMs),
    sinceStart: (localMs) => toEpoch(table, localMs) - startEpochMs,
    localAt: (sinceStartMs) => local(startEpochMs + sinceStartMs),
  };
}

/** Day of the week of a local day: 0 is Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The first reading at or after the start that a time of day means, or the one that an instant names. */
function readingOf(point: { readonly minuteOfDay: number } | { readonly instant: string }, calendar: Calendar): number {
  if ('instant' in point) return wallTime(point.instant, '');
  let local = calendar.firstDay * dayMs + point.minuteOfDay * 60_000;
  while (calendar.sinceStart(local) < 0) local += dayMs;
  return local;
}

/**
 * When a point in time comes, in milliseconds since the start: an offset as it is, a time of day the first time at or after
 * the start, an instant as the wall clock of the run's zone shows it (negative before the start).
 */
export function timePointMs(point: TimePointSpec, scope: CurveScope): number {
  if ('offset' in point) return point.offset;
  const calendar = calendarOf(scope);
  return calendar.sinceStart(readingOf(point, calendar));
}

/**
 * Every time at which a point in time comes, ascending, in milliseconds since the start: once, or with `daily` at the same
 * wall time of every local day from then to the end of the run's tail. InputError when an instant lies before the start.
 */
export function timePoints(point: TimePointSpec, daily: boolean, scope: CurveScope): readonly number[] {
  const calendar = calendarOf(scope);
  const first = timePointMs(point, scope);
  if (first < 0) {
    const found = 'instant' in point ? point.instant : formatWallTime(calendar.localAt(first));
    throw new InputError([{ message: `${found} lies before the start of the run, ${formatWallTime(calendar.localAt(0))}` }]);
  }
  const points = [first];
  if (!daily) return points;
  const reading = 'offset' in point ? calendar.localAt(point.offset) : readingOf(point, calendar);
  const end = scope.lengthMs + tailMs;
  for (let local = reading + dayMs; calendar.sinceStart(local) < end; local += dayMs) points.push(calendar.sinceStart(local));
  return points;
}
