/** Bucket lengths to choose from, seconds. */
const lengths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
const mostBuckets = 300;

/** Length of a timeline's buckets, seconds: the shortest that gives at most 300 of them. */
export function bucketSeconds(lengthMs: number): number {
  const seconds = lengthMs / 1000;
  return lengths.find((length) => seconds / length <= mostBuckets) ?? Math.ceil(seconds / mostBuckets / 86_400) * 86_400;
}

/** Names of the counted columns; the others are means of quantities that the sampler reads at the end of each bucket. */
export const countedColumns = ['offered', 'ok', 'failed', 'attempts', 'capacityRefused'] as const;
/** Counted beside them for who looks for a limit by the time of day; not part of the stored timeline. */
export const searchedColumns = ['good', 'firstSent', 'firstRefused'] as const;
export const meanColumns = ['inFlight', 'waiting', 'freeSlots', 'limit'] as const;

/** One replication's timeline. Events after the run's end are not in it. */
export interface RawTimeline {
  readonly bucketSeconds: number;
  readonly counted: Readonly<Record<(typeof countedColumns)[number] | (typeof searchedColumns)[number], Float64Array>>;
  readonly means: Readonly<Record<(typeof meanColumns)[number], Float64Array>>;
  readonly hasLimit: boolean;
}

export function createTimeline(lengthMs: number, hasLimit: boolean): RawTimeline {
  const seconds = bucketSeconds(lengthMs);
  const buckets = Math.max(1, Math.ceil(lengthMs / 1000 / seconds));
  const column = (): Float64Array => new Float64Array(buckets);
  return {
    bucketSeconds: seconds,
    counted: {
      offered: column(),
      ok: column(),
      failed: column(),
      attempts: column(),
      capacityRefused: column(),
      good: column(),
      firstSent: column(),
      firstRefused: column(),
    },
    means: { inFlight: column(), waiting: column(), freeSlots: column(), limit: column() },
    hasLimit,
  };
}
