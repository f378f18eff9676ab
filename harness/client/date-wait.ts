import type { Headers } from '../../sim/dialects/error-reply.ts';

/**
 * The wait that `retry-after` says as a date, ms; undefined where it says none. It is taken from the answer's own date where
 * that has one, because the clocks of two machines differ; else from `epochMs`, now in ms since 1970. Never below 0.
 */
export function dateWaitMs(headers: Headers, epochMs: number): number | undefined {
  const until = epochOf(headers['retry-after']);
  if (until === undefined) return undefined;
  return Math.max(0, until - (epochOf(headers.date) ?? epochMs));
}

/** Ms since 1970 of a date as HTTP writes them: `Mon, 02 Mar 2026 15:00:00 GMT`; undefined where it is none. */
export function epochOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2,8}, .*GMT$/.test(text.trim())) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
