import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { columns } from '../columns.ts';
import { notApplicable } from '../figures.ts';
import type { Report } from '../format.ts';
import { showFigure, showInterval } from '../measured.ts';
import { caveats } from '../sentences.ts';
import { named } from './name.ts';
import { sentence } from './section.ts';

const tiles = ['errorRate', 'latency.p95', 'goodputPerSecond', 'costUsd'] as const;

/** One figure of what is recommended, after that of the baseline. */
function tile(name: (typeof tiles)[number], baseline: StrategySummary | null, chosen: StrategySummary): Content {
  const column = columns.find(({ measure }) => measure.name === name);
  if (column === undefined) return null;
  const value = showFigure(chosen, column.measure);
  const before = baseline === null ? null : showFigure(baseline, column.measure);
  const interval = value === notApplicable ? null : showInterval(name, chosen.interval[name]);
  return markup`<div class="tile"><dt>${column.title}</dt>
<dd>${before !== null && markup`<span class="before">${before} <span aria-hidden="true">→</span><span class="unseen"> before, </span></span> `}<strong>${value}</strong>${interval !== null && markup` <small>${interval}</small>`}</dd></div>
`;
}

function tilesOf({ result, summary }: Report): Content {
  const find = (name: string | undefined) => summary.strategies.find((strategy) => strategy.name === name) ?? null;
  const chosen = find(summary.recommendation?.strategy);
  if (chosen === null) return null;
  const other = chosen.name === result.scenario.baseline ? null : find(result.scenario.baseline);
  return markup`<p class="versus">${other !== null && markup`${named(other.name)} <span aria-hidden="true">→</span><span class="unseen"> compared with </span> `}<strong>${named(chosen.name)}</strong></p>
<dl class="tiles">
${tiles.map((name) => tile(name, other, chosen))}</dl>
`;
}

/** What the page is about, and what came out, before everything else. */
export function verdictPart(report: Report): Markup {
  const { result, summary } = report;
  const { name, seed, replications, start, zone } = result.scenario;
  return markup`<header>
<p class="brand">at-capacity <span>report</span></p>
<h1>${named(name)}</h1>
<p class="facts">${start} ${named(zone)} · seed ${seed} · ${replications} replication${replications === 1 ? '' : 's'}${result.scenario.mode === 'live' && ' · live'}</p>
<p class="verdict">${sentence(summary.verdict)}</p>
${caveats(report).map((note) => markup`<p class="caveat"><strong>Note:</strong> ${sentence(note)}</p>\n`)}${tilesOf(report)}</header>
`;
}
