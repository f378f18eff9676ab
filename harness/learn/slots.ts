import { nearestRank } from '../../reports/result/stats/nearest-rank.ts';
import type { Interval } from '../../reports/result/summary.ts';

/** What the log alone says of the provider's slots. */
export interface SlotsSeen {
  /** As many calls of the log were in service at once: there are at least so many. Null without times in service. */
  readonly atLeast: number | null;
  /** In service when a call found no slot, its 5th percentile, median and 95th. */
  readonly atRefusal: { readonly p5: number; readonly p50: number; readonly p95: number } | null;
  /** Every refusal came with about the most in service: nobody else has slots, and this is how many there are. */
  readonly exclusive: Interval | null;
}

const enough = 20;

/**
 * From calls (run, from, to …) and refusals (run, at …). A slot is held for less than a call takes, by the way there and back,
 * `networkMs` at most. Exclusive: at least 20 refusals, half of them with 95 % of the most ever in service, nearly all with 80 %.
 */
export function slotsIn(served: readonly number[], refusals: readonly number[], networkMs = 0): SlotsSeen {
  if (served.length === 0) return { atLeast: null, atRefusal: null, exclusive: null };
  let most = 0;
  const counts: number[] = [];
  for (const { begins, ends, refused } of byRun(served, refusals, networkMs)) {
    let [begun, ended] = [0, 0];
    const upTo = (at: number, asked: boolean): void => {
      for (; begun < begins.length && (begins[begun] ?? 0) <= at; begun += 1) {
        while (ended < ends.length && (ends[ended] ?? 0) <= (begins[begun] ?? 0)) ended += 1;
        most = Math.max(most, begun + 1 - ended);
      }
      while (asked && ended < ends.length && (ends[ended] ?? 0) <= at) ended += 1;
    };
    for (const at of refused) {
      upTo(at, true);
      counts.push(begun - ended);
    }
    upTo(Number.POSITIVE_INFINITY, false);
  }
  const sorted = Float64Array.from(counts).sort();
  const [p5, p50, p95] = [0.05, 0.5, 0.95].map((p) => nearestRank(sorted, p));
  if (p5 === undefined || p50 === undefined || p95 === undefined || p5 === null || p50 === null || p95 === null) {
    return { atLeast: most, atRefusal: null, exclusive: null };
  }
  const alone = counts.length >= enough && p50 >= 0.95 * most && p5 >= 0.8 * most;
  return { atLeast: most, atRefusal: { p5, p50, p95 }, exclusive: alone ? [p50, most] : null };
}

interface Moments {
  readonly begins: Float64Array;
  readonly ends: Float64Array;
  readonly refused: Float64Array;
}

/** Beginnings, ends and refusals of each recording, ascending. */
function byRun(served: readonly number[], refusals: readonly number[], networkMs: number): readonly Moments[] {
  const runs = new Map<number, Record<keyof Moments, number[]>>();
  const put = (run: number, what: keyof Moments, at: number): void => {
    let moments = runs.get(run);
    if (moments === undefined) {
      moments = { begins: [], ends: [], refused: [] };
      runs.set(run, moments);
    }
    moments[what].push(at);
  };
  for (let at = 0; at < served.length; at += 3) {
    put(served[at] ?? 0, 'begins', served[at + 1] ?? 0);
    put(served[at] ?? 0, 'ends', Math.max(served[at + 1] ?? 0, (served[at + 2] ?? 0) - networkMs));
  }
  for (let at = 0; at < refusals.length; at += 2) put(refusals[at] ?? 0, 'refused', refusals[at + 1] ?? 0);
  const ascending = (list: readonly number[]) => Float64Array.from(list).sort();
  return [...runs.values()].map(({ begins, ends, refused }) => ({
    begins: ascending(begins),
    ends: ascending(ends),
    refused: ascending(refused),
  }));
}
