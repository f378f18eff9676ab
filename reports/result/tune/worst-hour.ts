import type { StrategyFold, Timeline } from '../fold.ts';
import { round6 } from '../stats/round6.ts';
import type { WorstHour } from './tune-answer.ts';

const hourSeconds = 3600;
/** A run is looked at in so many parts at least. */
const leastParts = 6;

interface Part {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly errorRate: number;
  readonly freeSlots: number;
}

function total(values: readonly number[], from: number, until: number): number {
  return values.slice(from, until).reduce((sum, value) => sum + value, 0);
}

/** Buckets of the timeline that hold a whole hour, or a sixth of a run that is shorter than six hours. */
export function bucketsPerPart({ bucketSeconds, offered }: Timeline): number {
  return Math.max(1, Math.floor(Math.min(hourSeconds / bucketSeconds, offered.length / leastParts)));
}

function partsOf({ timeline, replications }: StrategyFold): readonly Part[] {
  const { bucketSeconds, offered, ok, failed, freeSlots } = timeline;
  const length = offered.length * bucketSeconds;
  const warmUp = length - (replications[0]?.windowSeconds ?? length);
  const step = bucketsPerPart(timeline);
  const first = Math.ceil(warmUp / bucketSeconds);
  // The last part is as long as the others, and shares its beginning with the one before where they do not fit.
  const last = Math.max(first, offered.length - step);
  const parts: Part[] = [];
  for (let next = first; next < offered.length; next += step) {
    const from = Math.min(next, last);
    const until = Math.min(from + step, offered.length);
    const [good, bad] = [total(ok, from, until), total(failed, from, until)];
    if (good + bad === 0) continue;
    const free = total(freeSlots, from, until) / (until - from);
    parts.push({ fromSeconds: from * bucketSeconds, untilSeconds: until * bucketSeconds, errorRate: bad / (good + bad), freeSlots: free });
  }
  return parts;
}

/** Where most requests fail; of equals where the fewest slots are free. Null for a run in which none ended. */
export function worstHourOf(fold: StrategyFold, bound: number | undefined, localAt: (seconds: number) => string): WorstHour | null {
  const [worst] = partsOf(fold).toSorted((a, b) => b.errorRate - a.errorRate || a.freeSlots - b.freeSlots);
  if (worst === undefined) return null;
  return {
    from: localAt(worst.fromSeconds),
    until: localAt(worst.untilSeconds),
    errorRate: round6(worst.errorRate),
    freeSlots: round6(worst.freeSlots),
    margin: bound === undefined ? null : round6(bound - worst.errorRate),
  };
}
