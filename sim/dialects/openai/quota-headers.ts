import type { Remaining } from '../../provider/quota/quota-group.ts';
import { waitText } from './wait-text.ts';

/** Which quotas are said by the headers of one name. */
export type QuotaFamilies = Readonly<Record<string, readonly Remaining['kind'][]>>;

/**
 * `x-ratelimit-*`: limit, what is left, and in how long nothing of it will be missing; of several quotas in one header the
 * one with least left is said.
 */
export function quotaHeadersOf(families: QuotaFamilies): (remaining: readonly Remaining[]) => Readonly<Record<string, string>> {
  return (remaining) => {
    const headers: Record<string, string> = {};
    if (remaining.length === 0) return headers;
    for (const [name, kinds] of Object.entries(families)) {
      const [least] = remaining.filter(({ kind }) => kinds.includes(kind)).toSorted((a, b) => a.remaining - b.remaining);
      if (least === undefined) continue;
      headers[`x-ratelimit-limit-${name}`] = String(least.limit);
      headers[`x-ratelimit-remaining-${name}`] = String(least.remaining);
      headers[`x-ratelimit-reset-${name}`] = resetText(least.resetMicros);
    }
    return headers;
  };
}

export const quotaHeaders = quotaHeadersOf({ requests: ['requests', 'day'], tokens: ['tokens', 'input-tokens', 'output-tokens'] });

/** As Go writes a duration, up to the next millisecond, so that it is over when it is said to be. */
function resetText(micros: number): string {
  const ms = Math.ceil(micros / 1000);
  return ms === 0 ? '0s' : waitText(ms);
}
