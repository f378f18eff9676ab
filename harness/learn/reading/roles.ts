import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';
import { plainName } from '../../workload/traces/reading/columns.ts';
import { unitsMs } from './times.ts';

/** What a column can say, and the names under which logs have it. */
export const roleNames = {
  time: [
    ...['time', 'timestamp', 'ts', 'start', 'start_time', 'started_at', 'sent_at', 'sent', 'called_at', 'created', 'created_at'],
    ...['datetime', 'date_time', 'request_time', 'arrival', 'arrived_at', 'arrival_time', 'queued_at', '@timestamp', 'date'],
  ],
  end: ['end', 'end_time', 'ended_at', 'finished_at', 'completed_at'],
  latency: [
    ...['latency', 'duration', 'elapsed', 'took', 'response_time', 'total_time', 'latency_ms', 'duration_ms', 'elapsed_ms', 'took_ms'],
    ...['total_ms', 'response_ms', 'latency_s', 'duration_s', 'elapsed_s', 'latency_seconds', 'duration_seconds', 'seconds'],
  ],
  firstToken: [
    ...['ttft', 'first_token', 'time_to_first_token', 'ttft_ms', 'first_token_ms', 'time_to_first_token_ms', 'ttft_s', 'first_token_s'],
  ],
  status: ['status', 'status_code', 'code', 'http_status', 'response_code', 'outcome', 'result', 'success'],
  error: ['error', 'error_type', 'error_code', 'error_message', 'error_class', 'exception'],
  model: ['model', 'target', 'deployment', 'engine', 'model_name'],
  request: [] as string[],
  attempt: ['attempt', 'try', 'attempt_number', 'retry', 'retries', 'retry_count'],
  input: [
    'input_tokens',
    'prompt_tokens',
    'tokens_in',
    'input',
    'usage.input_tokens',
    'usage.prompt_tokens',
    'context_tokens',
    'request_tokens',
  ],
  output: [
    ...['output_tokens', 'completion_tokens', 'tokens_out', 'tokens', 'output', 'usage.output_tokens', 'usage.completion_tokens'],
    ...['generated_tokens', 'response_tokens'],
  ],
  count: ['count', 'calls', 'requests'],
};

export type Role = keyof typeof roleNames;
export const roles = Object.keys(roleNames) as Role[];

/** A column as the user named it. */
export interface NamedColumn {
  readonly name: string;
  /** A unit behind a colon: s, ms, us or ns. */
  readonly unit: string | undefined;
}

/** `ts:ms` → name and unit. A colon before anything else belongs to the name. */
export function namedColumn(text: string): NamedColumn {
  const [, name, unit] = /^(.+):(\w+)$/.exec(text) ?? [];
  return name !== undefined && unit !== undefined && Object.hasOwn(unitsMs, unit) ? { name, unit } : { name: text, unit: undefined };
}

/** `start=ts,status=code` → columns by role; InputError for a role that there is not. `start` is another word for time. */
export function readColumns(text: string): Readonly<Record<string, string>> {
  const problems: string[] = [];
  const columns: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, word = '', name = ''] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    const role = roles.find((each) => plainName(each) === plainName(word)) ?? (plainName(word) === 'start' ? 'time' : undefined);
    if (name === '') problems.push(`expected what=column, found ${shown(part)}`);
    else if (role === undefined) problems.push(`expected one of ${roles.join(', ')}, found ${shown(word)}`);
    else if (Object.hasOwn(columns, role)) problems.push(`${role} stands twice`);
    else columns[role] = name;
  }
  if (problems.length > 0) throw new InputError(problems.map((message) => ({ file: '--columns', message })));
  return columns;
}

/** What a name says of its unit: `latency_ms`, `latencyMs`, `duration_seconds`. */
export function unitInName(name: string): string | undefined {
  if (/(?:^|[\s_.-])(?:ms|millis|milliseconds)$|[a-z]Ms$/.test(name)) return 'ms';
  if (/(?:^|[\s_.-])(?:us|micros|microseconds)$/.test(name)) return 'us';
  if (/(?:^|[\s_.-])(?:ns|nanos|nanoseconds)$|Nano$/.test(name)) return 'ns';
  return /(?:^|[\s_.-])(?:s|sec|secs|seconds)$/i.test(name) ? 's' : undefined;
}
