import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import type { Curve, PartScope } from './curve.ts';
import { hourlySteps, meanOfValues } from './hourly.ts';
import type { Level } from './level.ts';

const office = [0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 6, 6, 6, 6, 6, 6, 4, 2, 0, 0, 0, 0, 0, 0];
const evening = office.map((_, hour) => (hour >= 18 ? 5 : 0));

/** A value for each hour of the local day or week. */
export function hours(level: Level, written: (value: number) => unknown) {
  return define<readonly number[], Curve, PartScope>({
    name: 'hours',
    summary: 'one value for each hour of the day (24 values) or of the week (168 values from Monday 00:00)',
    formula: 'c(t) = values[local hour of the day, or of the week]; an hour that the clock shows twice keeps its value for both',
    options: z
      .array(level)
      .refine((values) => values.length === 24 || values.length === 168, {
        error: (issue) => `expected 24 or 168 values, found ${(issue.input as readonly unknown[]).length}`,
      })
      .describe('24 values (hour 0 is 00:00 of the local day) or 168 (hour 0 is Monday 00:00)')
      .meta({ examples: [office.map(written)] }),
    examples: [[office.map(written), evening.map(written)]],
    create: (values, scope) => ({ steps: () => hourlySteps(values, scope.run), periodMean: () => meanOfValues(values) }),
  });
}
