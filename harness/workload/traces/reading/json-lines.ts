import { shown } from '../../../../sim/kernel/units.ts';
import type { TraceRow } from '../trace.ts';
import { plainName, type Role, roleFinder, roles } from './columns.ts';
import { faultsOf } from './faults.ts';
import { refuseUnreadable, unifyLines } from './lines.ts';
import { type ReadingOptions, rowBuilder } from './row-builder.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Rows of a text with one JSON object a line. Field names follow the rules of columns; a name with dots, such as
 * `usage.input_tokens`, also finds a field within a field. Blank lines are passed over.
 */
export function readJsonLines(source: string, file: string, options: ReadingOptions): readonly TraceRow[] {
  const faults = faultsOf(file);
  const text = unifyLines(source);
  refuseUnreadable(text, faults);
  const rows = rowBuilder(options, faults);
  const locate = fieldLocator(options);
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const fields = parseObject(line);
    if (typeof fields === 'string') rows.refuse(index + 1, fields);
    else rows.add(index + 1, locate(fields));
  }
  return rows.finish();
}

function parseObject(line: string): Fields | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return `expected one JSON object a line, found ${shown(line.trim())}`;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  return `expected one JSON object a line, found ${shown(value)}`;
}

/** For each role the value of its field; where several fields play one role the list of them, which no reader takes. */
function fieldLocator(options: ReadingOptions): (fields: Fields) => (role: Role) => unknown {
  const roleOf = roleFinder(options.columns);
  const seen = new Map<string, Role | undefined>();
  const role = (name: string): Role | undefined => {
    if (!seen.has(name)) seen.set(name, roleOf(name));
    return seen.get(name);
  };
  const nested = roles.flatMap((name) =>
    (options.columns[name] || []).filter((path) => path.includes('.')).map((path) => [name, path] as const),
  );
  return (fields) => {
    const values = new Map<Role, unknown[]>();
    const put = (key: Role, value: unknown) => values.set(key, [...(values.get(key) ?? []), value]);
    for (const [name, value] of Object.entries(fields)) {
      const played = role(name);
      if (played !== undefined) put(played, value);
    }
    for (const [name, path] of nested) {
      const value = within(fields, path);
      if (value !== undefined) put(name, value);
    }
    return (name) => {
      const found = values.get(name);
      return found === undefined || found.length === 1 ? found?.[0] : found;
    };
  };
}

/** The field at `a.b.c`, each step by the rules of column names. */
function within(fields: Fields, path: string): unknown {
  let here: unknown = fields;
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([name]) => plainName(name) === plainName(step))?.[1];
  }
  return here;
}
