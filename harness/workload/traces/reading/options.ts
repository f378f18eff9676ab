import { z } from 'zod';
import { duration, shown } from '../../../../sim/kernel/units.ts';
import type { ColumnNames } from './columns.ts';
import { timeUnits } from './timestamps.ts';

/** Options that the formats without fixed columns share, and what they mean. */

const times = [
  'timestamp',
  'time',
  'datetime',
  'date_time',
  'ts',
  'arrival',
  'arrived_at',
  'arrival_time',
  'created',
  'created_at',
  'start',
  'start_time',
  'started_at',
  'request_time',
];
const inputs = [
  'input_tokens',
  'input',
  'prompt_tokens',
  'context_tokens',
  'request_tokens',
  'input_length',
  'tokens_in',
  'num_prefill_tokens',
];
const outputs = [
  'output_tokens',
  'output',
  'completion_tokens',
  'generated_tokens',
  'response_tokens',
  'output_length',
  'tokens_out',
  'num_decode_tokens',
];

const columnName = z
  .string()
  .min(1, { error: 'expected the name of a column, found ""' })
  .meta({ description: 'Name of the column', examples: ['prompt_tokens'] });
const noColumn = z
  .literal(false, { error: (issue) => `expected the name of a column, or false, found ${shown(issue.input)}` })
  .meta({ description: 'The file has no such column', examples: [false] });

export const namedColumns = {
  time: columnName
    .optional()
    .meta({ description: `Column of the arrival time; without it the one of these names: ${times.join(', ')}`, examples: ['created_at'] }),
  unit: z
    .enum(timeUnits)
    .default('iso')
    .meta({ description: 'What the time column holds: instants (iso), or numbers in s, ms, us or ns, from any start', examples: ['s'] }),
  input: z
    .union([columnName, noColumn])
    .optional()
    .meta({
      description: `Column of the input tokens; false: the file has none. Without it the one of these names: ${inputs.join(', ')}`,
      examples: ['prompt_tokens'],
    }),
  output: z
    .union([columnName, noColumn])
    .optional()
    .meta({
      description: `Column of the output tokens; false: the file has none. Without it the one of these names: ${outputs.join(', ')}`,
      examples: ['completion_tokens'],
    }),
};

/** `tick` with the default of a format, as written in a file. */
export function tickOption(usual: string) {
  return duration.prefault(usual).meta({
    description:
      'Grid to which the recording rounded its times: rows of one instant are spread evenly over it, never past the next instant; 0ms leaves them together',
    examples: ['3s'],
  });
}

export interface NamedColumns {
  readonly time?: string | undefined;
  readonly input?: string | false | undefined;
  readonly output?: string | false | undefined;
}

/** The names to look for: the written one alone, else every usual one. */
export function columnsOf({ time, input, output }: NamedColumns): ColumnNames {
  const names = (written: string | false | undefined, usual: readonly string[]) =>
    written === false ? (false as const) : written === undefined ? usual : [written];
  return { time: time === undefined ? times : [time], input: names(input, inputs), output: names(output, outputs) };
}
