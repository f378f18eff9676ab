/** For clients around a call that throws whatever went wrong: all that can come back, what no retry cures included. */
export const everyFailure = [
  'capacity',
  'rate_limited',
  'quota',
  'auth',
  'client_error',
  'server_error',
  'connection',
  'timeout',
  'truncated',
  'malformed',
  'unknown',
] as const;

/** A ready strategy: data in the grammar of scenario files. */
export interface Preset {
  readonly name: string;
  /** One line, shown by `list` and in the docs. */
  readonly summary: string;
  /** Where its figures come from. */
  readonly source: string;
  /** As written in a file, without a name. */
  readonly strategy: Readonly<Record<string, unknown>>;
  /** What it should do besides, once that can be said; shown by `list`. */
  readonly lacks?: string;
}
