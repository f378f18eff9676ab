import type { Remaining } from '../../provider/quota/quota-group.ts';
import { waitText } from './wait-text.ts';

/** Which header says which quota; of several in one, the one with least left is said. */
const families = {
  requests: ['requests', 'day'],
  tokens: ['tokens', 'input-tokens', 'output-tokens'],
} as const;

/** `x-ratelimit-*`: limit, what is left, and in how long nothing of it will be missing. */
export function quotaHeaders(remaining: readonly Remaining[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, kinds] of Object.entries(families)) {
    const [least] = remaining
      .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
      .toSorted((a, b) => a.remaining - b.remaining);
    if (least === undefined) continue;
    headers[`x-ratelimit-limit-${name}`] = String(least.limit);
    headers[`x-ratelimit-remaining-${name}`] = String(least.remaining);
    headers[`x-ratelimit-reset-${name}`] = resetText(least.resetMicros);
  }
  return headers;
}

/** As Go writes a duration, up to the next millisecond, so that it is over when it is said to be. */
function resetText(micros: number): string {
  const ms = Math.ceil(micros / 1000);
  return ms === 0 ? '0s' : waitText(ms);
}
