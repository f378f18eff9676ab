import type { ErrorDetail } from '../cause.ts';
import type { Headers } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { type OpenaiOptions, openaiDefaults } from './options.ts';

/** How long a plan's usage limit lasts where nothing says it, seconds. */
const usualReset = 18_000;

const usageLimit = 'usage_limit_reached';

function resetSeconds({ waitMs }: ErrorDetail): number {
  return waitMs === undefined ? usualReset : Math.ceil(waitMs / 1000);
}

/** UNVERIFIED: the name of the plan, and `x-codex-active-limit`. */
function usageLimitBody({ type }: ErrorRow, message: string, detail: ErrorDetail): object {
  const seconds = resetSeconds(detail);
  const at = detail.epochMs === undefined ? {} : { resets_at: Math.floor(detail.epochMs / 1000) + seconds };
  return { error: { type, message, plan_type: 'plus', ...at, resets_in_seconds: seconds } };
}

/** How OpenAI puts errors on the wire. UNVERIFIED: that it sends `retry-after-ms`, which its clients read first. */
export function shapeOf({ retryAfter }: OpenaiOptions): ErrorShape {
  const said = (row: ErrorRow): boolean => retryAfter !== 'text' && row.type !== usageLimit;
  return {
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_simulated' },
    body(row, message, _form, detail) {
      if (row.type === usageLimit) return usageLimitBody(row, message, detail);
      return { error: { message, type: row.type, param: row.param ?? null, code: row.code ?? null } };
    },
    headersOf: (row): Headers => (row.type === usageLimit ? { 'x-codex-active-limit': 'primary' } : {}),
    waitHeaders(waitMs, row) {
      if (!said(row)) return {};
      const seconds = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
      return retryAfter === 'both' ? { ...seconds, 'retry-after-ms': String(waitMs) } : seconds;
    },
    saidWaitMs(waitMs, row) {
      if (!said(row)) return undefined;
      return retryAfter === 'both' ? waitMs : Math.ceil(waitMs / 1000) * 1000;
    },
    bodyWaitMs: (detail, row) => (row.type === usageLimit ? resetSeconds(detail) * 1000 : undefined),
  };
}

export const openaiShape = shapeOf(openaiDefaults);
