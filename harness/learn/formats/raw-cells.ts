/** A row's cell by the name of its column; '' where there is none. */
export type CellOf = (name: string) => string;

export function cellsOf(header: readonly string[]): (row: readonly string[]) => CellOf {
  const place = new Map(header.map((name, index) => [name, index]));
  return (row) => (name) => row[place.get(name) ?? -1] ?? '';
}
