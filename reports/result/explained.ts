import type { ReplicationFold } from './fold.ts';
import { type FailureClass, requestClasses } from './outcome.ts';
import { round6 } from './stats/round6.ts';

/** Where to look when requests fail, in the order in which to look. */
export const lookNames = ['error', 'concurrency', 'switchOrWait', 'provider'] as const;
export type LookName = (typeof lookNames)[number];

/** Shares of the failed requests, 0 … 1; together 1. */
export type Explained = Readonly<Record<LookName, number>>;

/**
 * Where a class belongs whatever else is known. What cannot be cured by sending the same again is read first; what never
 * left, or was too much of one's own, is one's own; what may be gone by the next attempt or with another model is for a
 * switch or a wait; when that was tried with everything there is, the provider is left.
 */
const lookOf: Readonly<Record<Exclude<FailureClass, 'capacity' | 'deadline'>, LookName>> = {
  quota: 'error',
  auth: 'error',
  client_error: 'error',
  malformed: 'error',
  unknown: 'error',
  rate_limited: 'concurrency',
  client_resource: 'concurrency',
  shed: 'concurrency',
  cancelled: 'concurrency',
  server_error: 'switchOrWait',
  timeout: 'switchOrWait',
  truncated: 'switchOrWait',
  connection: 'switchOrWait',
  exhausted: 'provider',
};

function none(): Record<LookName, number> {
  return { error: 0, concurrency: 0, switchOrWait: 0, provider: 0 };
}

/**
 * Failed requests of one replication by where to look, as counts. Two classes are divided:
 * - `capacity`: as the slots were that were busy at the refusals. The part held by one's own attempts is one's own
 *   concurrency; the rest was held by others, which a switch or a wait gets round.
 * - `deadline`: by what took most of the request's time: one's own queue, waits between attempts, or attempts themselves,
 *   which leaves the provider.
 */
function countsOf({ requests: { failures }, ownAtRefusal, patience }: ReplicationFold): Record<LookName, number> {
  const counts = none();
  for (const name of requestClasses) {
    if (name !== 'ok' && name !== 'capacity' && name !== 'deadline') counts[lookOf[name]] += failures[name];
  }
  const own = failures.capacity * Math.min(1, Math.max(0, ownAtRefusal ?? 0));
  counts.concurrency += own + (patience?.queue ?? 0);
  counts.provider += patience?.attempt ?? 0;
  const elsewhere = own + (patience?.queue ?? 0) + (patience?.attempt ?? 0);
  counts.switchOrWait += failures.capacity + failures.deadline - elsewhere;
  return counts;
}

/** Where to look for the failed requests of all replications; null when none failed. */
export function explained(folds: readonly ReplicationFold[]): Explained | null {
  const sums = none();
  for (const counts of folds.map(countsOf)) for (const name of lookNames) sums[name] += counts[name];
  const all = lookNames.reduce((sum, name) => sum + sums[name], 0);
  if (all === 0) return null;
  const shares = none();
  for (const name of lookNames) shares[name] = round6(sums[name] / all);
  return shares;
}

/**
 * The shares in tenths of a per cent, together exactly 1,000: each rounded down, then the largest remainders up, the first
 * of equal ones.
 */
export function permille(shares: Explained): Readonly<Record<LookName, number>> {
  const whole = none();
  for (const name of lookNames) whole[name] = Math.floor(1000 * shares[name]);
  const missing = 1000 - lookNames.reduce((sum, name) => sum + whole[name], 0);
  const byRemainder = [...lookNames].sort((one, other) => 1000 * (shares[other] - shares[one]) - (whole[other] - whole[one]));
  for (const name of byRemainder.slice(0, Math.max(0, missing))) whole[name] += 1;
  return whole;
}
