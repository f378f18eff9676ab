import type { Problem } from '../../sim/kernel/problem.ts';
import { readValue } from './document.ts';
import { formatPath, isStructure, type Path, parsePath, valueAt, withValueAt } from './paths.ts';
import { slug } from './source.ts';
import { suggest } from './suggest.ts';

/** A value that an option put in the place of what the file says. */
export interface Edit {
  readonly path: Path;
  /** The option as typed, for problems: `--set seed=9`. */
  readonly option: string;
}

export interface Edited {
  readonly value: unknown;
  readonly edits: readonly Edit[];
  readonly problems: readonly Problem[];
}

/** What an entry of `strategies:` is called: its name, its preset's or its file's. */
export function entryName(entry: unknown): string | undefined {
  if (!isStructure(entry)) return undefined;
  if (typeof entry.name === 'string') return entry.name;
  if (typeof entry.preset === 'string') return entry.preset;
  return typeof entry.file === 'string' ? slug(entry.file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')) : undefined;
}

/**
 * Applies `--set a.b.c=value` in the order given. The value is YAML; parts of the path are keys, list positions from 0 or
 * strategy names. Keys that hold dots may be quoted or written as they are. `prepare` may write out what a path goes into.
 */
export function applySets(
  value: unknown,
  sets: readonly string[],
  prepare: (value: unknown, path: Path) => unknown = (unchanged) => unchanged,
): Edited {
  const edits: Edit[] = [];
  const problems: Problem[] = [];
  let edited = value;
  for (const set of sets) {
    const option = `--set ${set}`;
    const found = readSet(edited, set);
    if ('message' in found) {
      problems.push({ file: option, ...(found.key === undefined ? {} : { key: found.key }), message: found.message });
      continue;
    }
    edited = withValueAt(prepare(edited, found.path), found.path, found.value);
    edits.push({ path: found.path, option });
  }
  return { value: edited, edits, problems };
}

type Read = { readonly path: Path; readonly value: unknown } | { readonly message: string; readonly key?: string };

function readSet(root: unknown, set: string): Read {
  const equals = set.indexOf('=');
  const parts = equals < 1 ? undefined : parsePath(set.slice(0, equals).trim());
  if (parts === undefined) return { message: 'expected key=value, such as workload.clients=5' };
  const path = resolvePath(root, parts);
  if ('message' in path) return { message: path.message, key: formatPath(parts) };
  const read = readValue(set.slice(equals + 1));
  return 'message' in read ? { message: read.message, key: formatPath(path.path) } : { path: path.path, value: read.value };
}

/** The path that the parts mean in a value: list positions as numbers, names of entries looked up, dotted keys joined. */
export function resolvePath(root: unknown, parts: readonly string[]): { readonly path: Path } | { readonly message: string } {
  const path: PropertyKey[] = [];
  let rest = [...parts];
  while (rest.length > 0) {
    const at = valueAt(root, path);
    const step = Array.isArray(at) ? stepIntoList(at, rest) : stepIntoMap(at, rest);
    if ('message' in step) return step;
    path.push(step.key);
    rest = rest.slice(step.used);
  }
  if (path.some((part) => part === '__proto__')) return { message: 'this name cannot be used as a key' };
  return { path };
}

type Step = { readonly key: PropertyKey; readonly used: number } | { readonly message: string };

/** The longest run of parts that is a key of the map; else the first part, as a new key. */
function stepIntoMap(at: unknown, parts: readonly string[]): Step {
  for (let used = isStructure(at) ? parts.length : 0; used > 0; used -= 1) {
    const key = parts.slice(0, used).join('.');
    if (isStructure(at) && Object.hasOwn(at, key)) return { key, used };
  }
  return { key: parts[0] ?? '', used: 1 };
}

function stepIntoList(list: readonly unknown[], parts: readonly string[]): Step {
  const names = list.map(entryName);
  for (let used = parts.length; used > 0; used -= 1) {
    const index = names.indexOf(parts.slice(0, used).join('.'));
    if (index >= 0) return { key: index, used };
  }
  const part = parts[0] ?? '';
  if (/^\d+$/.test(part)) {
    if (Number(part) < list.length) return { key: Number(part), used: 1 };
    return { message: `expected a position from 0 to ${list.length - 1}, found ${part}` };
  }
  const known = names.filter((name) => name !== undefined);
  const near = suggest(part, known);
  const which = near !== undefined ? `; did you mean ${near}?` : known.length > 0 ? `; known: ${known.join(', ')}` : '';
  return { message: `expected a name or position in the list, found ${part}${which}` };
}
