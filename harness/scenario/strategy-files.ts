import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { presets } from '../strategy/presets/registry.ts';
import { readDocument, type SourceDocument } from './document.ts';
import { isStructure, type Path } from './paths.ts';
import { entryName } from './sets.ts';
import { readText } from './source.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A strategy entry whose `file` was read and put under the keys beside it. */
interface FromFile {
  readonly document: SourceDocument;
  /** Keys that stand in the scenario itself. */
  readonly own: readonly string[];
}

export interface WithFiles {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** By position in the list. */
  readonly files: ReadonlyMap<number, FromFile>;
}

/** Reads what `- file: ./my-strategy.yaml` entries name. Paths inside such a file are relative to it. */
export function withStrategyFiles(
  root: unknown,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  problemAt: (path: Path, message: string) => Problem,
): WithFiles {
  const problems: Problem[] = [];
  const files = new Map<number, FromFile>();
  if (!isStructure(root) || !Array.isArray(root.strategies)) return { value: root, problems, files };
  const strategies = root.strategies.map((entry: unknown, index) => {
    if (!isStructure(entry) || typeof entry.file !== 'string' || entry.preset !== undefined) return entry;
    const read = readStrategy(entry.file, folder, env);
    if ('problems' in read) {
      // What keeps the file from being read is shown where it is named; what is wrong in it, there.
      problems.push(
        ...read.problems.map((each) =>
          each.line === undefined ? problemAt(['strategies', index, 'file'], `${entry.file} ${each.message}`.trimStart()) : each,
        ),
      );
      return { ...entry, file: undefined, name: entryName(entry) };
    }
    files.set(index, { document: read.document, own: Object.keys(entry) });
    const { file: _, ...own } = entry;
    return { name: entryName({ file: entry.file }), ...read.content, ...own };
  });
  return { value: { ...root, strategies }, problems, files };
}

function readStrategy(
  file: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly document: SourceDocument; readonly content: Entry } | { readonly problems: readonly Problem[] } {
  if (file === '') return { problems: [{ message: 'expected the name of a file' }] };
  const path = resolve(folder, file);
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (error instanceof InputError) return { problems: error.problems };
    throw error;
  }
  const document = readDocument(text, file, env);
  if (document.problems.length > 0) return { problems: document.problems };
  const { value } = document;
  if (!isStructure(value) || Array.isArray(value))
    return { problems: [document.problem([], 'value', 'expected the keys of one strategy')] };
  if ('file' in value) return { problems: [document.problem(['file'], 'key', 'a strategy file cannot name another one')] };
  const keys = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  return { document, content: rebased(Object.fromEntries(keys), dirname(path), folder) as Entry };
}

/** The same with every path of a module or curve file written relative to another folder. */
function rebased(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((each) => rebased(each, from, to));
  if (!isStructure(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    // What a module's options mean is its own business.
    if (key === 'options' && 'custom' in value) return [key, inner];
    const isPath = paths.has(key) && typeof inner === 'string' && !isAbsolute(inner);
    return [key, isPath ? dotted(relative(to, resolve(from, inner))) : rebased(inner, from, to)];
  });
  return Object.fromEntries(entries);
}

/** Keys whose texts are paths; `module` is one of `code`. */
const paths: ReadonlySet<string> = new Set(['custom', 'file', 'code', 'module']);

function dotted(path: string): string {
  const name = path.replaceAll('\\', '/');
  return name.startsWith('.') ? name : `./${name}`;
}

/**
 * Before `--set strategies.hammer.retry.attempts=3`: writes out the part of the preset that the option goes into, so that
 * it changes one number of it instead of replacing it all.
 */
export function withPresetPart(root: unknown, path: Path): unknown {
  const [list, index, key] = path;
  if (list !== 'strategies' || path.length < 4 || !isStructure(root) || !Array.isArray(root.strategies)) return root;
  const entry: unknown = root.strategies[Number(index)];
  if (!isStructure(entry) || typeof entry.preset !== 'string' || !Object.hasOwn(presets, entry.preset) || Object.hasOwn(entry, String(key)))
    return root;
  const part = presets[entry.preset as keyof typeof presets].strategy as Entry;
  if (!Object.hasOwn(part, String(key))) return root;
  const strategies = root.strategies.with(Number(index), { ...entry, [String(key)]: part[String(key)] });
  return { ...root, strategies };
}
