/**
 * A wait as OpenAI's error texts and reset headers have it: `174ms`, `3.89s`, `20s`, `1m47.5854s`, `6m0s`, `1h0m2s`. Cut
 * off, not rounded: to the millisecond below a minute, to a tenth of one above, as captured texts are.
 */
export function waitText(ms: number): string {
  const micros = Math.round(ms * 1000);
  if (micros < 1_000_000) return `${Math.floor(micros / 1000)}ms`;
  if (micros < 60_000_000) return `${Math.floor(micros / 1000) / 1000}s`;
  const minutes = Math.floor(micros / 60_000_000);
  const seconds = Math.floor((micros - minutes * 60_000_000) / 100) / 10_000;
  if (minutes < 60) return `${minutes}m${seconds}s`;
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}s`;
}
