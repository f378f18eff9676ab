/** How an attempt can end, as the classifier sees it (MODEL: a closed set). */
export const attemptClasses = [
  'ok',
  'capacity',
  'rate_limited',
  'quota',
  'auth',
  'client_error',
  'server_error',
  'timeout',
  'truncated',
  'malformed',
  'connection',
  'unknown',
  'client_resource',
  'cancelled',
] as const;

/** How a request can end: as its last attempt did, or in one of three ways that only requests have. */
export const requestClasses = [...attemptClasses, 'deadline', 'shed', 'exhausted'] as const;

/** How an attempt ended. */
export type AttemptClass = (typeof attemptClasses)[number];
/** How a request ended. */
export type RequestClass = (typeof requestClasses)[number];
export type FailureClass = Exclude<RequestClass, 'ok'>;

/** Failures no retry of the same request on the same target can cure. */
export const hardClasses: ReadonlySet<AttemptClass> = new Set(['quota', 'auth', 'client_error']);

/** What a classifier makes of an attempt. */
export interface Outcome {
  readonly class: AttemptClass;
  /** Finer cause within the class, e.g. `context`, `provider`, `empty`. */
  readonly reason: string;
}

/** Why a request stopped trying; `none` when it was answered. */
export const gaveUpReasons = ['none', 'attempts', 'totalWait', 'deadline', 'hint', 'hard', 'noTarget', 'shed', 'budget'] as const;
export type GaveUpReason = (typeof gaveUpReasons)[number];
