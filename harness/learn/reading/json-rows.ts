import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';
import type { Fields } from '../formats/format.ts';
import type { TakeRows } from './table-rows.ts';

/** A file that is one JSON value is read whole; more than this does not fit. */
const longestWhole = 400_000_000;

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
export async function jsonLines(text: AsyncGenerator<string>, take: TakeRows<Fields>): Promise<void> {
  let rest = '';
  let line = 0;
  const one = (content: string): void => {
    line += 1;
    if (content.trim() === '') return;
    const fields = objectIn(parsed(content));
    if (fields === undefined) take.bad(line, `expected one JSON object a line, found ${shown(content.trim())}`);
    else take.row(fields, line);
  };
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(one);
  }
  if (rest.trim() !== '') one(rest);
}

/** Reads a file that is one value: a list of objects, or one object. Rows count from 1. */
export async function jsonWhole(file: string, text: AsyncGenerator<string>, take: TakeRows<Fields>): Promise<void> {
  let all = '';
  for await (const piece of text) {
    all += piece;
    if (all.length > longestWhole)
      throw new InputError([{ file, message: 'is one JSON value of more than 400 MB; write one object a line' }]);
  }
  const value = parsed(all);
  if (value === undefined) throw new InputError([{ file, message: 'is neither JSON nor one JSON object a line' }]);
  for (const [index, element] of (Array.isArray(value) ? value : [value]).entries()) {
    const fields = objectIn(element);
    if (fields === undefined) take.bad(index + 1, `expected an object, found ${shown(element)}`);
    else take.row(fields, index + 1);
  }
}
