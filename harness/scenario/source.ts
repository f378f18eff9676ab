import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { hint } from './suggest.ts';

/** Largest scenario or strategy file, bytes. */
export const maxBytes = 1_000_000;

/** A text and where it came from. */
export interface Source {
  readonly text: string;
  /** The name that problems carry. */
  readonly file: string;
  /** Folder that relative names in it start from. */
  readonly folder: string;
  /** What the scenario is called when it does not say. */
  readonly name: string;
}

/** Names of the ready scenarios in `sim/presets`, sorted. */
export function presetNames(): string[] {
  return readdirSync(packagePath('sim', 'presets'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Reads a file, `-` for standard input, or the name of a preset. A file of that name wins over a preset. */
export function readSource(file: string): Source {
  if (file === '-') return { text: decode(readStandardInput(), 'stdin'), file: 'stdin', folder: process.cwd(), name: 'stdin' };
  if (!existsSync(file) && presetNames().includes(file)) {
    const path = packagePath('sim', 'presets', `${file}.yaml`);
    return { text: decode(readFileSync(path), file), file, folder: dirname(path), name: file };
  }
  return { text: readText(file), file, folder: dirname(realpathSync(file)), name: slug(basename(file, extname(file))) };
}

/** The text of a file of at most `maxBytes`, or an InputError that says what keeps it from being read. */
export function readText(file: string): string {
  const path = resolve(file);
  let bytes: Uint8Array;
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) throw problem(file, 'is a folder, expected a file');
    if (stat.size > maxBytes) throw tooLarge(file);
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof InputError ? error : problem(file, reason(error, file));
  }
  return decode(bytes, file);
}

function reason(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `no such file${nearby(file)}`;
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read';
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** A hint at a preset or at a neighbour in the same folder. */
function nearby(file: string): string {
  const folder = dirname(resolve(file));
  const neighbours = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
  const near = hint(basename(file), [...presetNames(), ...neighbours.slice(0, 1000)]);
  return near.startsWith('; did you mean') ? near : `; ready scenarios: ${presetNames().join(', ')}`;
}

function readStandardInput(): Uint8Array {
  try {
    return readFileSync(0);
  } catch (error) {
    throw problem('stdin', `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function decode(bytes: Uint8Array, file: string): string {
  if (bytes.length > maxBytes) throw tooLarge(file);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw problem(file, 'is UTF-16 text; save it as UTF-8');
  if (bytes.includes(0)) throw problem(file, 'is a binary file, expected YAML text');
  try {
    // Drops a leading byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem(file, 'is not UTF-8 text');
  }
}

function problem(file: string, message: string): InputError {
  return new InputError([{ file, message }]);
}

function tooLarge(file: string): InputError {
  return problem(file, `is larger than ${maxBytes / 1_000_000} MB, the most a scenario file may have`);
}

/** `My day (2).yaml` without its ending → `my-day-2`. */
export function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'scenario' : plain.slice(0, 100);
}
