import { InputError, type Problem } from '../../../../sim/kernel/problem.ts';

const listed = 20;

/** Everything wrong with one file, gathered so that it is reported at once. */
export interface Faults {
  /** `line` from 1; `column` is the column's name. */
  add(line: number | undefined, column: string | undefined, message: string): void;
  /** Throws an InputError when there was a fault: the first 20, then "… and n more". */
  check(): void;
}

export function faultsOf(file: string): Faults {
  const problems: Problem[] = [];
  let more = 0;
  return {
    add(line, column, message) {
      if (problems.length >= listed) more += 1;
      else problems.push({ file, ...(line !== undefined && { line }), ...(column !== undefined && { key: column }), message });
    },
    check() {
      if (problems.length === 0) return;
      throw new InputError(more === 0 ? problems : [...problems, { file, message: `… and ${more} more` }]);
    },
  };
}
