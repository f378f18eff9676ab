import { columns, measureTitle } from '../../reports/formats/columns.ts';
import { showDifference, showDifferences } from '../../reports/formats/measured.ts';
import { tableLines, tableWidth } from '../../reports/formats/terminal/table.ts';
import { shortenAll, wrap } from '../../reports/formats/terminal/width.ts';
import type { StrategyBetween } from '../../reports/result/between.ts';
import { figureIn } from '../../reports/result/measures/registry.ts';
import type { Comparison, StrategySummary, Summary } from '../../reports/result/summary.ts';

/** How one strategy's figures differ between two results: second − first, null where either has none. */
export interface StrategyDifference {
  readonly strategy: string;
  readonly difference: Readonly<Record<string, number | null>>;
}

export interface ResultDifferences {
  readonly sameScenario: boolean;
  readonly strategies: readonly StrategyDifference[];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** The same with intervals and verdicts, of the strategies that stand in both main tables. */
  readonly between: readonly StrategyBetween[];
}

/** Compares two results by the names of their strategies, in the first one's order. */
export function differencesOf(first: Summary, second: Summary, between: readonly StrategyBetween[]): ResultDifferences {
  const others = new Map(second.strategies.map((strategy) => [strategy.name, strategy]));
  const names = new Set(first.strategies.map(({ name }) => name));
  return {
    sameScenario: first.scenario.hash === second.scenario.hash,
    strategies: first.strategies.flatMap((strategy) => {
      const other = others.get(strategy.name);
      return other === undefined ? [] : [{ strategy: strategy.name, difference: figuresOf(strategy, other) }];
    }),
    onlyFirst: first.strategies.map(({ name }) => name).filter((name) => !others.has(name)),
    onlySecond: second.strategies.map(({ name }) => name).filter((name) => !names.has(name)),
    between,
  };
}

function figuresOf(first: StrategySummary, second: StrategySummary): Record<string, number | null> {
  return Object.fromEntries(
    columns.map(({ measure }) => {
      const [before, after] = [figureIn(first, measure), figureIn(second, measure)];
      return [measure.name, before === null || after === null ? null : after - before];
    }),
  );
}

/** The differences as text of at most `cells` cells a line, from 80 cells on as a table. */
export function differencesText(differences: ResultDifferences, cells: number): string {
  const { sameScenario, strategies, onlyFirst, onlySecond, between } = differences;
  const lines = [
    `Second − first${sameScenario ? ', the same scenario' : ', two different scenarios'}:`,
    ...(strategies.length === 0 ? ['  no strategy is in both'] : table(strategies, cells)),
    ...shownLines(between, cells),
    ...alone('Only in the first', onlyFirst, cells),
    ...alone('Only in the second', onlySecond, cells),
  ];
  return `${lines.join('\n')}\n`;
}

/** "Shown of limited, in pairs: errors better, −2.1 points (−2.5 points to −1.7 points)" */
function shownLines(between: readonly StrategyBetween[], cells: number): readonly string[] {
  if (between.length === 0) return [];
  const shown = between.flatMap(({ name, paired, comparisons }) => {
    const told = comparisons.filter(({ verdict }) => verdict === 'better' || verdict === 'worse').map(toldOf);
    return told.length === 0 ? [] : [`Shown of ${name}, ${paired ? 'in pairs' : 'not paired'}: ${told.join('; ')}`];
  });
  const plain = between.every(({ comparisons }) => comparisons.every(({ interval }) => interval === null));
  const rest = plain
    ? 'Plain differences: there are no intervals, so none is shown to be more than luck'
    : 'No difference is shown to be more than luck';
  const others = shown.length === 0 ? [rest] : ['Of the others none is shown to be more than luck'];
  return [...shown, ...(shown.length === between.length ? [] : others)].flatMap((line) => wrap(line, cells, 0, 2));
}

function toldOf({ measure, verdict, difference, interval }: Comparison): string {
  const range = showDifferences(measure, interval);
  const size = difference === null ? 'endless on one side' : showDifference(measure, difference);
  return `${measureTitle(measure)} ${verdict}, ${size}${range === null ? '' : ` (${range})`}`;
}

function alone(title: string, names: readonly string[], cells: number): readonly string[] {
  return names.length === 0 ? [] : wrap(`${title}: ${names.join(', ')}`, cells, 0, 2);
}

function table(strategies: readonly StrategyDifference[], cells: number): readonly string[] {
  for (const shown of [columns, columns.filter(({ optional }) => !optional)]) {
    const figures = shown.map(({ measure, head }) => ({
      head: head.filter((line) => line !== ''),
      align: 'right' as const,
      cells: strategies.map(({ difference }) => showDifference(measure.name, difference[measure.name] ?? null)),
    }));
    const room = Math.max(12, cells - tableWidth(figures, 2) - 2);
    const names = shortenAll(
      strategies.map(({ strategy }) => strategy),
      room,
    );
    const whole = [{ head: ['strategy'], align: 'left' as const, cells: names }, ...figures];
    if (tableWidth(whole, 2) <= cells) return tableLines(whole, 2, (line) => line);
  }
  return strategies.flatMap(({ strategy, difference }) => [
    ...wrap(strategy, cells),
    ...columns.map(({ measure, title }) => `  ${title}: ${showDifference(measure.name, difference[measure.name] ?? null)}`),
  ]);
}
