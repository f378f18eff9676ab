/** What a client makes of an error inside a 200 stream, before its first output and after it. */
export type Fate =
  /** Throws an error without a status; retries nothing. */
  | 'throws'
  /** Hands it over as an event like any other; throws nothing. */
  | 'yields'
  /** Ends as if all were well; a program sees nothing but a short answer. */
  | 'misses'
  /** Before the first output: retries as after a 503, and throws a 503. After it: hands over a part `error`. */
  | 'retries';

export interface Variant {
  /** As the dialect's option has it. */
  readonly streamError: string;
  readonly openai6: Fate;
  readonly openai7: Fate;
  readonly ai: Fate;
  readonly langchain: Fate;
  /** Type of the event that is handed over where it is handed over. */
  readonly event: 'error' | 'response.failed';
}

/**
 * The published forms in which the Responses interface says at capacity inside a stream: nested as it was captured, with and
 * without the response.failed that may follow and with the header of a gateway that gave up; flat as the published schema has
 * it; response.failed alone. Source: captures, the published schema, and the code of the clients; of LangChain, what @langchain/openai 1.6.0 was seen to do.
 */
export const responsesVariants: readonly Variant[] = [
  { streamError: 'error', openai6: 'throws', openai7: 'throws', ai: 'retries', langchain: 'throws', event: 'error' },
  { streamError: 'exhausted', openai6: 'throws', openai7: 'throws', ai: 'retries', langchain: 'throws', event: 'error' },
  { streamError: 'error-and-failed', openai6: 'throws', openai7: 'throws', ai: 'retries', langchain: 'throws', event: 'error' },
  { streamError: 'flat', openai6: 'yields', openai7: 'throws', ai: 'retries', langchain: 'throws', event: 'error' },
  { streamError: 'failed', openai6: 'yields', openai7: 'yields', ai: 'retries', langchain: 'misses', event: 'response.failed' },
];

/** The nested form as it was captured, with the members that clients need of what the capture leaves out. */
export const capturedStream = `event: response.created
data: {"type":"response.created","response":{"id":"resp_1","object":"response","created_at":1780000000,"status":"in_progress","model":"gpt-9","output":[]},"sequence_number":0}

event: response.in_progress
data: {"type":"response.in_progress","response":{"id":"resp_1","object":"response","created_at":1780000000,"status":"in_progress","model":"gpt-9","output":[]},"sequence_number":1}

event: error
data: {"type":"error","error":{"type":"service_unavailable_error","code":"server_is_overloaded","message":"Our servers are currently overloaded. Please try again later.","param":null},"sequence_number":2}

`;

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
