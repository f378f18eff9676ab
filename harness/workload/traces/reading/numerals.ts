import { shown } from '../../../../sim/kernel/units.ts';

/** Which mark separates the fraction; the other one may then group thousands. */
export type DecimalMark = 'point' | 'comma';

const plain = /^\d{1,15}$/;
const withPoint = /^[+-]?(?:\d+|[1-9]\d{0,2}([,'’ \u00a0\u202f_])\d{3}(?:\1\d{3})*|(?=\.\d))(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$/;
const withComma = /^[+-]?(?:\d+|[1-9]\d{0,2}([.'’ \u00a0\u202f_])\d{3}(?:\1\d{3})*|(?=,\d))(?:,\d*)?(?:[eE][+-]?\d{1,3})?$/;

/** `1,234.5` (or `1.234,5` with a decimal comma), `1 234`, `2e3` → a finite number; undefined when it is none. */
export function parseNumeral(text: string, mark: DecimalMark): number | undefined {
  if (plain.test(text)) return Number(text);
  if (!(mark === 'point' ? withPoint : withComma).test(text)) return undefined;
  const ungrouped =
    mark === 'point' ? text.replace(/[,'’ \u00a0\u202f_]/g, '') : text.replace(/[.'’ \u00a0\u202f_]/g, '').replace(',', '.');
  const value = Number(ungrouped);
  return Number.isFinite(value) ? value : undefined;
}

/** Tokens of one cell: a whole number from 0 up, or what is wrong with it. */
export function parseTokens(value: unknown, mark: DecimalMark): number | string {
  const parsed = typeof value === 'string' ? parseNumeral(value.trim(), mark) : typeof value === 'number' ? value : undefined;
  if (parsed !== undefined && Number.isSafeInteger(parsed) && parsed >= 0) return parsed + 0;
  return `expected a whole number of tokens from 0 up (0: unknown), found ${found(value)}`;
}

/** What stands in a cell, for a message. */
export function found(value: unknown): string {
  return value === undefined || (typeof value === 'string' && value.trim() === '') ? 'nothing' : shown(value);
}
