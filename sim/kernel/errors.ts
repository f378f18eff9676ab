/** Errors that end one strategy (`livelock`, `stalled`) or the program (`identity`, `bound`); each has a code. */
export type ErrorCode = 'livelock' | 'stalled' | 'identity' | 'bound';

export class CodedError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'CodedError';
    this.code = code;
  }
}
