import { z } from 'zod';
import { define } from '../kernel/plugin.ts';
import { shown } from '../kernel/units.ts';
import type { Curve, PartScope } from './curve.ts';
import { readCurveFile } from './curve-file.ts';
import { hourlySteps } from './hourly.ts';
import { stepsOf } from './pieces.ts';

/** Values from a CSV file. */
export const file = define<string, Curve, PartScope>({
  name: 'file',
  summary: 'values from a CSV file with the columns hour and value, or offset and value',
  formula:
    'hour,value: as hours, 24 rows (0 to 23) or 168 (0 is Monday 00:00), in any order; offset,value: as steps, offsets from the start such as 90s in order; values are numbers at least 0, rates per second',
  options: z
    .string({ error: (issue) => `expected the name of a CSV file, found ${shown(issue.input)}` })
    .min(1, { error: 'expected the name of a CSV file' })
    .describe('CSV file, relative to the scenario file')
    .meta({ examples: ['load-by-hour.csv'] }),
  examples: [['by-hour.csv', 'by-offset.csv']],
  create: (name, scope) => ({
    steps() {
      const found = readCurveFile(name, scope.run.folder);
      return found.by === 'hour' ? hourlySteps(found.values, scope.run) : stepsOf(found.pieces);
    },
  }),
});
