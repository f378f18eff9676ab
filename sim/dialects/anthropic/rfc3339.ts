/** An instant in ms since 1970 as `2024-03-26T20:00:00Z`, up to the next whole second. */
export function rfc3339(epochMs: number): string {
  return `${new Date(Math.ceil(epochMs / 1000) * 1000).toISOString().slice(0, -5)}Z`;
}
