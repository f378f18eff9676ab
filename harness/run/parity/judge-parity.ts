import { estimate, replicationValues } from '../../../reports/result/estimate.ts';
import { measureNamed } from '../../../reports/result/measures/registry.ts';
import { pairedDifference } from '../../../reports/result/stats/paired.ts';
import { round6 } from '../../../reports/result/stats/round6.ts';
import { studentInterval } from '../../../reports/result/stats/student.ts';
import type { Interval } from '../../../reports/result/summary.ts';
import { cohortOfOne, type Seen } from './worlds.ts';

/** One figure in both worlds. Differences are live − virtual: of shares as they are, of times as a share of the virtual one. */
export interface ParityRow {
  readonly figure: 'errorRate' | 'p50' | 'p95' | 'served p50' | 'served p95';
  readonly virtual: number | null;
  readonly live: number | null;
  readonly difference: number | null;
  /** 95 %, from paired parts of the run; null where these do not tell. */
  readonly interval: Interval | null;
  /** The difference may be so large, and has the unit of one. */
  readonly tolerance: number;
  /** Null: there is nothing to compare. */
  readonly within: boolean | null;
}

const points = 0.01;
const share = 0.05;

/** Every figure of one job, live against virtual. */
export function parityRows(virtual: Seen, live: Seen): readonly ParityRow[] {
  return [
    measured('errorRate', 'errorRate', virtual, live),
    measured('p50', 'latencyOk.p50', virtual, live),
    measured('p95', 'latencyOk.p95', virtual, live),
    row('served p50', { virtual: virtual.served.p50, live: live.served.p50, interval: null }),
    row('served p95', { virtual: virtual.served.p95, live: live.served.p95, interval: null }),
  ];
}

function measured(figure: ParityRow['figure'], name: string, virtual: Seen, live: Seen): ParityRow {
  const measure = measureNamed(name);
  const [one, other] = [cohortOfOne(live), cohortOfOne(virtual)];
  const values = [replicationValues(measure, one), replicationValues(measure, other)] as const;
  const paired = values[0] === null || values[1] === null ? null : pairedDifference(values[0], values[1]);
  return row(figure, {
    virtual: estimate(measure, other).value,
    live: estimate(measure, one).value,
    interval: paired === null ? null : studentInterval(paired),
  });
}

function row(figure: ParityRow['figure'], { virtual, live, interval }: Pick<ParityRow, 'virtual' | 'live' | 'interval'>): ParityRow {
  const relative = figure !== 'errorRate';
  const tolerance = relative ? share : points;
  const unit = relative ? virtual : 1;
  if (virtual === null || live === null || unit === null || unit === 0) {
    // Nothing failed, or nothing was answered, in both worlds alike: that is the same.
    return { figure, virtual, live, difference: null, interval: null, tolerance, within: virtual === live ? null : false };
  }
  const difference = round6((live - virtual) / unit);
  const [low, high] = interval ?? [0, 0];
  return {
    figure,
    virtual,
    live,
    difference,
    interval: interval === null ? null : [round6(low / unit), round6(high / unit)],
    tolerance,
    within: Math.abs(difference) <= tolerance,
  };
}

/** Of several rounds, for each figure the row in the middle. Rounds have their rows in the same order. */
export function medianRows(rounds: readonly (readonly ParityRow[])[]): readonly ParityRow[] {
  const [first = []] = rounds;
  return first.map((_, place) => {
    const rows = rounds.flatMap((round) => round[place] ?? []);
    const sorted = rows.toSorted((a, b) => sortKey(a) - sortKey(b));
    return sorted[Math.floor((sorted.length - 1) / 2)] as ParityRow;
  });
}

/** What cannot be compared although one world has it is the worst of all. */
function sortKey({ difference, within }: ParityRow): number {
  return difference ?? (within === false ? Number.POSITIVE_INFINITY : 0);
}
