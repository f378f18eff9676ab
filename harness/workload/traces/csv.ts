import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { columnsOf, namedColumns, tickOption } from './reading/options.ts';
import { readTable } from './reading/table.ts';
import type { TraceFormat } from './trace.ts';

const usual = { time: 'queued', unit: 's', decimal: 'comma', tick: '0ms' };

const sample =
  'queued;sent;prompt_tokens;cached;completion_tokens;reasoning\n1,500;1,600;900;100;200;50\n1,500;1,800;400;0;310;90\n4,125;4,130;750;250;80;20\n';

/** Anybody's table of requests. */
export const csv = define({
  name: 'csv',
  summary: 'a table with a header: one column of arrival times, one each of input and output tokens; separator , ; tab or |',
  formula:
    'one request a row; 0 tokens: unknown. Names match whatever their case, blanks, _ - and dots; rows are sorted by time, lines without content passed over',
  options: z
    .strictObject({
      ...namedColumns,
      decimal: z
        .enum(['point', 'comma'])
        .default('point')
        .meta({ description: 'Which mark begins a fraction; the other one may group thousands', examples: ['comma'] }),
      tick: tickOption('0ms'),
    })
    .meta({ description: 'Which columns of the table to read, and how', examples: [{ time: 'created_at', unit: 'ms' }] }),
  examples: [
    [usual, { ...usual, time: 'sent' }],
    [usual, { ...usual, unit: 'ms' }],
    [usual, { ...usual, input: 'cached' }],
    [usual, { ...usual, output: 'reasoning' }],
    [usual, { ...usual, decimal: 'point' }],
    [usual, { ...usual, tick: '1s' }],
  ],
  create: ({ unit, decimal, tick, ...names }): TraceFormat => ({
    sample,
    read: (text, file) => readTable(text, file, { columns: columnsOf(names), unit, decimal, tickMs: tick }),
  }),
});
