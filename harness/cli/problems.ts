import { InputError, type Problem } from '../../sim/kernel/problem.ts';

/** Gathers what is wrong, so that all of it is said at once. */
export interface Collector {
  readonly problems: Problem[];
  /** What `read` gives; undefined when it throws an InputError, whose problems are kept. */
  readonly attempt: <Value>(read: () => Value) => Value | undefined;
}

export function collector(): Collector {
  const problems: Problem[] = [];
  return {
    problems,
    attempt(read) {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        problems.push(...error.problems);
        return undefined;
      }
    },
  };
}
