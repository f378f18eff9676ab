import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { readBytes } from '../../sim/kernel/read-bytes.ts';
import { suggest } from './suggest.ts';

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
  if (file === '-') return { text: readStandardInput(), file: 'stdin', folder: process.cwd(), name: 'stdin' };
  if (!existsSync(file) && presetNames().includes(file)) {
    const path = packagePath('sim', 'presets', `${file}.yaml`);
    return { text: decode(readFileSync(path), file), file, folder: dirname(path), name: file };
  }
  return { text: readText(file, presetNames()), file, folder: dirname(realpathSync(file)), name: slug(basename(file, extname(file))) };
}

/**
 * The text of a file of at most `maxBytes`, or an InputError that says what keeps it from being read. `ready` are names
 * that would have done as well.
 */
export function readText(file: string, ready: readonly string[] = []): string {
  if (file === '') throw new InputError([{ message: 'expected the name of a file, found nothing' }]);
  const read = readBytes(resolve(file), maxBytes);
  if ('bytes' in read) return decode(read.bytes, file);
  throw problem(file, read.missing ? `${read.reason}${nearby(file, ready)}` : read.reason);
}

/** A hint at a ready name or at a neighbour in the same folder. */
function nearby(file: string, ready: readonly string[]): string {
  const near = suggest(basename(file), [...ready, ...neighbours(dirname(resolve(file)))]);
  if (near !== undefined) return `; did you mean ${near}?`;
  return ready.length === 0 ? '' : `; ready scenarios: ${ready.join(', ')}`;
}

function neighbours(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, 1000);
  } catch {
    return [];
  }
}

/** Read once: what is asked for again is not there any more. */
let standardInput: string | undefined;

function readStandardInput(): string {
  if (standardInput !== undefined) return standardInput;
  const read = readBytes(0, maxBytes);
  if (!('bytes' in read)) throw problem('stdin', read.reason);
  standardInput = decode(read.bytes, 'stdin');
  return standardInput;
}

function decode(bytes: Uint8Array, file: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw problem(file, 'is UTF-16 text; save it as UTF-8');
  if (bytes.includes(0)) throw problem(file, 'is a binary file, expected YAML text');
  try {
    // Drops a leading byte order mark. A carriage return alone ends a line; as a line feed it is one for everybody.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r(?!\n)/g, '\n');
  } catch {
    throw problem(file, 'is not UTF-8 text');
  }
}

function problem(file: string, message: string): InputError {
  return new InputError([{ file, message }]);
}

/** `My day (2).yaml` without its ending → `my-day-2`. */
export function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'scenario' : plain.slice(0, 100);
}
