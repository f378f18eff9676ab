import { figureIn, measures } from '../../result/measures/registry.ts';
import { figure } from '../../result/stats/round6.ts';
import type { StrategySummary, Summary } from '../../result/summary.ts';
import { type Cell, csvLine } from './escape.ts';

const counts = [
  ['offered', ({ requests }) => requests.offered],
  ['ok', ({ requests }) => requests.ok],
  ['good', ({ requests }) => requests.good],
  ['failed', ({ requests }) => requests.failed],
  ['sent', ({ attempts }) => attempts.sent],
  ['tenantArrivals', ({ provider }) => provider.tenantArrivals],
] as const satisfies ReadonlyArray<readonly [string, (strategy: StrategySummary) => number]>;

const measured = Object.values(measures);

/** Columns: the strategy, its failure, counts, then each measure with the ends of its 95 % interval. */
export const summaryHeader: readonly string[] = [
  'strategy',
  'failure',
  ...counts.map(([name]) => name),
  ...measured.flatMap(({ name }) => [name, `${name}.low`, `${name}.high`]),
];

function rowOf(strategy: StrategySummary): readonly Cell[] {
  const figures = measured.flatMap((measure) => {
    const interval = strategy.interval[measure.name];
    return [figureIn(strategy, measure), interval?.[0] ?? null, interval?.[1] ?? null].map(figure);
  });
  return [strategy.name, strategy.failure?.code ?? null, ...counts.map(([, of]) => of(strategy)), ...figures];
}

/** `summary.csv`: one row a strategy. */
export function summaryCsv({ strategies }: Summary): string {
  return [summaryHeader, ...strategies.map(rowOf)].map(csvLine).join('');
}
