import type { Problem } from '../../sim/kernel/problem.ts';

/** What keeps a value from being the name of a file or folder to write; `what` is `a file` or `a folder`. */
export function nameProblems(option: string, what: string, name: string | undefined): readonly Problem[] {
  if (name === undefined) return [];
  const expected = `expected the name of ${what}`;
  if (name === '') return [{ file: option, message: `${expected}, found nothing` }];
  if (name.startsWith('--'))
    return [{ file: option, message: `${expected}, found the option ${name}; write ./${name} if it is called that` }];
  return [];
}
