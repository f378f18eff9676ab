import type { Format, Report, Surroundings } from '../format.ts';
import { sweepOf } from '../sweep.ts';
import { comparisonLines } from './comparison.ts';
import { dayLines } from './day-lines.ts';
import { paint as paintOf } from './paint.ts';
import {
  alarmLines,
  closingLines,
  conductLines,
  countLines,
  explainedLines,
  failureLines,
  liveLines,
  noteLines,
  recommendationLines,
  scenarioLines,
  sloLines,
  verdictLines,
  warningLines,
} from './sections.ts';
import { sweepLines } from './sweep-table.ts';

/** Widest lines of prose, however wide the terminal. */
const widestProse = 100;

function print(report: Report, surroundings: Surroundings): string {
  const { columns, ascii = false } = surroundings;
  const paint = paintOf(surroundings.colour);
  const prose = Math.min(columns, widestProse);
  const sweep = sweepOf(report);
  const blocks = [
    verdictLines(report, prose, paint),
    [...scenarioLines(report, prose, paint), ...comparisonLines(report, columns, paint)],
    noteLines(report, prose, paint),
    sweep === null ? [] : sweepLines(sweep, columns, paint, ascii),
    dayLines(report, prose, ascii, paint),
    recommendationLines(report, prose, paint),
    sloLines(report, prose, paint),
    explainedLines(report, prose, paint),
    alarmLines(report, prose, paint),
    conductLines(report, prose, paint),
    failureLines(report, prose, paint),
    warningLines(report, prose, paint),
    liveLines(report, prose, paint),
    countLines(report, prose, paint),
    closingLines(surroundings, paint),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The verdict first, then the table, then why, and what to do next. */
export const terminal = {
  name: 'terminal',
  summary: 'verdict, table, recommendation and next commands for a person at a terminal',
  files: [],
  write: async () => [],
  print,
} satisfies Format;
