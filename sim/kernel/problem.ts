/** One thing wrong with what the user wrote: where, what was expected, what was found. */
export interface Problem {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** Path of the key, e.g. `workload.arrivals.poisson.rate`. */
  readonly key?: string;
  /** A whole sentence part: "expected a duration such as 30s, found 30 (the unit is missing)". */
  readonly message: string;
}

/** Everything wrong with an input, all at once; the command line prints one line each and exits with 2. */
export class InputError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'InputError';
    this.problems = problems;
  }
}

/** `file:line:column key: message`, leaving out what is not known. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  const key = problem.key === undefined || problem.key === '' ? '' : `${problem.key}: `;
  return `${place === '' ? '' : `${place} `}${key}${problem.message}`;
}
