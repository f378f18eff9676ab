import { formatDuration } from '../../../sim/kernel/units.ts';
import { type Content, markup, ours } from '../../../sim/markup/markup.ts';
import { percentileKeys } from '../../result/fold.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { latencyLines, latencySvg } from '../chart/latency.ts';
import { showDuration } from '../figures.ts';
import type { Report } from '../format.ts';
import { percentileNote } from '../sentences.ts';
import { mainStrategies } from '../sweep.ts';
import type { Charted } from './charted.ts';
import { term } from './glossary.ts';
import { picker } from './picker.ts';
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

/** How long answers took. */
export function latencyPart(report: Report, charted: Charted): Section {
  const strategies = mainStrategies(report);
  const lines = latencyLines(report.result, charted.strategies, charted.strong);
  const choices = charted.choices.filter(({ place }) => lines.some((line) => line.place === place));
  const good = report.result.scenario.good.latency;
  const chart = markup`<figure><figcaption><strong>Answered within</strong> % of all requests, by latency on a doubling scale${good !== undefined && `; dashed: good within ${formatDuration(good)}`}</figcaption>
${lines.length > 0 && ours(latencySvg(report.result.scenario, lines))}
</figure>
`;
  return {
    id: 'latency',
    title: 'Latency',
    content: [
      lines.length > 0 && picker('latency', 'Strategies shown', choices, markup`<div class="charts one">\n${chart}</div>\n`),
      percentileTable(strategies, charted),
      paragraphs([percentileNote(strategies)]),
    ],
  };
}
