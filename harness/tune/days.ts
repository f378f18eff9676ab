import { localTimes } from '../../reports/result/local-time.ts';
import { type Day, type HourCounts, hoursOfDay, sumOf } from '../../reports/result/tune/day.ts';
import { zoneOffsets } from '../../sim/curves/calendar.ts';
import { bucketSeconds, type RawTimeline } from '../run/timeline.ts';
import type { Scenario } from '../scenario/scenario.ts';

const hourSeconds = 3600;
/** An hour of the day of which less was run says too little. */
const leastSeconds = 1800;

/**
 * How a replication's timeline is told by the hour of the day; undefined where the run after its warm-up does not hold every hour
 * of the day, or is so long that its buckets are longer than an hour. A bucket belongs to the hour that its middle is in.
 */
export function dayReader({ time }: Scenario): ((timeline: RawTimeline) => Day) | undefined {
  const bucket = bucketSeconds(time.length);
  if (bucket > hourSeconds) return undefined;
  const localAt = localTimes(time.start, zoneOffsets(time.start, time.zone, time.length));
  const bucketsOf: number[][] = hoursOfDay.map(() => []);
  for (let i = Math.ceil(time.warmUp / 1000 / bucket); i < Math.ceil(time.length / 1000 / bucket); i++)
    bucketsOf[Number(localAt((i + 0.5) * bucket).slice(11, 13))]?.push(i);
  if (bucketsOf.some(({ length }) => length * bucket < leastSeconds)) return undefined;
  return ({ counted }) => bucketsOf.map((buckets) => sumOf(buckets.map((i) => countsAt(counted, i))));
}

function countsAt({ good, ok, failed, firstSent, firstRefused }: RawTimeline['counted'], bucket: number): HourCounts {
  return {
    good: good[bucket] ?? 0,
    ok: ok[bucket] ?? 0,
    failed: failed[bucket] ?? 0,
    firstSent: firstSent[bucket] ?? 0,
    firstRefused: firstRefused[bucket] ?? 0,
  };
}
