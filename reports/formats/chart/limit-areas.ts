import type { Setting } from '../../result/settings.ts';
import { runsOf } from './runs-of.ts';
import { colours } from './theme.ts';

/** Distance of the lines that fill a hatched area, in pixels. */
const hatchStep = 9;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rising lines across a box, as the text of a path: told from a plain area without its colour. */
function hatch({ x, y, width, height }: Box): string {
  const lines: string[] = [];
  // Line number k goes through all points whose distances from the left and the upper edge add up to k steps.
  for (let sum = hatchStep; sum < width + height; sum += hatchStep) {
    const [left, right] = [Math.max(0, sum - height), Math.min(width, sum)];
    lines.push(`M${(x + left).toFixed(1)} ${(y + sum - left).toFixed(1)}L${(x + right).toFixed(1)} ${(y + sum - right).toFixed(1)}`);
  }
  return lines.join('');
}

interface Api {
  value(i: number): number;
  coord(at: readonly number[]): readonly [number, number];
  size(of: readonly number[]): readonly number[];
}

type Shape = { readonly type: string; readonly shape: object; readonly style: object };

/** One area for each run of places, from half a step before its first value to half a step behind its last. */
function areas(index: number, places: readonly number[], shapes: (box: Box) => readonly Shape[]) {
  return {
    type: 'custom',
    silent: true,
    z: 1,
    xAxisIndex: index,
    yAxisIndex: index,
    data: runsOf(places).map((run) => [...run]),
    encode: { x: [0, 1] },
    renderItem: ({ coordSys: { y, height } }: { readonly coordSys: Box }, api: Api) => {
      const step = api.size([1, 0])[0] ?? 0;
      const x = api.coord([api.value(0), 0])[0] - step / 2;
      const end = api.coord([api.value(1), 0])[0] + step / 2;
      return { type: 'group', children: shapes({ x, y, width: end - x, height }) };
    },
  };
}

function label(text: string, x: number, y: number): Shape {
  return { type: 'text', shape: {}, style: { text, x, y, align: 'center', verticalAlign: 'bottom', fontSize: 12, fill: colours.ink } };
}

/** Room that the name of the interval takes; a narrower one is named by the legend alone. */
const nameWidth = 96;

function plain(named: boolean): (box: Box) => readonly Shape[] {
  return (box) => [
    { type: 'rect', shape: box, style: { fill: colours.shade } },
    ...(named && box.width >= nameWidth ? [label('not shown worse', box.x + box.width / 2, box.y + box.height - 5)] : []),
  ];
}

function hatched(named: boolean): (box: Box) => readonly Shape[] {
  return (box) => {
    const { x, y, width, height } = box;
    const style = { stroke: colours.bound, lineWidth: 1 };
    const edge = (at: number) => ({ type: 'line', shape: { x1: at, y1: y, x2: at, y2: y + height }, style });
    return [
      { type: 'path', shape: { pathData: hatch(box) }, style: { ...style, fill: 'none', opacity: 0.45 } },
      ...[edge(x), edge(x + width)],
      ...(named ? [label('SLO holds', x + width / 2, y - 5)] : []),
    ];
  };
}

/** What lies behind the lines of one panel. */
export interface Areas {
  /** Ends of the values that are not shown worse than the best. */
  readonly interval: readonly [number, number] | null;
  /** Values at which every bound holds. */
  readonly holding: ReadonlySet<number>;
}

/** Which of the areas are named in a panel. */
export interface AreaNames {
  readonly region: boolean;
  readonly interval: boolean;
}

/** The interval as a plain area and above it, hatched, where every bound holds. */
export function areaSeries(
  index: number,
  values: readonly Setting[],
  { interval, holding }: Areas,
  names: AreaNames,
): readonly Readonly<Record<string, unknown>>[] {
  const places = (inside: (value: number) => boolean) => values.flatMap(({ value }, x) => (inside(value) ? [x] : []));
  const within = interval === null ? [] : places((value) => value >= interval[0] && value <= interval[1]);
  const held = places((value) => holding.has(value));
  return [
    ...(within.length === 0 ? [] : [areas(index, within, plain(names.interval))]),
    ...(held.length === 0 ? [] : [areas(index, held, hatched(names.region))]),
  ];
}
