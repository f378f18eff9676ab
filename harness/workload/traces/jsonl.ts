import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { readJsonLines } from './reading/json-lines.ts';
import { columnsOf, namedColumns, tickOption } from './reading/options.ts';
import type { TraceFormat } from './trace.ts';

const usual = { time: 'queued', unit: 's', tick: '0ms' };

const sample =
  '{"queued": 1.5, "sent": 1.6, "prompt_tokens": 900, "cached": 100, "completion_tokens": 200, "detail": {"reasoning": 50}}\n{"queued": 1.5, "sent": 1.8, "prompt_tokens": 400, "cached": 0, "completion_tokens": 310, "detail": {"reasoning": 90}}\n{"queued": 4.125, "sent": 4.13, "prompt_tokens": 750, "cached": 250, "completion_tokens": 80, "detail": {"reasoning": 20}}\n';

/** Anybody's log of requests. */
export const jsonl = define({
  name: 'jsonl',
  summary: 'one JSON object a line: one field of arrival times, one each of input and output tokens; a.b finds a field within a field',
  formula:
    'one request a line; 0 tokens: unknown. Names match whatever their case, blanks, _ and -; rows are sorted by time, blank lines passed over',
  options: z.strictObject({ ...namedColumns, tick: tickOption('0ms') }).meta({
    description: 'Which fields of the objects to read, and how',
    examples: [{ time: 'created', unit: 's', input: 'usage.prompt_tokens' }],
  }),
  examples: [
    [usual, { ...usual, time: 'sent' }],
    [usual, { ...usual, unit: 'ms' }],
    [usual, { ...usual, input: 'cached' }],
    [usual, { ...usual, output: 'detail.reasoning' }],
    [usual, { ...usual, tick: '1s' }],
  ],
  create: ({ unit, tick, ...names }): TraceFormat => ({
    sample,
    read: (text, file) => readJsonLines(text, file, { columns: columnsOf(names), unit, decimal: 'point', tickMs: tick }),
  }),
});
