import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { readJsonLines } from './reading/json-lines.ts';
import { tickOption } from './reading/options.ts';
import type { TraceFormat } from './trace.ts';

const columns = { time: ['timestamp'], input: ['input_length'], output: ['output_length'] };

const sample =
  '{"timestamp": 0, "input_length": 6758, "output_length": 500}\n{"timestamp": 0, "input_length": 7322, "output_length": 490}\n{"timestamp": 3000, "input_length": 7236, "output_length": 794}\n';

/**
 * Mooncake. The conversation trace stands on a grid of about 3 s with some ten rows a tick; replayed as it is, it would
 * arrive in bursts that nobody sent.
 */
export const mooncake = define({
  name: 'mooncake',
  summary: 'Mooncake traces (JSONL): timestamp (ms), input_length, output_length; rows of one tick are spread over 3 s',
  formula:
    'one request a line; k rows of one timestamp are spread evenly over `tick`, never past the next timestamp. Source: kvcache-ai/Mooncake; Qin et al., FAST 2025',
  options: z
    .strictObject({ tick: tickOption('3s') })
    .meta({ description: 'How times that were rounded to a grid are read', examples: [{ tick: '3s' }] }),
  examples: [[{ tick: '3s' }, { tick: '0ms' }]],
  create: ({ tick }): TraceFormat => ({
    sample,
    read: (text, file) => readJsonLines(text, file, { columns, unit: 'ms', decimal: 'point', tickMs: tick }),
  }),
});
