import type { MeasureCheck, MeasureVerdict, ScenarioCheck } from '../../result/check/check-report.ts';
import { type Paint, paint } from '../terminal/paint.ts';
import { type TableColumn, tableLines, tableWidth } from '../terminal/table.ts';
import { shorten, wrap } from '../terminal/width.ts';
import type { CheckFormat } from './check-format.ts';
import {
  basisSentence,
  changeSentence,
  checkVerdict,
  firstOf,
  measureSentence,
  notesOf,
  outcomeWords,
  problemsOf,
  showAfter,
  showAllowed,
  showBefore,
  showRange,
  showSize,
  sloSentence,
} from './words.ts';

const mostChanges = 10;
const shortestName = 12;
const indent = 2;

function tint(colours: Paint, verdict: MeasureVerdict): (text: string) => string {
  if (verdict === 'better') return colours.green;
  if (verdict === 'worse') return colours.red;
  return verdict === 'undecided' || verdict === 'open' ? colours.yellow : colours.dim;
}

function columnsOf(checks: readonly MeasureCheck[], ranged: boolean, colours: Paint): readonly TableColumn[] {
  const of = (head: readonly string[], align: TableColumn['align'], show: (check: MeasureCheck) => string): TableColumn => ({
    head,
    align,
    cells: checks.map(show),
  });
  return [
    of(['measure'], 'left', ({ measure }) => measure),
    of(['before'], 'right', showBefore),
    of(['after'], 'right', showAfter),
    of(['change'], 'right', showSize),
    ...(ranged ? [of(['95 %'], 'right', showRange)] : []),
    of(['may worsen', 'by'], 'right', showAllowed),
    {
      ...of(['verdict'], 'left', ({ verdict, suspicious }) => (suspicious ? `${verdict} (?)` : verdict)),
      colour: (cell, row) => tint(colours, checks[row]?.verdict ?? 'n/a')(cell),
    },
  ];
}

/** The measures of one strategy: a table with intervals, without, or one sentence each, whatever has room. */
function tableOf(checks: readonly MeasureCheck[], cells: number, colours: Paint): readonly string[] {
  for (const ranged of [true, false]) {
    const table = columnsOf(checks, ranged, colours);
    if (tableWidth(table, 2) + 2 * indent > cells) continue;
    return tableLines(table, 2, colours.dim).map((line) => ' '.repeat(2 * indent) + line);
  }
  return checks.flatMap((check) => wrap(measureSentence(check), cells, 2 * indent, 3 * indent));
}

function tables(checks: readonly MeasureCheck[], cells: number, colours: Paint): readonly string[] {
  return [...new Set(checks.map(({ strategy }) => strategy))].flatMap((strategy) => [
    '',
    `${' '.repeat(indent)}Strategy ${shorten(strategy, Math.max(shortestName, cells - 12))}`,
    ...tableOf(
      checks.filter((check) => check.strategy === strategy),
      cells,
      colours,
    ),
  ]);
}

function part(title: string, lines: readonly string[], cells: number): readonly string[] {
  return lines.length === 0
    ? []
    : ['', `${' '.repeat(indent)}${title}`, ...lines.flatMap((line) => wrap(line, cells, 2 * indent, 3 * indent))];
}

const named = (strategy: string | null, message: string): string => (strategy === null ? message : `${strategy}: ${message}`);

function scenarioLines(scenario: ScenarioCheck, cells: number, colours: Paint): readonly string[] {
  const { name, file, outcome, changes, measures, slo, warnings } = scenario;
  const tinted = outcome === 'passed' ? colours.green : outcome === 'failed' ? colours.red : colours.yellow;
  const met = slo.filter(({ verdict }) => verdict === 'met');
  return [
    '',
    `Scenario ${shorten(name, Math.max(shortestName, cells - 30))}: ${tinted(outcomeWords[outcome].toLowerCase())}`,
    ...wrap(`${file}, ${basisSentence(scenario)}`, cells, indent),
    ...part('Changed', firstOf(changes, mostChanges, changeSentence), cells),
    ...tables(measures, cells, colours),
    ...part(
      'SLO met',
      met.map((check) => named(check.strategy, sloSentence(check))),
      cells,
    ),
    ...part(
      'Not passed',
      problemsOf(scenario).map(({ strategy, message }) => named(strategy, message)),
      cells,
    ),
    ...part(
      'Worth a look',
      notesOf(scenario).map(({ strategy, message }) => named(strategy, message)),
      cells,
    ),
    ...part('Warnings', warnings, cells),
  ];
}

/** For people: the verdict, then scenario by scenario what changed and what came of it. */
export const terminal: CheckFormat = {
  name: 'terminal',
  summary: 'for people: the verdict, what changed, every measure',
  print(report, { columns: cells, colour }) {
    const colours = paint(colour);
    const verdict = wrap(checkVerdict(report), cells).map(colours.bold);
    return `${[...verdict, ...report.scenarios.flatMap((scenario) => scenarioLines(scenario, cells, colours))].join('\n')}\n`;
  },
};
