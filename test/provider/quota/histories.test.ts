import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuotaGroup, type QuotaGroup } from '../../../sim/provider/quota/quota-group.ts';
import type { QuotaSpec } from '../../../sim/provider/spec.ts';
import { group, minute, quota, second } from './groups.ts';

const histories = 10_000;

const windows = fc.constantFrom('token-bucket' as const, 'fixed' as const, 'sliding' as const);
const attempts = fc.array(
  fc.record({
    gap: fc.oneof({ weight: 19, arbitrary: fc.integer({ min: 0, max: 20 * second }) }, fc.constant(60 * minute)),
    input: fc.integer({ min: 1, max: 40 }),
  }),
  {
    minLength: 1,
    maxLength: 24,
  },
);
const specs = fc.record({
  rpm: fc.integer({ min: 1, max: 30 }),
  tpm: fc.integer({ min: 50, max: 400 }),
  burst: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  window: windows,
  charge: fc.constantFrom('max-tokens' as const, 'actual' as const),
  countRefused: fc.record({ quota: fc.boolean(), capacity: fc.boolean() }),
});

/** Plays attempts; every third admitted one finds no capacity, the others end with some output. */
function play(spec: Partial<QuotaSpec>, list: readonly { gap: number; input: number }[]): { group: QuotaGroup; now: number; at: number[] } {
  const played = group(spec);
  const at: number[] = [];
  let now = 0;
  for (const [index, { gap, input }] of list.entries()) {
    now += gap;
    if (played.admit(now, input, 10) !== 0) continue;
    at.push(now);
    if (index % 3 === 0) played.capacityRefused(now, input, 10);
    else played.completed(now, index % 10);
  }
  return { group: played, now, at };
}

/** Most moments of an ascending list within any half-open interval of this length. */
function mostWithin(at: readonly number[], length: number): number {
  let most = 0;
  let first = 0;
  for (const [last, moment] of at.entries()) {
    while ((at[first] as number) <= moment - length) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** `expect` would take longer than the histories. */
function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

describe('for any history', () => {
  it('no window admits more than its limit, a bucket no more than its size on top', () => {
    fc.assert(
      fc.property(
        windows,
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        attempts,
        (window, rpm, burst, list) => {
          const requests = group({ rpm, burst, window });
          const at: number[] = [];
          let now = 0;
          for (const { gap } of list) {
            now += gap;
            if (requests.admit(now, 1, 1) === 0) at.push(now);
          }
          const size = burst ?? rpm;
          const length = Math.ceil((minute * size) / rpm);
          if (window === 'token-bucket') check(mostWithin(at, minute) <= size + rpm, 'more than the bucket and a minute');
          if (window === 'sliding') check(mostWithin(at, length) <= size, 'more than the limit within a window');
          const inWindow = new Map<number, number>();
          for (const moment of at) {
            const k = Math.floor(moment / length);
            inWindow.set(k, (inWindow.get(k) ?? 0) + 1);
            if (window === 'fixed') check((inWindow.get(k) ?? 0) <= size, 'more than the limit in a window');
          }
        },
      ),
      { numRuns: histories },
    );
  });

  it('the wait is exact: refused a microsecond before, admitted at it', () => {
    fc.assert(
      fc.property(specs, attempts, (spec, list) => {
        const refused = play(spec, list);
        const wait = refused.group.admit(refused.now, 30, 10);
        fc.pre(wait > 0 && wait < Number.POSITIVE_INFINITY);
        const early = play(spec, list);
        expect(early.group.admit(early.now, 30, 10)).toBe(wait);
        expect(refused.group.admit(refused.now + wait, 30, 10)).toBe(0);
        expect(early.group.admit(early.now + wait - 1, 30, 10)).toBeGreaterThan(0);
      }),
      { numRuns: histories },
    );
  });

  it('what comes back never fills a bucket above its size, and only actual charges go below nothing', () => {
    fc.assert(
      fc.property(specs, attempts, fc.integer({ min: 0, max: 2 * minute }), (spec, list, later) => {
        const one = quota(spec);
        const played = createQuotaGroup([one]);
        let now = 0;
        for (const [index, { gap, input }] of list.entries()) {
          now += gap;
          const admittedAt = now;
          if (played.admit(now, input, 10) !== 0) continue;
          if (index % 2 === 0) now += later;
          if (index % 3 === 0) played.completed(now, index);
          else played.capacityRefused(now, input, 10, admittedAt);
          for (const { bucket, perOutput } of one.meters) {
            check(bucket.left(now) <= bucket.size, 'fuller than its size');
            check(perOutput !== 0 || bucket.left(now) >= 0, 'below nothing');
          }
        }
      }),
      { numRuns: histories },
    );
  });
});
