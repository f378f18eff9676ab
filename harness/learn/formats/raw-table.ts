import type { Read, TableFormat } from './format.ts';

/** A row's cell by the name of its column; '' where there is none. */
export type CellOf = (name: string) => string;

/** A table that `run --raw` writes: known by its columns, with nothing to guess. */
export function rawTable(
  { name, summary, columns }: Pick<TableFormat, 'name' | 'summary'> & { readonly columns: readonly string[] },
  callOf: (cell: CellOf) => Read,
): TableFormat {
  return {
    name,
    summary,
    syntax: 'table',
    recognises: (names) => columns.every((column) => names.includes(column)),
    open(header) {
      const place = new Map(header.map((column, index) => [column, index]));
      return { read: (row) => callOf((column) => row[place.get(column) ?? -1] ?? ''), guesses: () => [] };
    },
  };
}
