import { type Content, markup } from '../../../sim/markup/markup.ts';
import { kindOf } from '../../result/kind.ts';
import { figureIn } from '../../result/measures/registry.ts';
import { frontOf } from '../../result/pareto.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { type Column, columns } from '../columns.ts';
import type { Report } from '../format.ts';
import { showFigure, showInterval } from '../measured.ts';
import { failureSentences, fallbackNote, freshNote, percentileNote, recommendationSentences } from '../sentences.ts';
import { sloGroups } from '../slo-groups.ts';
import { mainStrategies } from '../sweep.ts';
import { type Verdict, verdictOf } from '../verdict.ts';
import { term } from './glossary.ts';
import { allNamed, named } from './name.ts';
import { paragraphs, type Section, sentence } from './section.ts';
import { type Cell, table } from './table.ts';

/** Signs beside the words, so that a glance finds them without their colour. */
const signs: Readonly<Record<Verdict, string>> = {
  ...{ better: '▲', worse: '▼', mixed: '◆', same: '=', identical: '=', undecided: '?', failed: '✕', baseline: '', 'n/a': '' },
};

/** A verdict as a coloured word with a sign. */
export function verdictMark(verdict: Verdict): Content {
  const sign = signs[verdict];
  const className = verdict === 'n/a' ? 'none' : verdict;
  return markup`<span class="mark ${className}">${sign !== '' && markup`<span aria-hidden="true">${sign}</span> `}${verdict}</span>`;
}

/** A figure with its interval below it. */
export function figureCell(strategy: StrategySummary, { measure }: Pick<Column, 'measure'>): Cell {
  const interval = showInterval(measure.name, strategy.interval[measure.name]);
  const value = figureIn(strategy, measure);
  return {
    content: [sentence(showFigure(strategy, measure)), interval !== null && markup` <small>${sentence(interval)}</small>`],
    value: value !== null && Number.isFinite(value) ? value : null,
  };
}

/** Of two results only the second's strategies are compared with anything. */
function againstCell(verdict: Verdict, overlaid: boolean): Cell {
  const none = overlaid && (verdict === 'n/a' || verdict === 'baseline');
  return none ? { content: null } : { content: verdictMark(verdict), value: verdict };
}

function strategyTable(report: Report): Content {
  const { summary, result, between } = report;
  const strategies = mainStrategies(report);
  const names = allNamed(strategies.map(({ name }) => name));
  const front = frontOf(strategies);
  const rows = strategies.map((strategy, i) => {
    const { verdict } = verdictOf(strategy, summary.comparisons, result.scenario.baseline);
    const recommended = strategy.name === summary.recommendation?.strategy;
    return {
      strong: recommended,
      marks: { kind: kindOf(strategy.config), verdict, front: front.has(strategy.name) ? 'yes' : 'no' },
      head: { content: [names[i], recommended && markup` <span class="badge">recommended</span>`], value: i },
      cells: [againstCell(verdict, between !== undefined), ...columns.map((column) => figureCell(strategy, column))],
    };
  });
  const heads = columns.map(({ measure, title }) => ({ head: term(measure.name, title), figure: true }));
  return table({
    id: 'strategies-table',
    caption: 'The strategies side by side; small figures are 95 % intervals',
    columns: [
      { head: 'strategy', figure: false },
      {
        head: between === undefined ? [term('baseline', 'against'), ' ', named(result.scenario.baseline)] : 'second against first',
        figure: false,
      },
      ...heads,
    ],
    rows,
  });
}

function sloPart(report: Report): Content {
  const groups = sloGroups(report);
  if (groups.length === 0) return null;
  const signOf = { met: '✓', missed: '✕', undecided: '?', 'not measured': '–' } as const;
  const items = groups.map(
    ({ bound, describe, verdicts }) => markup`<h4>${bound} <small>${describe}</small></h4>
<dl class="slo">
${verdicts.map(
  ({
    verdict,
    strategies,
  }) => markup`<div><dt class="mark ${verdict.replace(' ', '-')}"><span aria-hidden="true">${signOf[verdict]}</span> ${verdict}</dt>
<dd>${strategies.map(({ name, figure }, i) => markup`${i > 0 && ', '}${named(name)} <small>${sentence(figure)}</small>`)}</dd></div>
`,
)}</dl>
`,
  );
  return markup`<h3>${term('slo', 'Bounds')}</h3>\n${items}`;
}

function brokenPart({ summary }: Report): Content {
  const broken = summary.strategies.flatMap(({ name, failure }) => (failure === null ? [] : [{ name, failure }]));
  if (broken.length === 0) return null;
  const items = broken.map(
    ({ name, failure }) => markup`<li>${named(name)} (<code>${failure.code}</code>): ${failureSentences(failure)}</li>\n`,
  );
  return markup`<h3>Failed strategies</h3>\n<ul>\n${items}</ul>\n`;
}

/** The main table, why the recommended one is, the bounds, and which strategies broke. */
export function strategiesPart(report: Report): Section {
  const why = recommendationSentences(report);
  return {
    id: 'strategies',
    title: 'Strategies',
    content: [
      strategyTable(report),
      paragraphs([fallbackNote(report), percentileNote(mainStrategies(report)), freshNote(report)]),
      why.length > 0 && markup`<h3>Why</h3>\n${paragraphs(why, 'why')}`,
      sloPart(report),
      brokenPart(report),
    ],
  };
}
