/**
 * What ends one strategy: `livelock` (events or sends without an end), `stalled` (requests wait and nothing could wake them),
 * `bound` (a part threw, or returned what its contract forbids; a run without measure), `code` (the user's own client could
 * not go on). What ends the program: `identity` (the books disagree).
 */
export type ErrorCode = 'livelock' | 'stalled' | 'identity' | 'bound' | 'code';

/** An error that a result or a caller can tell by its code. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'CodedError';
    this.code = code;
  }
}
