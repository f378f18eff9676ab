/** Gathers the values of an option that may be given more than once, in the order in which they were typed. */
export function repeated(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
