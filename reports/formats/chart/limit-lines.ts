import type { Setting } from '../../result/settings.ts';
import type { Holds, Sweep } from '../sweep.ts';

/** One place on a line; shares as percent, p95 in ms. */
export interface LimitPoint {
  readonly at: number;
  readonly errors: number | null;
  readonly errorsInterval: Range;
  readonly p95: number | null;
  readonly p95Interval: Range;
  /** Per second. */
  readonly goodput: number | null;
  readonly goodputInterval: Range;
  /** Whether every bound holds there. */
  readonly holds: Holds;
}

/** Ends of a 95 % interval. */
export type Range = readonly [number, number] | null;

/** A line of the chart: the other keys of the sweep held still. */
export interface LimitLine {
  /** "attempts=3", empty when only one key was swept. */
  readonly name: string;
  readonly points: readonly LimitPoint[];
}

const percent = (share: number) => 100 * share;

/** Values on the horizontal axis, ascending, and the lines above them, the recommended one's first. */
export function limitLines(sweep: Sweep, key: string): { readonly values: readonly Setting[]; readonly lines: readonly LimitLine[] } {
  const across = Math.max(0, sweep.keys.indexOf(key));
  const lines = new Map<string, LimitPoint[]>();
  const values = new Map<number, Setting>();
  const recommendedFirst = [...sweep.rows].sort((one, other) => Number(other.recommended) - Number(one.recommended));
  for (const { strategy, settings, holds } of recommendedFirst) {
    const setting = settings[across];
    if (setting === undefined) continue;
    values.set(setting.value, setting);
    const name = sweep.keys.flatMap((other, i) => (i === across ? [] : [`${other}=${settings[i]?.text}`])).join(', ');
    const interval = strategy.interval.errorRate ?? null;
    const points = lines.get(name) ?? [];
    points.push({
      at: setting.value,
      errors: strategy.errorRate === null ? null : percent(strategy.errorRate),
      errorsInterval: interval === null ? null : [percent(interval[0]), percent(interval[1])],
      p95: strategy.latencyMs.withFailures?.p95 ?? null,
      p95Interval: strategy.interval['latency.p95'] ?? null,
      goodput: strategy.goodputPerSecond,
      goodputInterval: strategy.interval.goodputPerSecond ?? null,
      holds,
    });
    lines.set(name, points);
  }
  return {
    values: [...values.values()].sort((one, other) => one.value - other.value),
    lines: [...lines].map(([name, points]) => ({ name, points })),
  };
}
