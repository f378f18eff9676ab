/** A limit that holds between two times of day, both whole hours. */
export interface HourBlock {
  /** 0 to 23. */
  readonly from: number;
  /** 1 to 24; over midnight where it does not lie after `from`. */
  readonly until: number;
  readonly limit: number;
}

/** 8 → "08:00". */
export const timeAt = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The blocks of a day with a limit for each hour, by their beginnings; none where it is the same in all hours. */
export function hourBlocks(limits: readonly number[]): readonly HourBlock[] {
  const starts = [...limits.keys()].filter((hour) => limits[hour] !== limits.at(hour - 1));
  return starts.map((from, i): HourBlock => {
    const next = starts[i + 1] ?? starts[0] ?? 0;
    return { from, until: next === 0 ? limits.length : next, limit: limits[from] ?? 1 };
  });
}
