import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { shown } from '../kernel/units.ts';
import { calendarOf, dayMs, weekdayOf } from './calendar.ts';
import type { Curve, CurveScope, PartScope } from './curve.ts';
import type { Level } from './level.ts';
import { type Piece, stepsOf } from './pieces.ts';
import { timeOfDay } from './time-point.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof weekdays)[number];

export interface WindowOptions {
  readonly days: readonly Weekday[];
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly outside: number;
}

const dayError = (issue: { readonly input?: unknown }) => `expected a day, one of ${weekdays.join(', ')}; found ${shown(issue.input)}`;

function windowOptions(level: Level, written: (value: number) => unknown, example: unknown): z.ZodType<WindowOptions, unknown> {
  return z
    .strictObject({
      days: z
        .array(
          z
            .enum(weekdays, { error: dayError })
            .describe('A day of the week')
            .meta({ examples: ['mon'] }),
        )
        .min(1, { error: 'expected at least one day' })
        .default([...weekdays])
        .describe('Days on which the window opens; all by default')
        .meta({ examples: [['mon', 'fri']] }),
      from: timeOfDay
        .prefault('00:00')
        .refine((minute) => minute < 1440, { error: 'expected a time of day before "24:00"' })
        .describe('When it opens')
        .meta({ examples: ['09:00'] }),
      to: timeOfDay
        .prefault('24:00')
        .describe('When it closes; on the next day when that is not after `from`')
        .meta({ examples: ['17:30'] }),
      value: level.describe('Value from opening (inclusive) to closing (exclusive)').meta({ examples: [written(2)] }),
      outside: level
        .prefault(written(0) as never)
        .describe('Value at all other times')
        .meta({ examples: [written(1)] }),
    })
    .refine(({ from, to }) => from % 1440 !== to % 1440 || to - from === 1440, { error: 'expected from and to to differ', path: ['to'] })
    .describe('A value on some days between two times of day')
    .meta({ examples: [example] });
}

/** One value inside a weekly window of local time and another one outside. */
export function window(level: Level, written: (value: number) => unknown) {
  const example = { days: ['mon', 'tue'], from: '09:00', to: '17:00', value: written(2) };
  return define<WindowOptions, Curve, PartScope>({
    name: 'window',
    summary: 'one value between two times of day on some days of the week, another one outside',
    formula:
      'c(t) = value for from ≤ local time < to on the days that are named (a window over midnight belongs to the day on which it opens), else outside',
    options: windowOptions(level, written, example),
    examples: [
      [example, { ...example, days: ['mon', 'wed'] }],
      [example, { ...example, from: '10:00' }],
      [example, { ...example, to: '06:00' }],
      [example, { ...example, value: written(3) }],
      [example, { ...example, outside: written(1) }],
    ],
    create: (options, scope) => ({ steps: () => windowSteps(options, scope.run) }),
  });
}

function windowSteps({ days, from, to, value, outside }: WindowOptions, scope: CurveScope) {
  const calendar = calendarOf(scope);
  const pieces: Piece[] = [];
  const closing = to > from ? to : to + 1440;
  // The day before the first one: its window may still be open at the start.
  for (let day = calendar.firstDay - 1; day <= calendar.lastDay; day++) {
    if (!days.includes(weekdays[weekdayOf(day)] as Weekday)) continue;
    pieces.push([calendar.sinceStart(day * dayMs + from * 60_000), value]);
    pieces.push([calendar.sinceStart(day * dayMs + closing * 60_000), outside]);
  }
  return stepsOf(pieces, outside);
}
