import { formatDuration } from '../../../sim/kernel/units.ts';
import { alarmsOf, alarmTitle, quietOf } from '../alarms.ts';
import { svgBeginning } from '../chart/svg-beginning.ts';
import { conductOf, conductTitle } from '../conduct.ts';
import { countsOf, countText } from '../counts.ts';
import { explainedTitle, failingOf, looks } from '../explained.ts';
import type { Format, OutputFile, Report } from '../format.ts';
import { liveFacts, liveTitle } from '../live.ts';
import { caveats, failureSentences, fallbackNote, freshNote, percentileNote, recommendationSentences } from '../sentences.ts';
import { sloGroups } from '../slo-groups.ts';
import { mainStrategies, sweepOf } from '../sweep.ts';
import { code, text } from './escape.ts';
import { columnGuide, comparisonTable, failureTable, looksTable, strategyTable, sweepTable } from './tables.ts';

/** Invisible on the page; tells a report of ours from a file of the same name. */
const beginning = '<!-- made by at-capacity -->\n';
const limitFile = 'limit.svg';
const strategiesFile = 'strategies.svg';

type Part = string | null;

const list = (lines: readonly string[]): Part => (lines.length === 0 ? null : lines.map((line) => `- ${line}`).join('\n'));
const notes = (lines: readonly Part[]): Part => list(lines.filter((line) => line !== null).map(text));

/** A heading with what stands below it; nothing when nothing does. */
function section(heading: string, ...parts: readonly Part[]): Part {
  const present = parts.filter((part) => part !== null);
  return present.length === 0 ? null : [`## ${heading}`, ...present].join('\n\n');
}

function picture(report: Report): string {
  return sweepOf(report) === null
    ? `![Errors and p95 with failures by strategy](${strategiesFile})`
    : `![Errors and p95 with failures against the swept value](${limitFile})`;
}

function sloPart(report: Report): Part {
  const lines = sloGroups(report).flatMap(({ bound, describe, verdicts }) => [
    `- **${text(bound)}**: ${text(describe)}`,
    ...verdicts.map(
      ({ verdict, strategies }) => `  - ${verdict}: ${strategies.map(({ name, figure }) => `${code(name)} ${text(figure)}`).join(', ')}`,
    ),
  ]);
  return lines.length === 0 ? null : lines.join('\n');
}

function alarmsPart(report: Report): Part {
  const all = alarmsOf(report);
  const quiet = quietOf(all);
  return list([
    ...all.flatMap(({ strategy, told }) =>
      told.map(
        ({ rule, spells, cause }) => `${code(strategy)}: **${text(rule)}**, ${text(spells)}${cause === null ? '' : `  \n  ${text(cause)}`}`,
      ),
    ),
    ...(quiet.length === 0 ? [] : [`no alarm: ${quiet.map(code).join(', ')}`]),
  ]);
}

function conductPart(report: Report): Part {
  return list(
    conductOf(report).flatMap(({ strategy, findings }) =>
      findings.map(({ verdict, says, example, advice }) => {
        const rest = verdict === 'bad' ? [example, advice].filter((part) => part !== null).map((part) => `  \n  ${text(part)}`) : [];
        return `${code(strategy)}: ${verdict === 'bad' ? `**${text(says)}**` : text(says)}${rest.join('')}`;
      }),
    ),
  );
}

function looksGuide(): Part {
  return looks.map(({ title, means, remedy }, i) => `${i + 1}. **${text(title)}.** ${text(means)} ${text(remedy)}`).join('\n');
}

function failedPart({ summary }: Report): Part {
  return list(
    summary.strategies.flatMap(({ name, failure }) =>
      failure === null ? [] : [`${code(name)} (${code(failure.code)}): ${text(failureSentences(failure))}`],
    ),
  );
}

function offsetText([from, minutes]: readonly [string, number]): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)} from ${from}`;
}

function facts(report: Report): Part {
  const { scenario, tool } = report.result;
  return list([
    `scenario ${code(scenario.name)}, hash ${code(scenario.hash)}`,
    `seed ${scenario.seed}, ${scenario.replications} replications, ${scenario.paired ? 'paired: the same arrivals and the same luck' : 'not paired'}`,
    ...(scenario.arrivals === null ? [] : [scenario.arrivals]),
    `from ${code(scenario.start)} for ${formatDuration(1000 * scenario.lengthSeconds)}, zone ${code(scenario.zone)} (${text(scenario.zoneOffsets.map(offsetText).join(', '))})`,
    `${scenario.mode === 'virtual' ? 'virtual time' : `live, time scale ${scenario.timeScale}`}, ${scenario.clients} client${scenario.clients === 1 ? '' : 's'}`,
    ...countsOf(report).map((counted) => `${countText(counted)} per replication: ${counted.strategies.map(code).join(', ')}`),
    `${text(tool.name)} ${text(tool.version)}`,
  ]);
}

/** `report.md` */
export function reportMarkdown(report: Report): string {
  const { result, summary } = report;
  const sweep = sweepOf(report);
  const parts = [
    `# ${text(result.scenario.name)}`,
    `**${text(summary.verdict)}**`,
    notes(caveats(report)),
    strategyTable(report),
    notes([fallbackNote(report), percentileNote(mainStrategies(report)), freshNote(report)]),
    picture(report),
    sweep === null ? null : section(`Sweep of ${code(sweep.strategy)}`, sweepTable(sweep)),
    section('Recommendation', notes(recommendationSentences(report))),
    section('SLO', sloPart(report)),
    section(alarmTitle, alarmsPart(report)),
    section(conductTitle, conductPart(report)),
    section('Failed strategies', failedPart(report)),
    section('Warnings', notes(summary.warnings)),
    section(liveTitle, list(liveFacts(report).map(({ strategy, text: facts }) => `${code(strategy)}: ${text(facts)}`))),
    section('Against the baseline', comparisonTable(report)),
    section(explainedTitle, looksTable(report), failingOf(report).length === 0 ? null : looksGuide()),
    section('Failures by class', failureTable(report)),
    section(
      'How to read the columns',
      'Small figures are 95 % intervals. Counts are sums over replications; cost and rates are means per replication. Better and worse are shown with Holm’s correction for the four measures that are compared: an interval that only just leaves out zero may still be undecided.',
      columnGuide(sweep),
    ),
    section('Facts', facts(report)),
  ];
  return `${beginning}\n${parts.filter((part) => part !== null).join('\n\n')}\n`;
}

/** The drawing library is loaded only when a chart is wanted. */
async function chart(report: Report): Promise<OutputFile> {
  const sweep = sweepOf(report);
  if (sweep === null) {
    const { strategiesSvg } = await import('../chart/strategies.ts');
    return { name: strategiesFile, content: strategiesSvg(report) };
  }
  const { limitSvg } = await import('../chart/limit.ts');
  return { name: limitFile, content: limitSvg(report, sweep) };
}

/** A page for a repository or a pull request, with its chart. */
export const markdown: Format = {
  name: 'markdown',
  summary: 'report.md with verdict, tables and how to read them, and a chart of errors and p95 as SVG',
  files: [
    { name: 'report.md', beginning },
    { name: limitFile, beginning: svgBeginning },
    { name: strategiesFile, beginning: svgBeginning },
  ],
  write: async (report) => [{ name: 'report.md', content: reportMarkdown(report) }, await chart(report)],
  print: reportMarkdown,
};
