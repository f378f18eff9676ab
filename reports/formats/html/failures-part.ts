import { grouped } from '../../../sim/kernel/grouped.ts';
import { type Content, markup } from '../../../sim/markup/markup.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { explainedTitle, type Failing, failingOf, lookShares, looks } from '../explained.ts';
import type { Report } from '../format.ts';
import { term } from './glossary.ts';
import { allNamed } from './name.ts';
import type { Section } from './section.ts';
import { type Cell, table } from './table.ts';

type FailureClasses = readonly (keyof StrategySummary['requests']['failures'])[];

/** What each heading holds and asks for, in the order in which to look. */
function orderOfLooking(): Content {
  const items = looks.map(
    ({ title, means, remedy }) => markup`<li><strong>${title}.</strong> ${means} <span class="remedy">${remedy}</span></li>\n`,
  );
  return markup`<ol class="looks">\n${items}</ol>\n`;
}

function looksTable(failing: readonly Failing[], report: Report): Content {
  const names = allNamed(failing.map(({ strategy }) => strategy.name));
  const rows = failing.map(({ strategy, explained }, i) => {
    const shares = lookShares(explained);
    return {
      head: { content: names[i], value: i },
      strong: strategy.name === report.summary.recommendation?.strategy,
      cells: [
        { content: grouped(strategy.requests.failed), value: strategy.requests.failed },
        ...looks.map(
          ({ name }): Cell => ({
            content: markup`<span class="share">${shares[name]} <svg class="bar" viewBox="0 0 100 6" width="60" height="6" aria-hidden="true" preserveAspectRatio="none"><rect class="f-rule" width="100" height="6"/><rect class="f-errors" width="${Math.round(100 * explained[name])}" height="6"/></svg></span>`,
            value: explained[name],
          }),
        ),
      ],
    };
  });
  return table({
    id: 'looks-table',
    caption: 'Where to look for the failed requests, in this order; each row is together 100 %',
    columns: [
      { head: 'strategy', figure: false },
      { head: 'failed', figure: true },
      ...looks.map(({ title }, i) => ({ head: `${i + 1}. ${title}`, figure: true })),
    ],
    rows,
  });
}

function classesTable(failing: readonly Failing[]): Content {
  const classes = Object.keys(failing[0]?.strategy.requests.failures ?? {}) as FailureClasses;
  const met = classes.filter((name) => failing.some(({ strategy }) => strategy.requests.failures[name] > 0));
  const names = allNamed(failing.map(({ strategy }) => strategy.name));
  const rows = failing.map(({ strategy: { requests } }, i) => ({
    head: { content: names[i], value: i },
    cells: [requests.failed, ...met.map((name) => requests.failures[name])].map((count) => ({ content: grouped(count), value: count })),
  }));
  return table({
    id: 'failures-table',
    caption: 'Failed requests by class, sums over the replications',
    columns: [
      { head: 'strategy', figure: false },
      { head: 'failed', figure: true },
      ...met.map((name) => ({ head: term(name, name), figure: true })),
    ],
    rows,
  });
}

/** Where to look for failures, in the order in which to look, and their classes; null when nothing failed. */
export function failuresPart(report: Report): Section | null {
  const failing = failingOf(report);
  if (failing.length === 0) return null;
  return {
    id: 'failures',
    title: explainedTitle,
    content: [orderOfLooking(), looksTable(failing, report), classesTable(failing)],
  };
}
