import type { Timeline } from '../../result/fold.ts';
import { localTimes } from '../../result/local-time.ts';
import type { Result } from '../../result/result.ts';
import { figure } from '../../result/stats/round6.ts';
import { csvText } from './escape.ts';

const series = [
  'offered',
  'ok',
  'failed',
  'attempts',
  'capacityRefused',
  'inFlight',
  'waiting',
  'freeSlots',
  'limit',
] as const satisfies ReadonlyArray<Exclude<keyof Timeline, 'bucketSeconds'>>;

/** First line of `timeline.csv`. Counts are means over replications and per bucket. */
export const timelineHeader = `strategy,offsetSeconds,localTime,${series.join(',')}\n`;

/** `timeline.csv`, a piece a strategy: one row a bucket, by its start, in seconds from the start and in local time. */
export function* timelineCsv(result: Result): Generator<string> {
  const { start, zoneOffsets } = result.scenario;
  const localTime = localTimes(start, zoneOffsets);
  yield timelineHeader;
  for (const { name, timeline } of result.strategies) {
    const strategy = csvText(name);
    const rows = timeline.offered.map((_, bucket) => {
      const offset = bucket * timeline.bucketSeconds;
      const figures = series.map((column) => figure(timeline[column][bucket] ?? null) ?? '');
      return `${strategy},${offset},${localTime(offset)},${figures.join(',')}\n`;
    });
    yield rows.join('');
  }
}
