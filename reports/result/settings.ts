import type { Result } from './result.ts';

type Sweep = NonNullable<Result['scenario']['sweep']>;

/** What one variant of a sweep sets one of its keys to. */
export interface Setting {
  /** A plain number, milliseconds or per second. */
  readonly value: number;
  /** As the variant's name has it: `4`, `500ms`, `2/s`. */
  readonly text: string;
}

/**
 * What a variant sets the swept keys to, in the order of the keys; null for a strategy that is no variant. Variants are
 * every combination of the values, the last key turning fastest, so the place of one in the list tells its values.
 */
export function settingsOf({ strategy, keys, variants }: Sweep, variant: string): readonly Setting[] | null {
  const axes = Object.entries(keys);
  let place = variants.indexOf(variant);
  if (place < 0 || axes.reduce((product, [, values]) => product * values.length, 1) !== variants.length) return null;
  let name = variant.slice(`${strategy}@`.length);
  return axes
    .toReversed()
    .map(([key, values]): Setting => {
      const value = values[place % values.length] as number;
      place = Math.floor(place / values.length);
      const at = name.lastIndexOf(`${key}=`);
      const text = at < 0 ? String(value) : name.slice(at + key.length + 1);
      name = name.slice(0, Math.max(0, at - 1));
      return { value, text };
    })
    .toReversed();
}
