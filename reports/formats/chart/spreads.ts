import type { SampleName } from '../../result/fold.ts';
import type { Result } from '../../result/result.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { doublingAxis, doublings, shareAxis } from './doubling.ts';
import type { QuantileLine } from './latency.ts';
import { linePanelSvg } from './line-panel.ts';

/** What a distribution is of. */
export interface Spread {
  readonly sample: SampleName;
  readonly title: string;
  readonly unit: string;
}

/** Distributions beside that of the latency, as a request meets them. */
export const spreads: readonly Spread[] = [
  { sample: 'deferMs', title: 'Held until a better hour', unit: '% of the requests that were held' },
  { sample: 'queueWaitMs', title: 'Wait for a permit', unit: '% of requests, summed over attempts' },
  { sample: 'submitMs', title: 'Submission', unit: '% of the jobs that were taken' },
  { sample: 'backoffMs', title: 'Wait between attempts', unit: '% of requests, summed' },
  { sample: 'firstTokenMs', title: 'First token', unit: '% of answered requests, from the arrival' },
  { sample: 'perTokenMs', title: 'Time a token', unit: '% of streamed answers, mean after the first token' },
  { sample: 'serviceMs', title: 'Answering attempt', unit: '% of answered requests, from its send to its end' },
  { sample: 'latencyFailed', title: 'Failed after', unit: '% of failed requests, from the arrival' },
  { sample: 'spells', title: 'Busy spells', unit: '% of the spells in which the first model refused for capacity' },
];

/** One chart of a distribution. */
export interface SpreadPanel extends Omit<Spread, 'sample'> {
  readonly svg: string;
  /** Places of the strategies that have a line in it. */
  readonly places: readonly number[];
  /** At the left edge stands what took no time at all. */
  readonly fromZero: boolean;
}

/** The last tenth is drawn point by point, of the rest every fifth: a line of fifty points looks the same. */
const isDrawn = (i: number, count: number): boolean => i === 0 || i % 5 === 2 || i >= Math.min(count - 1, 0.9 * count);

/** How much time, as shares. What took none rises along the left edge, at `edge`. */
function pointsOf(quantiles: readonly (number | null)[], edge: number): ReadonlyArray<readonly [number, number]> {
  const lastZero = quantiles.lastIndexOf(0);
  return quantiles.flatMap((ms, i) => {
    const needed = isDrawn(i, quantiles.length) || i === lastZero;
    if (ms === null || !needed || (ms === 0 && i !== 0 && i !== lastZero)) return [];
    return [[ms === 0 ? edge : doublings(ms), (100 * (i + 0.5)) / quantiles.length] as const];
  });
}

function panelOf({ sample, title, unit }: Spread, lines: readonly QuantileLine[]): SpreadPanel | null {
  const timed = lines.flatMap(({ quantiles }) => quantiles.flatMap((ms) => (ms !== null && ms > 0 ? [doublings(ms)] : [])));
  if (timed.length === 0) return null;
  const x = doublingAxis(timed);
  const drawn = lines.map(({ place, strong, quantiles }) => ({ place, strong, points: pointsOf(quantiles, x.min) }));
  return {
    ...{ title, unit, places: lines.map(({ place }) => place) },
    fromZero: lines.some(({ quantiles }) => quantiles.includes(0)),
    svg: linePanelSvg({
      prefix: `spread-${sample}`,
      label: `${title}, ${unit}, over time on a doubling scale`,
      lines: drawn,
      x,
      y: shareAxis,
    }),
  };
}

/** Of the requests that were refused first, how many were answered by the first, second, … retry. */
function retriesPanel(strategies: readonly StrategySummary[], strong: ReadonlySet<string>): SpreadPanel | null {
  const lines = strategies.flatMap(({ name, successByRetry }, place) => {
    if (successByRetry === null || successByRetry.length === 0) return [];
    const points = [[0, 0] as const, ...successByRetry.map((share, i) => [i + 1, 100 * share] as const)];
    return [{ place, strong: strong.has(name), points }];
  });
  if (lines.length === 0) return null;
  const most = Math.max(2, ...lines.map(({ points }) => points.length - 1));
  const [title, unit] = ['Answered by retry', '% of the requests whose first attempt was refused for capacity'];
  return {
    ...{ title, unit, places: lines.map(({ place }) => place), fromZero: false },
    svg: linePanelSvg({
      prefix: 'spread-retries',
      label: `${title}, ${unit}, over the number of the retry`,
      lines,
      x: { min: 0, max: most, interval: Math.ceil(most / 8), show: (retry) => String(retry) },
      y: shareAxis,
    }),
  };
}

/** A chart of each distribution in which anything took time; `strategies` in the order of the main table. */
export function spreadPanels(result: Result, strategies: readonly StrategySummary[], strong: ReadonlySet<string>): readonly SpreadPanel[] {
  const folds = new Map(result.strategies.map((fold) => [fold.name, fold]));
  const timed = spreads.map((spread) =>
    panelOf(
      spread,
      strategies.flatMap(({ name }, place) => {
        const quantiles = folds.get(name)?.quantiles[spread.sample] ?? null;
        return quantiles === null ? [] : [{ place, quantiles, strong: strong.has(name) }];
      }),
    ),
  );
  return [...timed, retriesPanel(strategies, strong)].filter((panel) => panel !== null);
}
