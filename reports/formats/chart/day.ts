import type { Timeline } from '../../result/fold.ts';

/** More points than a panel has room for would only be noise. */
const mostPoints = 96;

/** What the day's charts show of one stretch of time. */
export interface Stretch {
  /** Seconds from the start to its middle. */
  readonly at: number;
  readonly offeredPerSecond: number;
  readonly freeSlots: number;
  /** Attempts under way, and requests that wait for a permit, means. */
  readonly inFlight: number;
  readonly waiting: number;
  /** The concurrency limit of a client, mean; null without one. */
  readonly limit: number | null;
  /** Attempts refused for capacity among the attempts sent, percent; null when none was sent. */
  readonly refused: number | null;
  /** Failed requests among those that ended, percent; null when none ended. */
  readonly failed: number | null;
}

const sum = (values: readonly number[], from: number, to: number): number =>
  values.slice(from, to).reduce((total, value) => total + value, 0);
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sum(known, 0, known.length) / known.length;
}

const percentOf = (part: number, whole: number): number | null => (whole > 0 ? (100 * part) / whole : null);

/** A timeline in at most 96 stretches of equal length; the last one may be shorter. */
export function stretchesOf(timeline: Timeline, lengthSeconds: number): readonly Stretch[] {
  const { bucketSeconds, offered, ok, failed, attempts, capacityRefused, freeSlots, inFlight, waiting, limit } = timeline;
  const together = Math.max(1, Math.ceil(offered.length / mostPoints));
  return Array.from({ length: Math.ceil(offered.length / together) }, (_, i) => {
    const [from, to] = [i * together, Math.min(offered.length, (i + 1) * together)];
    const begin = from * bucketSeconds;
    const end = Math.max(begin, Math.min(to * bucketSeconds, lengthSeconds));
    const failures = sum(failed, from, to);
    return {
      at: (begin + end) / 2,
      offeredPerSecond: end > begin ? sum(offered, from, to) / (end - begin) : 0,
      freeSlots: sum(freeSlots, from, to) / (to - from),
      inFlight: sum(inFlight, from, to) / (to - from),
      waiting: sum(waiting, from, to) / (to - from),
      limit: meanOf(limit.slice(from, to)),
      refused: percentOf(sum(capacityRefused, from, to), sum(attempts, from, to)),
      failed: percentOf(failures, failures + sum(ok, from, to)),
    };
  });
}

/** Lengths between two ticks of a time axis, seconds. */
const ticks = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400, 172_800],
  604_800,
  2_592_000,
];
const mostTicks = 8;
/** Labels with seconds take more room, and letters are larger where the page is narrow. */
const mostWithSeconds = 5;

/** The shortest round interval that gives at most eight ticks, five of less than a minute. */
export function tickSeconds(lengthSeconds: number): number {
  return ticks.find((tick) => lengthSeconds / tick <= (tick < 60 ? mostWithSeconds : mostTicks)) ?? Math.ceil(lengthSeconds / mostTicks);
}
