/** What comes of an error inside a 200 stream. */
export type Fate =
  /** Thrown as an error without a status; nothing is retried. */
  | 'thrown'
  /** Handed over as an event like any other; nothing is thrown. */
  | 'yielded'
  /** Retried as a 503 would be, and thrown as one in the end. */
  | 'retried'
  /** Handed over as the stream's part `error`; nothing is retried. */
  | 'part';

export interface Variant {
  /** Its name, and which events make it up. */
  readonly name: string;
  readonly events: readonly ('nested' | 'flat' | 'failed' | 'exhausted')[];
  readonly openai6: Fate;
  readonly openai7: Fate;
  readonly ai: { readonly beforeOutput: Fate; readonly afterOutput: Fate };
}

const ai = { beforeOutput: 'retried', afterOutput: 'part' } as const;

/** The published forms in which the Responses interface says at capacity inside a stream, and what each client makes of it. */
export const responsesVariants: readonly Variant[] = [
  { name: 'error nested in an event', events: ['nested'], openai6: 'thrown', openai7: 'thrown', ai },
  { name: 'nested, and no more retries', events: ['exhausted'], openai6: 'thrown', openai7: 'thrown', ai },
  { name: 'flat, as in the published schema', events: ['flat'], openai6: 'yielded', openai7: 'thrown', ai },
  { name: 'response.failed', events: ['failed'], openai6: 'yielded', openai7: 'yielded', ai },
  { name: 'as captured: nested, then response.failed', events: ['nested', 'failed'], openai6: 'thrown', openai7: 'thrown', ai },
];

/** What `@ai-sdk/openai` makes of codes and types before the first output: a status, by which it retries or not. */
export const streamStatus: readonly {
  readonly type: string;
  readonly code: string | null;
  readonly status: number;
  readonly attempts: number;
}[] = [
  { type: 'service_unavailable_error', code: 'server_is_overloaded', status: 503, attempts: 3 },
  { type: 'rate_limit_error', code: 'slow_down', status: 429, attempts: 3 },
  { type: 'requests', code: 'rate_limit_exceeded', status: 429, attempts: 3 },
  { type: 'insufficient_quota', code: 'insufficient_quota', status: 429, attempts: 1 },
  { type: 'insufficient_quota', code: 'credit_balance_exhausted', status: 429, attempts: 1 },
  { type: 'invalid_request_error', code: 'context_length_exceeded', status: 400, attempts: 1 },
  { type: 'timeout_error', code: null, status: 504, attempts: 3 },
  { type: 'server_error', code: null, status: 500, attempts: 3 },
];
