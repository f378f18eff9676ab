import type { Result } from '../../result/result.ts';
import { doublingAxis, doublings, shareAxis } from './doubling.ts';
import { linePanelSvg } from './line-panel.ts';

/** One strategy's line in the charts of distributions; quantiles (i + ½)/n in ms, null where the rank falls among failures. */
export interface QuantileLine {
  readonly place: number;
  readonly quantiles: readonly (number | null)[];
  readonly strong: boolean;
}

/** Strategies with latencies to show. */
export function latencyLines(
  result: Result,
  strategies: readonly { readonly name: string }[],
  strong: ReadonlySet<string>,
): readonly QuantileLine[] {
  return strategies.flatMap(({ name }, place) => {
    const quantiles = result.strategies.find((candidate) => candidate.name === name)?.quantiles.latencyWithFailures ?? null;
    return quantiles === null || quantiles.every((value) => value === null) ? [] : [{ place, quantiles, strong: strong.has(name) }];
  });
}

/** Which share of all requests was answered within which time; a line ends below 100 % where requests failed. */
export function latencySvg({ good }: Result['scenario'], lines: readonly QuantileLine[]): string {
  const drawn = lines.map(({ place, strong, quantiles }) => ({
    place,
    strong,
    points: quantiles.flatMap((ms, i) => (ms === null ? [] : [[doublings(ms), (100 * (i + 0.5)) / quantiles.length] as const])),
  }));
  const bound = good.latency === undefined ? [] : [doublings(good.latency)];
  const places = drawn.flatMap(({ points }) => points.map(([x]) => x));
  return linePanelSvg({
    prefix: 'latency',
    label: 'share of all requests answered within a time, % of requests over latency on a doubling scale',
    lines: drawn,
    x: doublingAxis(places.length === 0 ? [] : [...places, ...bound]),
    y: shareAxis,
    marks: bound,
  });
}
