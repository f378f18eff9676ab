import type { Change } from './seen.ts';

export interface Occurrences {
  /** One happened. */
  seen(ms: number): Change;
  look(ms: number): Change;
  /** When the last one happened. */
  readonly last: number | undefined;
}

/** Raised by the first one, cleared when more than `quietMs` has passed without another. */
export function createOccurrences(quietMs: number): Occurrences {
  let last: number | undefined;
  let raised = false;
  return {
    get last() {
      return last;
    },
    seen(ms) {
      last = ms;
      if (raised) return undefined;
      raised = true;
      return 'raised';
    },
    look(ms) {
      if (!raised || last === undefined || ms - last <= quietMs) return undefined;
      raised = false;
      return 'cleared';
    },
  };
}
