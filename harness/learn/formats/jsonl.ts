import { namedCalls, type Places } from '../reading/named-calls.ts';
import { type NamedColumn, namedColumn, type Role, roleNames, roles } from '../reading/roles.ts';
import { fieldsByRole } from './fields-by-role.ts';
import type { Fields, JsonFormat, Read, RowReader, Said } from './format.ts';

/** Anybody's log of calls. */
export const jsonl: JsonFormat = {
  name: 'jsonl',
  summary: 'one JSON object a line (or a list of them), one call each, with fields as in csv; a.b finds a field within a field',
  syntax: 'json',
  recognises: () => true,
  open: (said) => {
    let reader: RowReader<Fields> | undefined;
    const found = fields(said);
    // Fields that only failures have come later: every role is looked for in every row.
    const opened = () => {
      reader ??= namedCalls<Fields>(found.places, said, found.cell);
      return reader;
    };
    return {
      look: (row) => opened().look?.(row) ?? true,
      read: (row): Read => opened().read(row),
      guesses: () => (reader?.guesses() ?? []).filter((guess) => found.seen.has(guess.split(' ', 1)[0] as Role)),
    };
  },
};

/** A cell finder by names; a name with dots also finds a field within a field. */
function fields({ columns }: Said): { readonly places: Places; readonly seen: Set<Role>; cell(row: Fields, role: Role): unknown } {
  const places: Record<string, NamedColumn> = {};
  const names = new Map<Role, readonly string[]>();
  const seen = new Set<Role>();
  for (const role of roles) {
    const written = columns[role];
    const usual = roleNames[role];
    if (written === undefined && usual.length === 0) continue;
    const column = namedColumn(written ?? usual[0] ?? '');
    places[role] = column;
    names.set(role, written === undefined ? usual : [column.name]);
  }
  const find = fieldsByRole(names);
  const cell = (row: Fields, role: Role): unknown => {
    const found = find(row, role);
    const known = places[role];
    if (found !== undefined && known !== undefined && !seen.has(role)) {
      seen.add(role);
      places[role] = { name: found.name, unit: known.unit };
    }
    return found?.value;
  };
  return { places: places as Places, seen, cell };
}
