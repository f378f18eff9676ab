import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { tickOption } from './reading/options.ts';
import { readTable } from './reading/table.ts';
import type { TraceFormat } from './trace.ts';

const columns = { time: ['Timestamp'], input: ['Request tokens'], output: ['Response tokens'] };

const sample =
  'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n5,GPT-4,0,0,0,Conversation log\n45,ChatGPT,1087,230,1317,Conversation log\n';

/**
 * BurstGPT. Its failed requests have 0 request and 0 response tokens: they did arrive, what they asked and would have
 * been answered is unknown, so they stay as arrivals of unknown size.
 */
export const burstgpt = define({
  name: 'burstgpt',
  summary: 'BurstGPT traces: Timestamp (whole seconds), Request tokens, Response tokens; failed rows (0, 0) stay, of unknown size',
  formula: 'one request a row; k rows of one second are spread evenly over `tick`. Source: HPMLL/BurstGPT; Wang et al., "BurstGPT", 2024',
  options: z
    .strictObject({ tick: tickOption('1s') })
    .meta({ description: 'How times that were rounded to a grid are read', examples: [{ tick: '1s' }] }),
  examples: [[{ tick: '1s' }, { tick: '0ms' }]],
  create: ({ tick }): TraceFormat => ({
    sample,
    read: (text, file) => readTable(text, file, { columns, unit: 's', decimal: 'point', tickMs: tick }),
  }),
});
