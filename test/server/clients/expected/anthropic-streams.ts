/** An error that is the first event of a stream of messages, and what the majors of `@ai-sdk/anthropic` make of it: a status, by which they retry or not. */
export interface FirstEvent {
  readonly type: string;
  readonly ai6: { readonly status: number; readonly attempts: number };
  readonly ai7: { readonly status: number; readonly attempts: number };
}

/** Version 3 tells an overload from everything else; version 4 has a status for each type. Source: the packages' own code. */
export const firstEvents: readonly FirstEvent[] = [
  { type: 'overloaded_error', ai6: { status: 529, attempts: 3 }, ai7: { status: 529, attempts: 3 } },
  { type: 'api_error', ai6: { status: 500, attempts: 1 }, ai7: { status: 500, attempts: 3 } },
  { type: 'rate_limit_error', ai6: { status: 500, attempts: 1 }, ai7: { status: 429, attempts: 3 } },
  { type: 'invalid_request_error', ai6: { status: 500, attempts: 1 }, ai7: { status: 400, attempts: 1 } },
];
