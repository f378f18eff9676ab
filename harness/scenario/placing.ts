import { formatProblem, type Problem } from '../../sim/kernel/problem.ts';
import type { SourceDocument } from './document.ts';
import type { Fault } from './faults.ts';
import { formatPath, type Path, valueAt } from './paths.ts';
import type { Part } from './places.ts';
import type { Edit } from './sets.ts';
import type { WithFiles } from './strategy-files.ts';

/** Where the values of a scenario come from: its text, options in the place of it, and strategy files. */
export interface Origins {
  /** None for a scenario that options alone make. */
  readonly document: SourceDocument | undefined;
  readonly edits: readonly Edit[];
  readonly files: WithFiles['files'];
}

/** A fault as a problem: with the option that brought the value, else with its file, line and column. */
export function placed({ document, edits, files }: Origins, path: Path, part: Part, message: string): Problem {
  const key = formatPath(path);
  // Inside what an option brought, or a map that only options made.
  const made = document === undefined || valueAt(document.value, path) === undefined;
  const edit = edits.findLast((each) => isWithin(path, each.path) || (made && isWithin(each.path, path)));
  if (edit !== undefined) return { file: edit.option, key, message };
  const [list, index, inner] = path;
  const file = list === 'strategies' ? files.get(Number(index)) : undefined;
  if (file !== undefined && inner !== undefined && !file.own.includes(String(inner))) {
    const found = file.document.problem(path.slice(2), part, message);
    return { ...found, key };
  }
  return document === undefined ? { key, message } : document.problem(path, part, message);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((segment, depth) => String(segment) === String(path[depth]));
}

/** Faults as problems: the first one of each place, and none that only follows from a variable that is not set. */
export function placedAll(origins: Origins, faults: readonly Fault[]): Problem[] {
  const first = new Map(faults.map((fault) => [`${fault.at} ${formatPath(fault.path)}`, fault] as const).reverse());
  return [...first.values()]
    .reverse()
    .map(({ path, at, message }) => placed(origins, path, at, message))
    .filter((problem) => origins.document?.doubtful(problem) !== true || problem.file !== origins.document.file);
}

/** In the order of the text, `first` before other files; what is wrong at one place in one way (an alias used twice) once. */
export function inOrder(problems: readonly Problem[], first?: string): Problem[] {
  const unique = new Map(
    problems.map((problem) => [formatProblem(problem.line === undefined ? problem : { ...problem, key: '' }), problem] as const).reverse(),
  );
  const order = [...unique.values()].reverse();
  const files = [...new Set([first, ...order.map(({ file }) => file)])];
  // What is said of a file as a whole comes after its lines; two of these differ by no number.
  const line = (problem: Problem): number => problem.line ?? Number.POSITIVE_INFINITY;
  return order.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || line(a) - line(b) || (a.column ?? 0) - (b.column ?? 0));
}
