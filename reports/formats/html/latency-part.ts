import { formatDuration } from '../../../sim/kernel/units.ts';
import { type Content, type Markup, markup, ours } from '../../../sim/markup/markup.ts';
import { percentileKeys } from '../../result/fold.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { latencyLines, latencySvg } from '../chart/latency.ts';
import { type SpreadPanel, spreadPanels } from '../chart/spreads.ts';
import { showDuration } from '../figures.ts';
import type { Report } from '../format.ts';
import { percentileNote } from '../sentences.ts';
import { mainStrategies } from '../sweep.ts';
import type { Charted } from './charted.ts';
import { term } from './glossary.ts';
import { type Choice, picker } from './picker.ts';
import { paragraphs, type Section } from './section.ts';
import { table } from './table.ts';

const ofAnswered = ['p50', 'p95'] as const;

function percentileTable(strategies: readonly StrategySummary[], { choices, strong }: Charted): Content {
  const cell = (ms: number | null | undefined) => ({ content: showDuration(ms ?? null), value: ms ?? null });
  const rows = strategies.map(({ name, latencyMs: { withFailures, ok } }, i) => ({
    head: { content: choices[i]?.name, value: i },
    strong: strong.has(name),
    cells: [...percentileKeys.map((key) => cell(withFailures?.[key])), ...ofAnswered.map((key) => cell(ok?.[key]))],
  }));
  return table({
    id: 'latency-table',
    caption: 'Latency from the scheduled arrival',
    columns: [
      { head: 'strategy', figure: false },
      ...percentileKeys.map((key) => ({ head: [term('p95', key), ' ', term('endless', 'with failures')], figure: true })),
      ...ofAnswered.map((key) => ({ head: [term('p95', key), ' of answered'], figure: true })),
    ],
    rows,
  });
}

function figure(title: string, unit: Content, svg: string): Markup {
  return markup`<figure><figcaption><strong>${title}</strong> ${unit}</figcaption>
${ours(svg)}
</figure>
`;
}

/** Names in a caption; more of them are counted. */
const mostNamed = 3;

/** Whose lines a chart has, where that is not everybody: without one of these nothing is in it. */
function ofWhom(places: readonly number[], choices: readonly Choice[]): Content {
  const own = choices.filter(({ place }) => places.includes(place));
  if (own.length === choices.length) return null;
  const more = own.length - mostNamed;
  return ['; of ', own.slice(0, mostNamed).map(({ name }, i) => [i > 0 && ', ', name]), more > 0 && ` and ${more} more`];
}

function spreadFigure({ title, unit, svg, fromZero, places }: SpreadPanel, choices: readonly Choice[]): Markup {
  return figure(title, [unit, fromZero && '; at the left edge: 0 ms', ofWhom(places, choices)], svg);
}

/** How long answers took, and what they, the waits and the failures were made of. */
export function latencyPart(report: Report, charted: Charted): Section {
  const strategies = mainStrategies(report);
  const lines = latencyLines(report.result, charted.strategies, charted.strong);
  const panels = spreadPanels(report.result, strategies, charted.strong);
  const places = new Set([...lines.map(({ place }) => place), ...panels.flatMap((panel) => panel.places)]);
  const choices = charted.choices.filter(({ place }) => places.has(place));
  const good = report.result.scenario.good.latency;
  const latency =
    lines.length > 0 &&
    figure(
      'Answered within',
      ['% of all requests, by latency', good !== undefined && `; dashed: good within ${formatDuration(good)}`],
      latencySvg(report.result.scenario, lines),
    );
  const charts = markup`<div class="charts two">\n${latency}${panels.map((panel) => spreadFigure(panel, choices))}</div>\n`;
  return {
    id: 'latency',
    title: 'Distributions',
    content: [
      markup`<p class="note">Each line rises to the share that took no longer. Times stand on a doubling scale; all are over the replications that select.</p>\n`,
      choices.length > 0 && picker('latency', 'Strategies shown', choices, charts),
      percentileTable(strategies, charted),
      paragraphs([percentileNote(strategies)]),
    ],
  };
}
