/**
 * Why a provider says no. The names of quotas (`requests` … `concurrent`) are those of the bucket that refused;
 * `rate_limited` is any of them where nobody counted; `quota` is money or a plan that is used up.
 */
export const causes = [
  'capacity',
  'rate_limited',
  'requests',
  'tokens',
  'input-tokens',
  'output-tokens',
  'day',
  'concurrent',
  'quota',
  'auth',
  'permission',
  'not_found',
  'client_error',
  'server_error',
  'context_length',
  'request_too_large',
] as const;

export type Cause = (typeof causes)[number];

/** status: an HTTP error · stream: an error event inside a 200 whose headers are long sent. */
export type ErrorForm = 'status' | 'stream';

/** Figures of one refusal, where they are known. */
export interface ErrorDetail {
  /** The exact wait until it would be admitted; each dialect says it as finely as its wire can. */
  readonly waitMs?: number | undefined;
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
  readonly requested?: number | undefined;
  /** Stands in the bodies of dialects that repeat it there. */
  readonly requestId?: string | undefined;
  /** Now, ms since 1970, for dialects that say when something comes back. */
  readonly epochMs?: number | undefined;
}
