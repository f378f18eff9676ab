import type { Result } from '../../result/result.ts';
import { linePanelSvg } from './line-panel.ts';

/** One strategy of the latency chart; quantiles (i + ½)/n in ms, null where the rank falls among failures. */
export interface LatencyLine {
  readonly place: number;
  readonly quantiles: readonly (number | null)[];
  readonly strong: boolean;
}

const doublings = (ms: number): number => Math.log(ms / 1000) / Math.LN2;
/** Shorter ones stand at the left edge. */
const shortestMs = 0.01;

function timeOf(doubling: number): string {
  let seconds = 1;
  for (let i = 0; i < Math.abs(doubling); i++) seconds *= doubling > 0 ? 2 : 0.5;
  return seconds < 0.5 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${seconds} s`;
}

/** Strategies with latencies to show. */
export function latencyLines(
  result: Result,
  strategies: readonly { readonly name: string }[],
  strong: ReadonlySet<string>,
): readonly LatencyLine[] {
  return strategies.flatMap(({ name }, place) => {
    const quantiles = result.strategies.find((candidate) => candidate.name === name)?.quantiles.latencyWithFailures ?? null;
    return quantiles === null || quantiles.every((value) => value === null) ? [] : [{ place, quantiles, strong: strong.has(name) }];
  });
}

/** Which share of all requests was answered within which time; a line ends below 100 % where requests failed. */
export function latencySvg({ good }: Result['scenario'], lines: readonly LatencyLine[]): string {
  const drawn = lines.map(({ place, strong, quantiles }) => ({
    place,
    strong,
    points: quantiles.flatMap((ms, i) =>
      ms === null ? [] : [[doublings(Math.max(shortestMs, ms)), (100 * (i + 0.5)) / quantiles.length] as const],
    ),
  }));
  const places = drawn.flatMap(({ points }) => points.map(([x]) => x));
  const bound = good.latency === undefined ? [] : [doublings(good.latency)];
  const min = places.length === 0 ? 0 : Math.floor(Math.min(...places));
  const max = Math.max(min + 2, ...places.map((place) => Math.ceil(place)), ...bound.map((at) => Math.ceil(at)));
  return linePanelSvg({
    prefix: 'latency',
    label: 'share of all requests answered within a time, % of requests over latency on a doubling scale',
    lines: drawn,
    x: { min, max, interval: Math.max(1, Math.ceil((max - min) / 8)), show: timeOf },
    y: { min: 0, max: 100, interval: 20, show: (percent) => `${percent} %` },
    marks: bound,
  });
}
