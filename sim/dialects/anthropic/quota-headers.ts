import type { Remaining } from '../../provider/quota/quota-group.ts';
import { rfc3339 } from './rfc3339.ts';

/** Which header says which quota; of several in one, the one with least left is said. */
const families = {
  requests: ['requests', 'day'],
  tokens: ['tokens', 'input-tokens', 'output-tokens'],
  'input-tokens': ['input-tokens'],
  'output-tokens': ['output-tokens'],
} as const;

/**
 * `anthropic-ratelimit-*`: limit, what is left (tokens to the nearest thousand), and the instant at which nothing of it
 * will be missing. `epochMs` is now.
 */
export function quotaHeaders(remaining: readonly Remaining[], epochMs: number): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, kinds] of Object.entries(families)) {
    const [least] = remaining
      .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
      .toSorted((a, b) => a.remaining - b.remaining);
    if (least === undefined) continue;
    const left = name === 'requests' ? least.remaining : Math.round(least.remaining / 1000) * 1000;
    headers[`anthropic-ratelimit-${name}-limit`] = String(least.limit);
    headers[`anthropic-ratelimit-${name}-remaining`] = String(left);
    headers[`anthropic-ratelimit-${name}-reset`] = rfc3339(epochMs + least.resetMicros / 1000);
  }
  return headers;
}
