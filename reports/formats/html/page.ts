import { visible } from '../../../sim/kernel/visible.ts';
import { type Content, type Markup, markup, ours, textOf } from '../../../sim/markup/markup.ts';
import { policyOf } from '../../../sim/markup/policy.ts';
import { columns } from '../columns.ts';
import type { Report } from '../format.ts';
import { liveFacts, liveTitle, madeBy } from '../live.ts';
import { mainStrategies, sweepOf } from '../sweep.ts';
import { alarmsPart } from './alarms-part.ts';
import { beginning } from './beginning.ts';
import { betweenPart } from './between-part.ts';
import { chartedOf } from './charted.ts';
import { comparisonsPart } from './comparisons-part.ts';
import { conductPart } from './conduct-part.ts';
import { dayPart } from './day-part.ts';
import { failuresPart } from './failures-part.ts';
import { frontPart } from './front-part.ts';
import { glossary } from './glossary.ts';
import { latencyPart } from './latency-part.ts';
import { limitPart, sweepFigures } from './limit-part.ts';
import { named } from './name.ts';
import { pickerStyle } from './picker.ts';
import { classesShown, requestsPart } from './requests-part.ts';
import { runPart, settingsPart } from './run-part.ts';
import { script } from './script.ts';
import { type Section, sectionOf, sentence } from './section.ts';
import { strategiesPart } from './strategies-part.ts';
import { style } from './style.ts';
import { verdictPart } from './verdict-part.ts';

function glossaryPart(report: Report): Section {
  const strategies = mainStrategies(report);
  const titles = columns.map(({ measure, title }) => [measure.name, title] as const);
  const sweep = sweepOf(report) !== null;
  const failed = strategies.flatMap(({ requests }) =>
    Object.entries(requests.failures).flatMap(([name, count]) => (count > 0 ? [name] : [])),
  );
  const classes = [...failed, ...classesShown(report)];
  return {
    id: 'glossary',
    title: 'Glossary',
    content: glossary({ sweep, measures: new Map([...titles, ...(sweep ? sweepFigures : [])]), classes }),
  };
}

function warningsPart({ summary }: Report): Section | null {
  const warnings = summary.warnings.filter((warning) => warning.trim() !== '');
  if (warnings.length === 0) return null;
  return {
    id: 'warnings',
    title: 'Warnings',
    content: markup`<ul class="warnings">\n${warnings.map((warning) => markup`<li>${sentence(warning)}</li>\n`)}</ul>\n`,
  };
}

function livePart(report: Report): Section | null {
  const facts = liveFacts(report);
  if (facts.length === 0) return null;
  return {
    id: 'live',
    title: liveTitle,
    content: markup`<ul>\n${facts.map(({ strategy, text }) => markup`<li>${named(strategy)}: ${sentence(text)}</li>\n`)}</ul>\n`,
  };
}

function sectionsOf(report: Report): readonly Section[] {
  const sweep = sweepOf(report);
  const charted = chartedOf(report);
  return [
    warningsPart(report),
    strategiesPart(report),
    betweenPart(report),
    frontPart(report),
    failuresPart(report),
    sweep === null ? null : limitPart(report, sweep),
    dayPart(report, charted),
    latencyPart(report, charted),
    requestsPart(report, charted),
    comparisonsPart(report),
    alarmsPart(report),
    conductPart(report),
    livePart(report),
    runPart(report),
    settingsPart(report),
    glossaryPart(report),
  ].filter((section) => section !== null);
}

function contents(sections: readonly Section[]): Content {
  return markup`<nav aria-label="Contents"><ul>
${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
`;
}

function page(report: Report): Markup {
  const { name } = report.result.scenario;
  const sections = sectionsOf(report);
  const styles = `${style}${pickerStyle(mainStrategies(report).map((_, place) => place))}\n`;
  return markup`${ours(beginning)}<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ours(policyOf(styles, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${visible(name).trim() === '' ? 'report' : name} – at-capacity</title>
<style>${ours(styles)}</style>
</head>
<body>
<a class="skip" href="#strategies">Skip to the figures</a>
<div class="page">
${verdictPart(report)}${contents(sections)}<main>
${sections.map(sectionOf)}</main>
<footer><p>${madeBy(report)} with at-capacity ${report.result.tool.version}. It is a model: it tells strategies apart, and does not know your provider’s secrets.</p></footer>
</div>
<script>${ours(script)}</script>
</body>
</html>
`;
}

/** `report.html`: one file that needs nothing else, the same to the byte for the same result. */
export function reportHtml(report: Report): string {
  return textOf(page(report));
}
