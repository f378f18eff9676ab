import { cells } from './cells.ts';
import type { Lived } from './live-through.ts';

/** A call that two fetches live through differently. */
export interface Difference {
  readonly cell: string;
  /** What differs first, such as `error.cause.code: "ECONNRESET" against "UND_ERR_SOCKET"`; ours first. */
  readonly what: string;
}

/** Undici looks at its limits twice a second, and allows itself as much again. */
const lateMs = 1000;

/** One for each cell that differs, in the order of the cells. */
export function differencesOf(ours: ReadonlyMap<string, Lived>, nodes: ReadonlyMap<string, Lived>): readonly Difference[] {
  return cells.flatMap(({ name, limited }) => {
    const [mine, theirs] = [flat(ours.get(name)), flat(nodes.get(name))];
    const paths = [...new Set([...mine.keys(), ...theirs.keys()])];
    const near = (path: string): boolean => limited === true && /^endedAt$|\.closedAt$/.test(path);
    const differs = (path: string): boolean => {
      const [one, other] = [mine.get(path), theirs.get(path)];
      return near(path) ? !(Math.abs(Number(one) - Number(other)) <= lateMs) : one !== other;
    };
    const path = paths.find(differs);
    return path === undefined ? [] : [{ cell: name, what: `${path}: ${shown(mine.get(path))} against ${shown(theirs.get(path))}` }];
  });
}

/** Every value by its path. */
function flat(value: unknown, path = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) into.set(path, value);
  else for (const [name, inner] of Object.entries(value)) flat(inner, path === '' ? name : `${path}.${name}`, into);
  return into;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
