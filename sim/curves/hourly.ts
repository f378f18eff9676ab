import { calendarOf, dayMs, hourMs, weekdayOf } from './calendar.ts';
import type { CurveScope, Steps } from './curve.ts';
import { type Piece, stepsOf } from './pieces.ts';

/**
 * Steps from one value per local hour: 24 values repeat every day, 168 every week, the first of them on Monday 00:00. An
 * hour that the clock shows twice keeps its value for both, one that is skipped takes no time.
 */
export function hourlySteps(values: readonly number[], scope: CurveScope): Steps {
  const calendar = calendarOf(scope);
  const pieces: Piece[] = [];
  for (let day = calendar.firstDay; day <= calendar.lastDay; day++) {
    for (let hour = 0; hour < 24; hour++) {
      const value = values[(weekdayOf(day) * 24 + hour) % values.length];
      if (value !== undefined) pieces.push([calendar.sinceStart(day * dayMs + hour * hourMs), value]);
    }
  }
  return stepsOf(pieces);
}

export function meanOfValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
