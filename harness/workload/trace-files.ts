import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { mostText, readBytes } from '../../sim/kernel/read-bytes.ts';
import { shown } from '../../sim/kernel/units.ts';
import { decodeText } from './traces/reading/decode-text.ts';
import { createFormat } from './traces/registry.ts';
import type { TraceFormatSpec, TraceRow } from './traces/trace.ts';

/** Traces that come with the package, found by name when the scenario's folder has no such file. */
export const packagedTraces: Readonly<Record<string, readonly string[]>> = {
  'azure-conv.csv': ['sim', 'presets'],
  'azure-code-2000.csv': ['examples', 'traces'],
  'burstgpt-400.csv': ['examples', 'traces'],
  'mooncake-300.jsonl': ['examples', 'traces'],
};

interface Loaded {
  /** Tells one version of the file from another, so that a file edited under `--watch` is read again. */
  readonly version: string;
  readonly rows: readonly TraceRow[];
}
const loaded = new Map<string, Loaded>();

/**
 * Rows of a trace file, sorted by time; each file is read once per process and format. `file` is relative to `folder`;
 * InputError when it is missing, is not a file, or has rows that cannot be read.
 */
export function loadTrace(file: string, format: TraceFormatSpec, folder: string): readonly TraceRow[] {
  const { path, version } = locate(file, folder);
  const key = JSON.stringify([path, format]);
  const known = loaded.get(key);
  if (known !== undefined && known.version === version) return known.rows;
  const read = readBytes(path, mostText);
  if (!('bytes' in read)) throw new InputError([{ file, message: `trace ${shown(path)} ${read.reason}` }]);
  const rows = createFormat(format).read(decodeText(read.bytes, file), file);
  loaded.set(key, { version, rows });
  return rows;
}

function locate(file: string, folder: string): { readonly path: string; readonly version: string } {
  const own = resolve(folder, file);
  const packaged = Object.hasOwn(packagedTraces, file) ? packagedTraces[file] : undefined;
  for (const path of packaged === undefined ? [own] : [own, packagePath(...packaged, file)]) {
    const stats = statsOf(path);
    if (stats === undefined) continue;
    if (!stats.isFile()) throw new InputError([{ file, message: `expected a trace file, found a folder or device at ${shown(path)}` }]);
    return { path, version: `${stats.size} ${stats.mtimeMs}` };
  }
  const also = `; the package itself has ${Object.keys(packagedTraces).join(', ')}`;
  throw new InputError([{ file, message: `expected a trace file, found none at ${own}${also}` }]);
}

/** Undefined for what is not there, and for names that no file can have. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
