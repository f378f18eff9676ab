import type { Setting } from '../../result/settings.ts';
import type { LimitLine } from './limit-lines.ts';
import { runsOf } from './runs-of.ts';

/** Where every bound holds, in words. */
export interface LimitRegion {
  /** The line that this is of, where there are several; else empty. */
  readonly line: string;
  /** "4 to 7, 9"; empty where none does. */
  readonly holding: string;
  /** Those of them at which it is shown. */
  readonly shown: string;
}

function listed(values: readonly Setting[], inside: ReadonlySet<number>): string {
  const places = values.flatMap(({ value }, place) => (inside.has(value) ? [place] : []));
  const ranges = runsOf(places).map(([first, last]) => [...new Set([values[first]?.text, values[last]?.text])].join(' to '));
  return ranges.join(', ');
}

/** The region of a line: at which of the swept values it is inside every bound. */
export function regionOf(line: LimitLine | undefined, values: readonly Setting[]): LimitRegion {
  const at = (wanted: readonly string[]) =>
    new Set(line?.points.flatMap((point) => (wanted.includes(point.holds ?? '') ? [point.at] : [])));
  return { line: line?.name ?? '', holding: listed(values, at(['shown', 'open'])), shown: listed(values, at(['shown'])) };
}
