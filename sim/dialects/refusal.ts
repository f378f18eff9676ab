import type { Cause } from './cause.ts';
import type { ErrorRow } from './error-table.ts';

/** The names of an error, where the dialect has them. */
type Names = Pick<ErrorRow, 'type' | 'code' | 'param'>;

/** A row of a table of errors; a text without figures is a text. */
export function refusal(status: number, names: Names, message: string | ErrorRow['message']): ErrorRow {
  return { status, ...names, message: typeof message === 'string' ? () => message : message };
}

/** A figure as texts have it: a whole number from 0 up. */
export function whole(value: number | undefined): number {
  return Math.max(0, Math.round(value ?? 0));
}

/** The rows of quotas, where one wording with the unit in it serves them all; input and output are tokens alike. */
export function limitRows(
  limited: (unit: string) => ErrorRow,
): Readonly<Record<Extract<Cause, 'rate_limited' | 'requests' | 'tokens' | 'input-tokens' | 'output-tokens' | 'day'>, ErrorRow>> {
  const perMinute = limited('requests per minute');
  const tokens = limited('tokens per minute');
  return {
    rate_limited: perMinute,
    requests: perMinute,
    tokens,
    'input-tokens': tokens,
    'output-tokens': tokens,
    day: limited('requests per day'),
  };
}
