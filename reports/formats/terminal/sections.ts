import { grouped } from '../../../sim/kernel/grouped.ts';
import { visible } from '../../../sim/kernel/visible.ts';
import { alarmsOf, alarmTitle, quietOf } from '../alarms.ts';
import { conductOf, conductTitle } from '../conduct.ts';
import { countsOf, countText } from '../counts.ts';
import { explainedText, explainedTitle, firstFailing } from '../explained.ts';
import type { Report, Surroundings } from '../format.ts';
import { liveFacts, liveTitle, madeBy } from '../live.ts';
import { caveats, failureSentences, fallbackNote, freshNote, percentileNote, recommendationSentences } from '../sentences.ts';
import { sloGroups } from '../slo-groups.ts';
import { mainStrategies } from '../sweep.ts';
import { findingLines } from './finding-lines.ts';
import type { Paint } from './paint.ts';
import { shorten, wrap } from './width.ts';

/** Longest name inside a sentence or list. */
const nameCells = 32;
/** More groups of equal counts than this are told as a range. */
const mostCounts = 4;

/** Names one after another, each shortened. */
const listed = (names: readonly string[]): string => names.map((name) => shorten(name, nameCells)).join(', ');

/** The verdict, then what limits the figures. */
export function verdictLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const notes = caveats(report).flatMap((note) => wrap(note, cells));
  return [...wrap(report.summary.verdict, cells).map(paint.bold), ...notes.map(paint.yellow)];
}

/** Notes below the main table. */
export function noteLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const strategies = mainStrategies(report);
  const marked = strategies.some(({ name }) => name === report.summary.recommendation?.strategy);
  const notes = [marked ? '> recommended' : null, fallbackNote(report), percentileNote(strategies), freshNote(report)].filter(
    (note) => note !== null,
  );
  return notes.flatMap((note) => wrap(note, cells, 0, 2)).map(paint.dim);
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines];
}

/** Reason, balance point, interval, basis. */
export function recommendationLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = recommendationSentences(report).flatMap((sentence) => wrap(sentence, cells, 2));
  return section('Why', lines, paint);
}

/** Each bound with who met and who missed it. */
export function sloLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = sloGroups(report).flatMap(({ bound, verdicts }) => [
    `  ${bound}`,
    ...verdicts.flatMap(({ verdict, strategies }) => {
      const members = strategies.map(({ name, figure }) => `${shorten(name, nameCells)} ${figure}`).join(', ');
      return wrap(`${verdict}: ${members}`, cells, 4, 6);
    }),
  ]);
  return section('SLO', lines, paint);
}

/** Strategies that failed, with what it means. */
export function failureLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = report.summary.strategies.flatMap(({ name, failure }) => {
    if (failure === null) return [];
    const text = `${shorten(name, nameCells)} (${visible(failure.code)}): ${failureSentences(failure)}`;
    return wrap(text, cells, 2, 4);
  });
  return section('Failed', lines, { ...paint, bold: (text) => paint.bold(paint.red(text)) });
}

export function warningLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = report.summary.warnings.flatMap((warning) => wrap(warning, cells, 2, 4));
  return section('Warnings', lines, { ...paint, bold: (text) => paint.bold(paint.yellow(text)) });
}

/** Where to look for the failures of the strategies that matter most, in the order in which to look. */
export function explainedLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = firstFailing(report).flatMap(({ strategy, explained }) => {
    const { failed } = strategy.requests;
    return wrap(`${shorten(strategy.name, nameCells)}, ${grouped(failed)} failed: ${explainedText(explained)}`, cells, 2, 4);
  });
  return section(explainedTitle, lines, paint);
}

/** When somebody would have been told, why, and what helps. */
export function alarmLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const all = alarmsOf(report);
  const lines = all.flatMap(({ strategy, told }) =>
    told.flatMap(({ rule, spells, cause }) => [
      ...wrap(`${shorten(strategy, nameCells)}: ${rule}: ${spells}`, cells, 2, 4).map(paint.yellow),
      ...(cause === null ? [] : wrap(cause, cells, 4)),
    ]),
  );
  const quiet = quietOf(all);
  const none = quiet.length === 0 ? [] : wrap(`no alarm: ${listed(quiet)}`, cells, 2, 4);
  return section(alarmTitle, [...lines, ...none], paint);
}

/** How code of the user's retries: what is wrong with an example and what to change, then the rest. */
export function conductLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = conductOf(report).flatMap(({ strategy, findings }) => [
    `  ${shorten(strategy, nameCells)}`,
    ...findingLines(findings, { cells, indent: 4, paint }),
  ]);
  return section(conductTitle, lines, paint);
}

/** What the harness itself adds to the figures of a live run. */
export function liveLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const lines = liveFacts(report).flatMap(({ strategy, text }) => wrap(`${shorten(strategy, nameCells)}: ${text}`, cells, 2, 4));
  return section(liveTitle, lines, paint);
}

function range(values: readonly number[], one: (value: number) => string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? one(least) : `${one(least)} to ${one(most)}`;
}

/** Own requests and other tenants' arrivals a strategy and replication. */
export function countLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const counts = countsOf(report);
  if (counts.length === 0) return [];
  const only = counts.length === 1;
  const lines =
    counts.length > mostCounts
      ? [
          `${range(
            counts.map(({ own }) => own),
            String,
          )} own requests, ${range(
            counts.map(({ tenants }) => tenants),
            String,
          )} arrivals of other tenants`,
        ]
      : counts.map((counted) => (only ? countText(counted) : `${countText(counted)}: ${listed(counted.strategies)}`));
  const title = `${madeBy(report)}, per strategy and replication`;
  return section(
    title,
    lines.flatMap((line) => wrap(line, cells, 2, 4)),
    paint,
  );
}

/** Paths and commands are never broken, so that they can be copied. */
export function closingLines({ written, next }: Surroundings, paint: Paint): readonly string[] {
  const commands = section(
    'Next',
    next.map((command) => `  ${visible(command)}`),
    paint,
  );
  const files = section(
    'Written',
    written.map((path) => `  ${visible(path)}`),
    paint,
  );
  return files.length > 0 && commands.length > 0 ? [...files, '', ...commands] : [...files, ...commands];
}

/** The scenario and how it was run. */
export function scenarioLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const { name, seed, replications, start, zone, arrivals } = report.result.scenario;
  const facts = `seed ${seed}, ${replications} replication${replications === 1 ? '' : 's'}, from ${start} ${zone}${arrivals === null ? '' : `; ${arrivals}`}`;
  return wrap(`${shorten(name, nameCells)}: ${facts}`, cells, 0, 2).map(paint.dim);
}
