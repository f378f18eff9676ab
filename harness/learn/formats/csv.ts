import { InputError } from '../../../sim/kernel/problem.ts';
import { shown } from '../../../sim/kernel/units.ts';
import { visible } from '../../../sim/kernel/visible.ts';
import { plainName } from '../../workload/traces/reading/columns.ts';
import { namedCalls, type Places } from '../reading/named-calls.ts';
import { namedColumn, type Role, roleNames, roles } from '../reading/roles.ts';
import type { Said, TableFormat } from './format.ts';

/** Anybody's table of calls. */
export const csv: TableFormat = {
  name: 'csv',
  summary: 'a table with a header, one call a row: its time, and what else there is (status, latency, model, attempt, tokens, count)',
  syntax: 'table',
  recognises: () => true,
  open(header, said) {
    const at = new Map<Role, number>();
    const places = placesIn(header, said, (role, index) => void at.set(role, index));
    const reader = namedCalls<readonly string[]>(places, said, (row, role) => row[at.get(role) ?? -1]);
    const doubled = doubledIn(header, places);
    return { ...reader, guesses: () => [...reader.guesses(), ...doubled] };
  },
};

/** Columns that are read and have the same name as another. */
function doubledIn(header: readonly string[], places: Places): readonly string[] {
  return Object.values(places).flatMap(({ name }) => {
    const alike = header.filter((each) => plainName(each) === plainName(name)).length;
    return alike > 1 ? [`of ${alike} columns ${visible(name)} the first`] : [];
  });
}

/** Columns by what the user says, else by the names that logs use; the first of them in the file counts. */
function placesIn(header: readonly string[], { columns }: Said, found: (role: Role, index: number) => void): Places {
  const places: Places = {};
  const plain = header.map(plainName);
  const problems: string[] = [];
  const taken = new Set<number>();
  const put = (role: Role, name: string, unit: string | undefined): boolean => {
    const index = plain.findIndex((each, place) => each === plainName(name) && !taken.has(place));
    if (index < 0) return false;
    taken.add(index);
    places[role] = { name: header[index] ?? name, unit };
    found(role, index);
    return true;
  };
  for (const role of roles) {
    const written = columns[role];
    if (written === undefined) continue;
    const { name, unit } = namedColumn(written);
    if (!put(role, name, unit)) problems.push(`expected a column ${shown(name)}, found ${header.map((each) => shown(each)).join(', ')}`);
  }
  if (problems.length > 0) throw new InputError(problems.map((message) => ({ message })));
  for (const role of roles) if (places[role] === undefined) roleNames[role].some((name) => put(role, name, undefined));
  return places;
}
