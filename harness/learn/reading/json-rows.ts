import { Readable } from 'node:stream';
import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';
import type { Fields } from '../formats/format.ts';
import type { TakeRows } from './table-rows.ts';

/** A file that is one JSON value is read whole; more than this does not fit. */
const longestWhole = 400_000_000;

/** One object does not fill a longer line. */
const longestLine = 64_000_000;

/** The object of a line or an element; undefined for what is none. */
export function objectIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The value of a text; undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a file that begins with this line has an object a line. */
export function isLines(first: string): boolean {
  return objectIn(parsed(first)) !== undefined;
}

/** Reads one object a line. */
export async function jsonLines(text: AsyncIterable<string>, take: TakeRows<Fields>): Promise<void> {
  let line = 0;
  const one = (content: string | undefined): void => {
    line += 1;
    if (content?.trim() === '') return;
    const fields = content === undefined ? undefined : objectIn(parsed(content));
    if (content === undefined) take.bad(line, `is longer than ${longestLine / 1e6} MB`);
    else if (fields === undefined) take.bad(line, `expected one JSON object a line, found ${shown(content.trim())}`);
    else take.row(fields, line);
  };
  await eachLine(text, one);
}

/** Lines one after another, undefined for one that is too long. Pieces of a line are put together once, when it ends. */
async function eachLine(text: AsyncIterable<string>, take: (line: string | undefined) => void): Promise<void> {
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > longestLine) pieces = [];
    else pieces.push(piece);
  };
  const end = (): void => {
    take(length > longestLine ? undefined : pieces.join(''));
    pieces = [];
    length = 0;
  };
  for await (const piece of text) {
    const parts = piece.split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      add(part);
      end();
    }
    add(last);
  }
  if (length > 0) end();
}

/**
 * Reads a file that is one value: a list of objects, or one object; rows count from 1. Where it is none and its first line
 * is, that line was too long to be looked at before, and the file has an object a line.
 */
export async function jsonWhole(file: string, text: AsyncGenerator<string>, take: TakeRows<Fields>): Promise<void> {
  let all = '';
  for await (const piece of text) {
    all += piece;
    if (all.length > longestWhole)
      throw new InputError([{ file, message: 'is one JSON value of more than 400 MB; write one object a line' }]);
  }
  const value = parsed(all);
  if (value === undefined && isLines(all.slice(0, Math.max(0, all.indexOf('\n'))))) return jsonLines(Readable.from([all]), take);
  if (value === undefined) throw new InputError([{ file, message: 'is neither JSON nor one JSON object a line' }]);
  for (const [index, element] of (Array.isArray(value) ? value : [value]).entries()) {
    const fields = objectIn(element);
    if (fields === undefined) take.bad(index + 1, `expected an object, found ${shown(element)}`);
    else take.row(fields, index + 1);
  }
}
