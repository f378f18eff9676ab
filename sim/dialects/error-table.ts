import type { WireFacts } from '../kernel/transport.ts';
import type { Cause, ErrorDetail, ErrorForm } from './cause.ts';
import type { ErrorTable } from './dialect.ts';
import type { ErrorReply } from './error-reply.ts';
import { waitInText } from './reading/said-wait.ts';

/** One error of a dialect, as data. */
export interface ErrorRow {
  readonly status: number;
  /** Undefined where the dialect's errors have no such name. */
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  /** Sent as `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
  readonly message: (detail: ErrorDetail, model: string) => string;
}

/** How a dialect puts its errors on the wire. */
export interface ErrorShape {
  /** Name of its events in streams. */
  readonly event?: string | ((row: ErrorRow) => string) | undefined;
  body(row: ErrorRow, message: string, form: ErrorForm, detail: ErrorDetail): unknown;
  /** Headers of every error. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that say which error it is. */
  headersOf?(row: ErrorRow): Readonly<Record<string, string>>;
  waitHeaders(waitMs: number, row: ErrorRow): Readonly<Record<string, string>>;
  /** The wait that those headers say, ms; undefined: they say none. */
  saidWaitMs(waitMs: number, row: ErrorRow): number | undefined;
  /** The wait that a field of the body says, ms; undefined: none does. Texts are read for one in any case. */
  bodyWaitMs?(detail: ErrorDetail, row: ErrorRow, form: ErrorForm): number | undefined;
  /** The row as a stream has it; default: as it is. */
  inStream?(row: ErrorRow): ErrorRow;
}

const none: ErrorDetail = {};

/** The errors of a dialect for one model, from its rows. */
export function createErrorTable(rows: Readonly<Record<Cause, ErrorRow>>, shape: ErrorShape, model: string): ErrorTable {
  const rowOf = (cause: Cause, form: ErrorForm): ErrorRow => (form === 'stream' && shape.inStream?.(rows[cause])) || rows[cause];

  function factsOf(cause: Cause, form: ErrorForm, detail: ErrorDetail): WireFacts {
    const row = rowOf(cause, form);
    const inStream = form === 'stream';
    const message = row.message(detail, model);
    const inHeaders = inStream || detail.waitMs === undefined ? undefined : shape.saidWaitMs(detail.waitMs, row);
    return {
      how: inStream ? 'stream' : 'reply',
      status: inStream ? 200 : row.status,
      errorType: row.type,
      errorCode: row.code,
      message,
      retryAfterMs: inHeaders ?? shape.bodyWaitMs?.(detail, row, form) ?? waitInText(message),
      shouldRetry: inStream ? undefined : row.shouldRetry,
      afterTokens: 0,
      complete: !inStream,
    };
  }

  /** Made when they are first asked for: most models say few of their errors. */
  const plain = { status: new Map<Cause, WireFacts>(), stream: new Map<Cause, WireFacts>() };
  function plainFacts(cause: Cause, form: ErrorForm): WireFacts {
    let facts = plain[form].get(cause);
    if (facts === undefined) {
      facts = Object.freeze(factsOf(cause, form, none));
      plain[form].set(cause, facts);
    }
    return facts;
  }

  return {
    facts: plainFacts,
    waiting(cause, waitMs) {
      const inHeaders = shape.saidWaitMs(waitMs, rows[cause]);
      return withWait(plainFacts(cause, 'status'), inHeaders ?? factsOf(cause, 'status', { waitMs }).retryAfterMs);
    },
    detailed: factsOf,
    reply(cause, form, detail = none): ErrorReply {
      const row = rowOf(cause, form);
      const body = shape.body(row, row.message(detail, model), form, detail);
      const { event } = shape;
      if (form === 'stream') return { status: 200, headers: {}, body, event: typeof event === 'function' ? event(row) : event };
      const headers: Record<string, string> = { ...shape.headers, ...shape.headersOf?.(row) };
      if (row.shouldRetry !== undefined) headers['x-should-retry'] = String(row.shouldRetry);
      if (detail.waitMs !== undefined) Object.assign(headers, shape.waitHeaders(detail.waitMs, row));
      return { status: row.status, headers, body };
    },
  };
}

/** Field by field: a quota refuses by the million, and spreading a frozen object is slow. */
function withWait(facts: WireFacts, retryAfterMs: number | undefined): WireFacts {
  const { how, status, errorType, errorCode, message, shouldRetry, afterTokens, complete } = facts;
  return { how, status, errorType, errorCode, message, retryAfterMs, shouldRetry, afterTokens, complete };
}
