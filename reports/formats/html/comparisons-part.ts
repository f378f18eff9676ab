import { markup } from '../../../sim/markup/markup.ts';
import type { Comparison } from '../../result/summary.ts';
import { measureTitle } from '../columns.ts';
import { notApplicable } from '../figures.ts';
import type { Report } from '../format.ts';
import { showDifference, showDifferences } from '../measured.ts';
import { mainStrategies } from '../sweep.ts';
import { term } from './glossary.ts';
import { allNamed, named } from './name.ts';
import type { Section } from './section.ts';
import { verdictMark } from './strategies-part.ts';
import { type Cell, table } from './table.ts';

/** A verdict, the difference and its interval; a plain difference says that it has none. */
export function differenceCell(comparison: Comparison | undefined): Cell {
  if (comparison === undefined) return { content: notApplicable, value: null };
  const { measure, difference, interval, verdict } = comparison;
  const plain = difference === null ? null : 'no interval';
  const range = showDifferences(measure, interval) ?? plain;
  return {
    content: [
      verdictMark(verdict),
      ' ',
      markup`<span class="difference">${showDifference(measure, difference)}</span>`,
      range !== null && markup` <small>${range}</small>`,
    ],
    value: difference !== null && Number.isFinite(difference) ? difference : null,
  };
}

/** Differences from the baseline, one measure a column; null when nothing was compared, or two results are. */
export function comparisonsPart(report: Report): Section | null {
  const { comparisons } = report.summary;
  if (report.between !== undefined) return null;
  const strategies = mainStrategies(report).filter(({ name }) => comparisons.some(({ strategy }) => strategy === name));
  if (strategies.length === 0) return null;
  const measures = [...new Set(comparisons.map(({ measure }) => measure))];
  const names = allNamed(strategies.map(({ name }) => name));
  const rows = strategies.map(({ name }, i) => ({
    head: { content: names[i], value: i },
    strong: name === report.summary.recommendation?.strategy,
    cells: measures.map((measure) =>
      differenceCell(comparisons.find((comparison) => comparison.strategy === name && comparison.measure === measure)),
    ),
  }));
  return {
    id: 'comparisons',
    title: 'Against the baseline',
    content: [
      markup`<p class="note">Each strategy minus ${named(report.result.scenario.baseline)}, with the 95 % interval of the difference. What ${term('verdict', 'better, worse and undecided')} mean.</p>\n`,
      table({
        id: 'comparisons-table',
        caption: ['Differences from ', named(report.result.scenario.baseline)],
        columns: [
          { head: 'strategy', figure: false },
          ...measures.map((measure) => ({ head: term(measure, measureTitle(measure)), figure: true })),
        ],
        rows,
      }),
    ],
  };
}
