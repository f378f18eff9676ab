/** How a call ended, as far as its log says it. `capacity` and `rate_limited` are refusals. */
export type CallEnd = 'ok' | 'capacity' | 'rate_limited' | 'failed' | 'unknown';

/**
 * An instant as a log has it: `instant` ms since 1970 UTC, `wall` a reading of somebody's clock without a zone (ms from
 * 1970-01-01T00:00 of that clock), `offset` ms from the start of the recording.
 */
export interface LogTime {
  readonly kind: 'instant' | 'wall' | 'offset';
  readonly ms: number;
}

/** One row of a log, whatever its format. */
export interface Call {
  /** A request says that somebody asked, an attempt that the provider was asked. */
  readonly kind: 'request' | 'attempt';
  /** Of an attempt: whether it is the first one of its request. Of a request: whether one attempt was all. */
  readonly first: boolean;
  readonly time: LogTime;
  readonly end: CallEnd;
  /** From its beginning to its end; undefined where the log does not say. */
  readonly latencyMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly model: string;
  /** Of a log of several strategies: whose call it is. */
  readonly strategy: string;
  /** Recordings of the same days, one beside the other, by number; 0 where there is one. */
  readonly run: number;
  /** Calls that the row stands for, from 1. */
  readonly count: number;
}

/** What a row has when nothing else is said. */
export const plainCall = {
  kind: 'attempt',
  first: true,
  latencyMs: undefined,
  firstTokenMs: undefined,
  inputTokens: undefined,
  outputTokens: undefined,
  model: '',
  strategy: '',
  run: 0,
  count: 1,
} as const satisfies Partial<Call>;
