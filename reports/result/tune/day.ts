/** What one replication came to in one hour of the day, or in several, all its days together. */
export interface HourCounts {
  /** Good requests that completed. */
  readonly good: number;
  readonly ok: number;
  readonly failed: number;
  readonly firstSent: number;
  /** First attempts refused as capacity or rate_limited. */
  readonly firstRefused: number;
}

/** One entry a local hour of the day, 0 to 23. */
export type Day = readonly HourCounts[];

export const hoursOfDay: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

const nothing: HourCounts = { good: 0, ok: 0, failed: 0, firstSent: 0, firstRefused: 0 };

function added(a: HourCounts, b: HourCounts): HourCounts {
  return {
    good: a.good + b.good,
    ok: a.ok + b.ok,
    failed: a.failed + b.failed,
    firstSent: a.firstSent + b.firstSent,
    firstRefused: a.firstRefused + b.firstRefused,
  };
}

/** These together. */
export function sumOf(counts: readonly HourCounts[]): HourCounts {
  return counts.reduce(added, nothing);
}

/** Some hours of a day together. */
export function inHours(day: Day, hours: readonly number[]): HourCounts {
  return sumOf(hours.map((hour) => day[hour] ?? nothing));
}

export function refusedShare({ firstRefused, firstSent }: HourCounts): number {
  return firstSent === 0 ? 0 : firstRefused / firstSent;
}

export function failedShare({ ok, failed }: HourCounts): number {
  return ok + failed === 0 ? 0 : failed / (ok + failed);
}
