import type { ReadRow } from './read-record.ts';

/** One way from a model to another, and why. */
export interface FallbackWay {
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly count: number;
}

/** A week, Monday to Sunday in UTC. */
export interface FallbackWeek {
  /** Its Monday: `2026-11-23`. */
  readonly week: string;
  readonly requests: number;
  /** Requests that went to another model at least once. */
  readonly withFallback: number;
  /** The commonest first. */
  readonly ways: readonly FallbackWay[];
}

const dayMs = 86_400_000;

/** Switches to another model, week by week; what caused one is how the attempt before it ended. */
export function fallbackWeeks(rows: readonly ReadRow[]): readonly FallbackWeek[] {
  const weeks = new Map<string, { requests: number; readonly moved: Set<string>; readonly ways: Map<string, FallbackWay> }>();
  const causes = new Map<string, string>();
  for (const row of rows) {
    const { request } = row;
    const week = mondayOf(row.time);
    const book = weeks.get(week) ?? { requests: 0, moved: new Set(), ways: new Map() };
    weeks.set(week, book);
    if (row.kind === 'request') {
      book.requests += 1;
      causes.delete(request);
      continue;
    }
    if (row.from !== '' && row.from !== row.target) {
      const cause = causes.get(request) ?? 'unknown';
      const key = JSON.stringify([row.from, row.target, cause]);
      const way = book.ways.get(key);
      book.ways.set(key, { from: row.from, to: row.target, cause, count: (way?.count ?? 0) + 1 });
      book.moved.add(request);
    }
    causes.set(request, row.outcome);
  }
  return [...weeks]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([week, { requests, moved, ways }]) => ({
      week,
      requests,
      withFallback: moved.size,
      ways: [...ways.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1)),
    }));
}

/** The Monday of the week of an instant. */
function mondayOf(iso: string): string {
  const day = Math.floor(Date.parse(iso) / dayMs);
  // 1970-01-01 was a Thursday.
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return new Date((day - sinceMonday) * dayMs).toISOString().slice(0, 10);
}
