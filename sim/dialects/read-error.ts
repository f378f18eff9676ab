import type { WireFacts } from '../kernel/transport.ts';

/** What a client sees of a whole answer with this status, these headers and this body (JSON text or its value), whatever the dialect. */
export function readError(status: number, headers: Readonly<Record<string, string>>, body: unknown): WireFacts {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const json = jsonOf(body);
  const error = errorOf(json);
  return {
    how: 'reply',
    status,
    errorType: textOf(error?.type),
    errorCode: textOf(error?.code) ?? textOf(fieldsOf(error?.details)?.error_code),
    message: textOf(error?.message),
    retryAfterMs: waitOf(lower.get('retry-after-ms'), 1) ?? waitOf(lower.get('retry-after'), 1000),
    shouldRetry: flagOf(lower.get('x-should-retry')),
    afterTokens: 0,
    complete: true,
    ...(json === undefined && body !== undefined && { parsed: false }),
  };
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function errorOf(json: unknown): Fields | undefined {
  return fieldsOf(fieldsOf(json)?.error);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Milliseconds from a header that holds a number of units; a date says nothing without a clock. 0 is a wait of 0. */
function waitOf(text: string | undefined, unitMs: number): number | undefined {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text) * unitMs;
}

function flagOf(text: string | undefined): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
