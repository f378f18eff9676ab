const words = new Set(['', '-', '--', 'none', 'null', 'nil', 'n/a', 'na', 'nan', 'undefined', '{}', '[]']);

/** Whether a cell says that there is nothing: empty, or what languages and databases print for it. */
export function isNothing(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && words.has(cell.trim().toLowerCase()));
}
