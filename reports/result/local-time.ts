/** `2026-03-02T14:10`, seconds optional, read as if it were UTC; milliseconds. */
function asUtc(local: string): number {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(local);
  if (match === null) throw new Error(`expected a local instant such as 2026-03-02T14:10, found ${local}`);
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hours, minutes, seconds);
}

const minute = 60_000;

/**
 * Local wall time of an offset from the start, as `2026-03-02 14:10:00`. `zoneOffsets` are those of the result: from each
 * local instant on (read in the offset that begins there) clocks differ from UTC by so many minutes. No zone data are
 * used, so that every version of Node writes the same.
 */
export function localTimes(start: string, zoneOffsets: ReadonlyArray<readonly [string, number]>): (offsetSeconds: number) => string {
  const steps = zoneOffsets.map(([local, minutes]) => ({ from: asUtc(local) - minutes * minute, minutes }));
  const first = steps[0]?.minutes ?? 0;
  const begin = asUtc(start) - first * minute;
  return (offsetSeconds) => {
    const instant = begin + Math.round(offsetSeconds * 1000);
    const minutes = steps.findLast(({ from }) => from <= instant)?.minutes ?? first;
    return new Date(instant + minutes * minute).toISOString().slice(0, 19).replace('T', ' ');
  };
}
