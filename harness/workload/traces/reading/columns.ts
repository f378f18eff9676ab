import { shown } from '../../../../sim/kernel/units.ts';
import type { Faults } from './faults.ts';

/** The three things a row says, and the names under which a file may have them; `false`: the file does not have it. */
export interface ColumnNames {
  readonly time: readonly string[];
  readonly input: readonly string[] | false;
  readonly output: readonly string[] | false;
}
export type Role = keyof ColumnNames;
export const roles: readonly Role[] = ['time', 'input', 'output'];

/** Case, blanks, underscores, hyphens and dots do not tell columns apart. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** What a role's column is called in messages: the first of its names. */
export function labelOf(names: ColumnNames, role: Role): string {
  return (names[role] || [])[0] ?? role;
}

/** Which role a column of this name plays, if any. */
export function roleFinder(names: ColumnNames): (name: string) => Role | undefined {
  const known = new Map<string, Role>();
  for (const role of roles) for (const name of names[role] || []) known.set(plainName(name), role);
  return (name) => known.get(plainName(name));
}

/** Place of each role's column in a header; every missing or doubled one is a fault. */
export function locateColumns(header: readonly string[], names: ColumnNames, line: number, faults: Faults): Partial<Record<Role, number>> {
  const roleOf = roleFinder(names);
  const places: Partial<Record<Role, number>> = {};
  for (const role of roles) {
    const wanted = names[role];
    if (wanted === false) continue;
    const hits = header.flatMap((name, index) => (roleOf(name) === role ? [index] : []));
    if (hits.length === 1) places[role] = hits[0];
    else faults.add(line, labelOf(names, role), columnFault(wanted, hits, header));
  }
  return places;
}

function columnFault(wanted: readonly string[], hits: readonly number[], header: readonly string[]): string {
  const names = wanted.length === 1 ? `a column ${wanted[0]}` : `a column named ${wanted.join(', ')}`;
  if (hits.length === 0) return `expected ${names}, found ${shown(header.join(', '))}`;
  return `expected exactly one column, found ${hits.length}: ${hits.map((index) => header[index]).join(', ')}`;
}
