import { plainName } from '../../workload/traces/reading/columns.ts';
import type { Role } from '../reading/roles.ts';
import type { Fields } from './format.ts';

/** A value and the name under which it was looked for. */
export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

/** Finds the field of a role in a row; undefined where it has none. */
export type FieldFinder = (row: Fields, role: Role) => NamedValue | undefined;

/** Where a name leads in rows that have the same fields: the field itself, or a way through fields within fields. */
interface Way {
  readonly name: string;
  readonly key: string | undefined;
}

/** Sets of fields whose ways are remembered: logs have a few; of names that never come again nothing is kept. */
const mostLayouts = 200;

/**
 * Fields by the names that a role may have, the first name first. A field whose own name has dots comes before one within
 * another. Names are compared once for each set of fields, not for each row.
 */
export function fieldsByRole(names: ReadonlyMap<Role, readonly string[]>): FieldFinder {
  const layouts = new Map<string, Map<Role, readonly Way[]>>();
  let last: { readonly row: Fields; readonly ways: Map<Role, readonly Way[]> } | undefined;
  const waysOf = (row: Fields): Map<Role, readonly Way[]> => {
    if (last?.row === row) return last.ways;
    const keys = Object.keys(row);
    const layout = JSON.stringify(keys);
    let ways = layouts.get(layout);
    if (ways === undefined) {
      if (layouts.size >= mostLayouts) layouts.clear();
      ways = waysIn(keys, names);
      layouts.set(layout, ways);
    }
    last = { row, ways };
    return ways;
  };
  return (row, role) => {
    for (const { name, key } of waysOf(row).get(role) ?? []) {
      const value = key === undefined ? within(row, name.split('.')) : row[key];
      if (value !== undefined) return { name, value };
    }
    return undefined;
  };
}

function waysIn(keys: readonly string[], names: ReadonlyMap<Role, readonly string[]>): Map<Role, readonly Way[]> {
  const exact = new Set(keys);
  const byPlain = new Map<string, string>();
  for (const key of keys) if (!byPlain.has(plainName(key))) byPlain.set(plainName(key), key);
  const wayOf = (name: string): readonly Way[] => {
    const key = exact.has(name) ? name : byPlain.get(plainName(name));
    if (key !== undefined) return [{ name, key }];
    return name.includes('.') && byPlain.has(plainName(name.split('.', 1)[0] ?? '')) ? [{ name, key: undefined }] : [];
  };
  return new Map([...names].map(([role, all]) => [role, all.flatMap(wayOf)]));
}

function within(row: Fields, steps: readonly string[]): unknown {
  let here: unknown = row;
  for (const step of steps) {
    if (typeof here !== 'object' || here === null) return undefined;
    const inside = here as Fields;
    const key = Object.hasOwn(inside, step) ? step : Object.keys(inside).find((each) => plainName(each) === plainName(step));
    if (key === undefined) return undefined;
    here = inside[key];
  }
  return here;
}
