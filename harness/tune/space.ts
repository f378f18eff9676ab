import { isLimit } from '../../reports/result/recommend/limit-key.ts';
import { settingsOf } from '../../reports/result/settings.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** One parameter with its values, ascending. */
export interface TunedAxis {
  readonly key: string;
  readonly values: readonly number[];
  /** Place of each value in the scenario's own list. */
  readonly places: readonly number[];
}

/** All combinations that may be tried. Points are positions in the values, one an axis. */
export interface Space {
  readonly strategy: string;
  readonly axes: readonly TunedAxis[];
  /** Index in `axes` of what the answer is about: the limit where one is varied, else the first. */
  readonly primary: number;
  /** Where the variant of a point stands among the strategies of the scenario. */
  indexOf(point: readonly number[]): number;
  /** What a point sets each axis to, as it is written: `4`, `500ms`. */
  textsAt(point: readonly number[]): readonly string[];
}

/** The space of a scenario's sweep; undefined where it has none. Variants are every combination, the last key turning fastest. */
export function spaceOf({ sweep, strategies }: Scenario): Space | undefined {
  if (sweep === undefined) return undefined;
  const axes = Object.entries(sweep.keys).map(([key, values]): TunedAxis => {
    const places = values.map((_, place) => place).toSorted((a, b) => (values[a] as number) - (values[b] as number));
    return { key, values: places.map((place) => values[place] as number), places };
  });
  const byName = new Map(strategies.map(({ name }, index) => [name, index]));
  const placeOf = (point: readonly number[]): number =>
    axes.reduce((sum, { values, places }, axis) => sum * values.length + (places[point[axis] ?? 0] ?? 0), 0);
  return {
    strategy: sweep.strategy,
    axes,
    primary: Math.max(
      0,
      axes.findIndex(({ key }) => isLimit(key)),
    ),
    indexOf(point) {
      const place = placeOf(point);
      const index = byName.get(sweep.variants[place] ?? '');
      if (index === undefined) throw new Error(`no variant ${place}`);
      return index;
    },
    textsAt: (point) => settingsOf(sweep, sweep.variants[placeOf(point)] ?? '')?.map(({ text }) => text) ?? [],
  };
}
