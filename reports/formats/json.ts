import type { Result } from '../result/result.ts';
import { figure } from '../result/stats/round6.ts';
import type { Format, Report } from './format.ts';

/** Keys whose values are what the user wrote, or instants: written as they are. */
const exact: ReadonlySet<string> = new Set(['scenario', 'config', 'arrivedMs']);
/** Records that are keyed by names of the scenario, in whatever order these were met. */
const sorted: ReadonlySet<string> = new Set(['byTarget']);

function scalar(value: unknown, rounded: boolean): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value !== 'number') return undefined;
  return String(rounded ? figure(value) : Number.isFinite(value) ? value : null);
}

function list(values: readonly unknown[], indent: string, rounded: boolean): string {
  const items = values.map((value) => scalar(value ?? null, rounded));
  if (items.every((item) => item !== undefined)) return `[${items.join(', ')}]`;
  const inner = `${indent}  `;
  return `[\n${values.map((value) => inner + node(value, inner, rounded)).join(',\n')}\n${indent}]`;
}

function record(value: object, indent: string, rounded: boolean, ordered: boolean): string {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return '{}';
  if (ordered) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const inner = `${indent}  `;
  const lines = entries.map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${node(member, inner, rounded && !exact.has(key), sorted.has(key))}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function node(value: unknown, indent: string, rounded: boolean, ordered = false): string {
  if (Array.isArray(value)) return list(value, indent, rounded);
  return typeof value === 'object' && value !== null ? record(value, indent, rounded, ordered) : (scalar(value, rounded) ?? 'null');
}

/**
 * A result or summary as JSON: keys in the order of their interfaces, lists of figures on one line, figures rounded to
 * 6 significant digits except whole numbers and what the user wrote, null for what is no number, a line break at the end.
 */
export function toJson(value: object): string {
  return `${node(value, '', true)}\n`;
}

/** The result as a reader of `result.json` gets it. Summarise this one, and `report` gives the same files again. */
export function asStored(result: Result): Result {
  return JSON.parse(toJson(result)) as Result;
}

const beginning = '{\n  "schemaVersion": 1,\n';

/** The stored result, and its summary for programs. */
export const json: Format = {
  name: 'json',
  summary: 'result.json, the one stored file, and summary.json, its figures for programs',
  files: [
    { name: 'result.json', beginning },
    { name: 'summary.json', beginning },
  ],
  write: async ({ result, summary }: Report) => [
    { name: 'result.json', content: toJson(result) },
    { name: 'summary.json', content: toJson(summary) },
  ],
  print: ({ summary }) => toJson(summary),
};
