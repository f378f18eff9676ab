import type { MeasureCheck, ScenarioCheck } from '../../result/check/check-report.ts';
import { code, row, text } from '../markdown/escape.ts';
import type { CheckFormat } from './check-format.ts';
import {
  basisSentence,
  changeSentence,
  checkVerdict,
  firstOf,
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

/** Invisible on the page: a script finds the comment of an earlier run by it. */
const beginning = '<!-- at-capacity check -->\n';
const mostChanges = 20;
/** A step summary may have a megabyte, a comment 65,536 characters. */
const mostRows = 100;

type Part = string | null;

const list = (lines: readonly string[]): Part => (lines.length === 0 ? null : lines.map((line) => `- ${line}`).join('\n'));

/** Verdicts that a reader looks for first stand out. */
function marked({ verdict, suspicious }: MeasureCheck): string {
  const word = verdict === 'worse' || verdict === 'undecided' || verdict === 'better' ? `**${verdict}**` : verdict;
  return suspicious ? `${word}, suspicious` : word;
}

function table(measures: readonly MeasureCheck[]): Part {
  if (measures.length === 0) return null;
  const rows = measures
    .slice(0, mostRows)
    .map((check) =>
      row([
        code(check.strategy),
        code(check.measure),
        text(showBefore(check)),
        text(showAfter(check)),
        text(showSize(check)),
        text(showRange(check)),
        text(showAllowed(check)),
        marked(check),
      ]),
    );
  const more = measures.length - mostRows;
  return [
    row(['strategy', 'measure', 'before', 'after', 'change', '95 %', 'may worsen by', 'verdict']),
    row(['---', '---', '---:', '---:', '---:', '---:', '---:', '---']),
    ...rows,
    ...(more > 0 ? [row([`… and ${more} more`, '', '', '', '', '', '', ''])] : []),
  ].join('\n');
}

function named(strategy: string | null, message: string): string {
  return strategy === null ? text(message) : `${code(strategy)}: ${text(message)}`;
}

function scenarioPart(scenario: ScenarioCheck): string {
  const problems = problemsOf(scenario).map(({ strategy, failed, message }) => `${failed ? '❌' : '❔'} ${named(strategy, message)}`);
  const parts: readonly Part[] = [
    `### ${text(scenario.name)}: ${outcomeWords[scenario.outcome].toLowerCase()}`,
    text(`${scenario.file}, ${basisSentence(scenario)}`),
    scenario.changes.length === 0
      ? null
      : `Changed:\n\n${list(firstOf(scenario.changes, mostChanges, (change) => text(changeSentence(change))))}`,
    list(problems),
    table(scenario.measures),
    list(scenario.slo.filter(({ verdict }) => verdict === 'met').map((check) => `${code(check.strategy)}: ${text(sloSentence(check))}`)),
    list(notesOf(scenario).map(({ strategy, message }) => `⚠️ ${named(strategy, message)}`)),
    list(scenario.warnings.map((warning) => text(`warning: ${warning}`))),
  ];
  return parts.filter((part) => part !== null).join('\n\n');
}

/** For a comment on a pull request and for GitHub's step summary. */
export const markdown: CheckFormat = {
  name: 'markdown',
  summary: 'a page for a pull request or a step summary: what changed, then every measure',
  print(report) {
    const parts = [`**${text(checkVerdict(report))}**`, ...report.scenarios.map(scenarioPart)];
    const { name, version } = report.tool;
    return `${beginning}\n${parts.join('\n\n')}\n\n${text(`${name} ${version}`)}\n`;
  },
};
