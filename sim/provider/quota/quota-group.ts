import type { Concurrency, Meter, Quota, QuotaKind } from './quota.ts';

/** Returned by `admit` when only the number of attempts under way stands against it: nobody can know when one ends. */
export const untilOneEnds = -1;

/** What the client may be told of a bucket: the limit, what is left of it, and when nothing of it is missing. */
export interface Remaining {
  readonly kind: Meter['kind'];
  readonly limit: number;
  /** Whole units, at least 0. */
  readonly remaining: number;
  readonly resetMicros: number;
}

/** All quotas that apply to one attempt, its model's and its account's: check all, charge only if all pass. */
export interface QuotaGroup {
  /**
   * 0: admitted and charged. Above 0: the microseconds until every bucket would admit this attempt, if nothing else
   * came. `untilOneEnds`: too many under way. Infinity: larger than a bucket ever holds, never admitted; takes nothing.
   */
  admit(now: number, inputTokens: number, maxTokens: number): number;
  /** Of the latest attempt that was not admitted: the bucket that kept it longest, and the figures of its error text. */
  readonly refusedBy: QuotaKind;
  readonly refusedLimit: number;
  readonly refusedUsed: number;
  readonly refusedRequested: number;
  /** The attempt admitted at `admittedAt` found no capacity: tokens and concurrency come back, the count when it is not kept. */
  capacityRefused(now: number, inputTokens: number, maxTokens: number, admittedAt?: number): void;
  /** The admitted attempt ended, in whatever way, with so many output tokens. */
  completed(now: number, outputTokens: number): void;
  remaining(now: number): readonly Remaining[];
}

export function createQuotaGroup(quotas: readonly Quota[]): QuotaGroup {
  const meters = quotas.flatMap((quota) => quota.meters);
  const counting = meters.filter((meter) => meter.countsRefused);
  const concurrencies = quotas.flatMap((quota) => quota.concurrency ?? []);
  let longest: Meter | undefined;

  function longestWait(now: number, inputTokens: number, maxTokens: number): number {
    let wait = 0;
    for (const meter of meters) {
      const one = meter.bucket.wait(now, Math.max(meter.least, costOf(meter, inputTokens, maxTokens)));
      if (one <= wait) continue;
      wait = one;
      longest = meter;
    }
    return wait;
  }

  function refuse(now: number, wait: number, inputTokens: number, maxTokens: number): number {
    let after = wait;
    if (wait < Number.POSITIVE_INFINITY && counting.length > 0) {
      for (const meter of counting) meter.bucket.takeUpTo(now, 1);
      after = longestWait(now, inputTokens, maxTokens);
    }
    if (after > 0 && longest !== undefined) {
      const cost = Math.max(longest.least, costOf(longest, inputTokens, maxTokens));
      tell(longest.kind, longest.limit, longest.limit - longest.bucket.left(now), cost);
      return after;
    }
    const crowded = crowdedOf(concurrencies);
    if (crowded !== undefined) tell('concurrent', crowded.limit, crowded.busy, 1);
    return untilOneEnds;
  }

  function tell(kind: QuotaKind, limit: number, used: number, requested: number): void {
    group.refusedBy = kind;
    group.refusedLimit = limit;
    group.refusedUsed = used;
    group.refusedRequested = requested;
  }

  const group = {
    refusedBy: 'requests' as QuotaKind,
    refusedLimit: 0,
    refusedUsed: 0,
    refusedRequested: 0,
    admit(now: number, inputTokens: number, maxTokens: number): number {
      const wait = longestWait(now, inputTokens, maxTokens);
      if (wait > 0 || crowdedOf(concurrencies) !== undefined) return refuse(now, wait, inputTokens, maxTokens);
      for (const meter of meters) meter.bucket.take(now, costOf(meter, inputTokens, maxTokens));
      for (const concurrency of concurrencies) concurrency.busy += 1;
      return 0;
    },
    capacityRefused(now: number, inputTokens: number, maxTokens: number, admittedAt = now): void {
      for (const meter of meters)
        if (!meter.keepsCapacityRefused) meter.bucket.giveBack(now, costOf(meter, inputTokens, maxTokens), admittedAt);
      for (const concurrency of concurrencies) concurrency.busy -= 1;
    },
    completed(now: number, outputTokens: number): void {
      for (const meter of meters) if (meter.perOutput === 1) meter.bucket.take(now, outputTokens);
      for (const concurrency of concurrencies) concurrency.busy -= 1;
    },
    remaining: (now: number): readonly Remaining[] =>
      meters.map(({ kind, limit, bucket }) => ({
        kind,
        limit,
        remaining: Math.max(0, Math.floor(bucket.left(now))),
        resetMicros: bucket.fullIn(now),
      })),
  };
  return group;
}

function costOf(meter: Meter, inputTokens: number, maxTokens: number): number {
  return meter.perRequest + meter.perInput * inputTokens + meter.perMax * maxTokens;
}

function crowdedOf(concurrencies: readonly Concurrency[]): Concurrency | undefined {
  for (const concurrency of concurrencies) if (concurrency.busy >= concurrency.limit) return concurrency;
  return undefined;
}
