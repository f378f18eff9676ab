import type { Interval } from '../../reports/result/summary.ts';
import { erlangB } from '../scenario/erlang-b.ts';

/** Refusals in an hour from which on its load is an estimate; with fewer only how large it can be at most is known. */
export const enoughRefusals = 20;

/** Load on a pool in Erlang: arrivals × mean time in service, the slots that would be busy if there were always one free. */
export interface Load {
  /** `estimate`, or `at most`: then `value` and the lower end are null. */
  readonly basis: 'estimate' | 'at most';
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The load of which Erlang's loss formula refuses `share` on so many slots, by bisection; null for a share of 1. B grows with
 * the load a, and B(a) ≥ 1 − slots / a.
 */
export function loadOf(share: number, slots: number): number | null {
  if (share <= 0) return 0;
  if (share >= 1) return null;
  let low = 0;
  let high = slots / (1 - share);
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    const blocked = erlangB(middle, slots);
    if (blocked === null) return null;
    if (blocked < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The load behind an hour's refusals by `slots`, of which `less` is known. The interval is that of the share. */
export function loadBehind(share: number | null, interval: Interval | null, refusals: number, slots: number, less: number): Load {
  const above = (part: number): number | null => {
    const load = loadOf(part, slots);
    return load === null ? null : Math.max(0, load - less);
  };
  const high = interval === null ? null : above(interval[1]);
  if (refusals < enoughRefusals || share === null || interval === null) return { basis: 'at most', value: null, low: null, high };
  return { basis: 'estimate', value: above(share), low: above(interval[0]), high };
}
