import type { Format } from '../format.ts';
import { summaryCsv, summaryHeader } from './summary.ts';
import { timelineCsv, timelineHeader } from './timeline.ts';

/** Tables for spreadsheets and data frames. `--raw` adds `requests.csv` and `attempts.csv`, see `raw.ts`. */
export const csv: Format = {
  name: 'csv',
  summary: 'summary.csv, one row a strategy, and timeline.csv, one row a strategy and bucket of time',
  files: [
    { name: 'summary.csv', beginning: `${summaryHeader.slice(0, 3).join(',')},` },
    { name: 'timeline.csv', beginning: timelineHeader },
  ],
  write: async ({ result, summary }) => [
    { name: 'summary.csv', content: summaryCsv(summary) },
    { name: 'timeline.csv', content: timelineCsv(result) },
  ],
  print: ({ summary }) => summaryCsv(summary),
};
