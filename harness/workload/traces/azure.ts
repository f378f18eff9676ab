import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { readTable } from './reading/table.ts';
import type { TraceFormat } from './trace.ts';

const columns = { time: ['TIMESTAMP'], input: ['ContextTokens'], output: ['GeneratedTokens'] };

const sample = 'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50.9951690,396,109\n';

/** The public Azure LLM inference traces. */
export const azure = define({
  name: 'azure',
  summary: 'Azure LLM inference traces: TIMESTAMP (instants), ContextTokens, GeneratedTokens',
  formula: 'one request a row. Source: Azure/AzurePublicDataset; Patel et al., "Splitwise", ISCA 2024',
  options: z.strictObject({}).meta({ description: 'This format has no options', examples: [{}] }),
  examples: [],
  create: (): TraceFormat => ({
    sample,
    read: (text, file) => readTable(text, file, { columns, unit: 'iso', decimal: 'point', tickMs: 0 }),
  }),
});
