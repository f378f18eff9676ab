/** JSON with a space after each colon and comma, as some servers write it. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spacedJson(one)}`);
  return `{${fields.join(', ')}}`;
}
