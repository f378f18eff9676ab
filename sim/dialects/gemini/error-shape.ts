import type { ErrorDetail } from '../cause.ts';
import type { Headers } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { invalidKey, metrics, modelCapacity, saidWait } from './error-rows.ts';
import type { GeminiOptions } from './options.ts';
import { waitMsOf, waitSeconds } from './wait-seconds.ts';

export const geminiHeaders: Headers = { 'content-type': 'application/json; charset=UTF-8' };

/** JSON as the interface writes bodies: two spaces a level, and a line's end at the end. */
export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

interface GoogleError {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly object[] | undefined;
}

export function googleError({ code, message, status, details = [] }: GoogleError): { readonly error: GoogleError } {
  return { error: { code, message, status, ...(details.length > 0 && { details }) } };
}

/** The errors of one model. A body is text; an error in a stream is a value, which the stream writes in its way. */
export function geminiShape(model: string, { limits, retryDelay, retryAfter }: GeminiOptions): ErrorShape {
  /** Undefined where none is said. */
  const saidMs = ({ code, status }: ErrorRow, waitMs: number | undefined): number | undefined => {
    if (waitMs === undefined || (limits === 'bare' && status === 429)) return undefined;
    return saidWait(code, waitMs);
  };
  const delay = (row: ErrorRow, waitMs: number | undefined): string | undefined => {
    const ms = saidMs(row, waitMs);
    return ms === undefined ? undefined : waitSeconds(ms, retryDelay);
  };
  const inHeader = (row: ErrorRow, waitMs: number): number | undefined => {
    const ms = retryAfter ? saidMs(row, waitMs) : undefined;
    return ms === undefined ? undefined : Math.ceil(ms / 1000);
  };
  return {
    headers: geminiHeaders,
    body(row, message, form, detail) {
      const wait = delay(row, detail.waitMs);
      const details = [...detailsOf(row, message, model, detail), ...(wait === undefined ? [] : [retryInfo(wait)])];
      const error = googleError({ code: row.status, message, status: row.type ?? '', details });
      return form === 'stream' ? error : pretty(error);
    },
    waitHeaders(waitMs, row): Headers {
      const seconds = inHeader(row, waitMs);
      return seconds === undefined ? {} : { 'retry-after': String(seconds) };
    },
    saidWaitMs(waitMs, row) {
      const seconds = inHeader(row, waitMs);
      return seconds === undefined ? undefined : seconds * 1000;
    },
    bodyWaitMs: ({ waitMs }, row) => waitMsOf(delay(row, waitMs)),
  };
}

const rpc = 'type.googleapis.com/google.rpc.';

function retryInfo(retryDelay: string): object {
  return { '@type': `${rpc}RetryInfo`, retryDelay };
}

function detailsOf({ code }: ErrorRow, message: string, model: string, { limit }: ErrorDetail): readonly object[] {
  if (code === undefined) return [];
  if (metrics[code] !== undefined) return quotaDetails(code, model, limit);
  if (code === modelCapacity) return [errorInfo(code, 'cloudcode-pa.googleapis.com', { model })];
  if (code !== invalidKey) return [];
  const service = 'generativelanguage.googleapis.com';
  return [errorInfo(code, 'googleapis.com', { service }), { '@type': `${rpc}LocalizedMessage`, locale: 'en-US', message }];
}

function errorInfo(reason: string, domain: string, metadata: object): object {
  return { '@type': `${rpc}ErrorInfo`, reason, domain, metadata };
}

function quotaDetails(quotaId: string, model: string, limit: number | undefined): readonly object[] {
  const links = [{ description: 'Learn more about Gemini API quotas', url: 'https://ai.google.dev/gemini-api/docs/rate-limits' }];
  const violation = {
    quotaMetric: metrics[quotaId],
    quotaId,
    quotaDimensions: { model, location: 'global' },
    ...(limit !== undefined && { quotaValue: String(Math.round(limit)) }),
  };
  return [
    { '@type': `${rpc}Help`, links },
    { '@type': `${rpc}QuotaFailure`, violations: [violation] },
  ];
}
