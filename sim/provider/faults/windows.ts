import { timePoints } from '../../curves/calendar.ts';
import type { CurveScope } from '../../curves/curve.ts';
import type { Pace } from '../../curves/pace.ts';
import type { FaultWindow } from '../spec.ts';

/** Times in microseconds, ascending and apart: window i is [from[i], to[i]). */
export interface Windows {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** When a fault is on: from the start and to the end where nothing else is written. InputError for a time before the start. */
export function compileWindows(
  window: FaultWindow,
  { run, pace }: { readonly run: CurveScope; readonly pace?: Pace | undefined },
): Windows {
  const points = timePoints(window.from ?? { offset: 0 }, window.daily === true, run);
  const length = window.for ?? Number.POSITIVE_INFINITY;
  const at = (ms: number): number => (pace === undefined ? Math.round(ms * 1000) : pace.toClock(Math.round(ms * 1000)));
  return mergeWindows(points.map((ms) => [at(ms), at(ms + length)]));
}

/** Windows that overlap or touch become one. */
export function mergeWindows(pairs: readonly (readonly [number, number])[]): Windows {
  const from: number[] = [];
  const to: number[] = [];
  for (const [start, end] of [...pairs].sort((a, b) => a[0] - b[0])) {
    const last = to.length - 1;
    if (last >= 0 && start <= (to[last] as number)) to[last] = Math.max(to[last] as number, end);
    else {
      from.push(start);
      to.push(end);
    }
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** Start inclusive, end exclusive. */
export function within(windows: Windows, now: number): boolean {
  let low = 0;
  let high = windows.from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((windows.from[middle] as number) <= now) low = middle + 1;
    else high = middle;
  }
  return low > 0 && now < (windows.to[low - 1] as number);
}
