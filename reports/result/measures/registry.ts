import type { Measure } from './measure.ts';
import { percentiles } from './percentiles.ts';
import { quotients } from './quotients.ts';
import { runs } from './runs.ts';

/** Every measure by name. Columns, headers, `slo:` keys, gate directions and docs rows are made from these entries. */
export const measures: Readonly<Record<string, Measure>> = { ...quotients, ...runs, ...percentiles };

/** The measure of this name; an unknown name is an error of the program, files are checked by `sloSchema`. */
export function measureNamed(name: string): Measure {
  const measure = measures[name];
  if (measure === undefined) throw new Error(`unknown measure ${name}, known are: ${Object.keys(measures).join(', ')}`);
  return measure;
}

/** The figure of a measure in a strategy's summary; null where it does not apply. */
export function figureIn(summary: object, measure: Measure): number | null {
  let here: unknown = summary;
  for (const key of measure.path) here = typeof here === 'object' && here !== null ? (here as Record<string, unknown>)[key] : null;
  return typeof here === 'number' ? here : null;
}
