import { type Content, type Markup, markup, ours } from '../../../sim/markup/markup.ts';
import { costOfThousand, frontOf } from '../../result/pareto.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { type FrontPoint, frontSvg } from '../chart/front.ts';
import { showDuration, showPlain, showShare, showUsd } from '../figures.ts';
import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import { term } from './glossary.ts';
import { glyph } from './glyph.ts';
import { allNamed } from './name.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

const p95Of = ({ latencyMs }: StrategySummary): number | null => latencyMs.withFailures?.p95 ?? null;

function frontTable(report: Report, strategies: readonly StrategySummary[], front: ReadonlySet<string>, names: readonly Markup[]): Content {
  const rows = strategies.flatMap((strategy, place) => {
    if (!front.has(strategy.name)) return [];
    const cost = costOfThousand(strategy);
    return [
      {
        head: { content: [glyph(place), ' ', names[place]], value: place },
        strong: strategy.name === report.summary.recommendation?.strategy,
        cells: [
          { content: showShare(strategy.errorRate), value: strategy.errorRate },
          { content: showDuration(p95Of(strategy)), value: p95Of(strategy) },
          { content: showUsd(cost), value: cost },
        ],
      },
    ];
  });
  return table({
    id: 'front-table',
    caption: 'Nobody else is at least as good in errors, p95 and cost, and better in one',
    columns: [
      { head: 'strategy', figure: false },
      { head: term('errorRate', 'errors'), figure: true },
      { head: term('latency.p95', 'p95 with failures'), figure: true },
      { head: '1,000 answers', figure: true },
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

/** Which strategies are a choice at all: errors against p95 and against cost, and the front; null below two strategies. */
export function frontPart(report: Report): Section | null {
  const strategies = mainStrategies(report);
  const front = frontOf(strategies);
  if (strategies.length < 2 || front.size === 0) return null;
  const names = allNamed(strategies.map(({ name }) => name));
  const points = (value: (strategy: StrategySummary) => number | null) =>
    strategies.map(
      (strategy, place): FrontPoint => ({
        ...{ place, name: strategy.name, value: value(strategy), front: front.has(strategy.name) },
        errors: strategy.errorRate === null ? null : 100 * strategy.errorRate,
      }),
    );
  const costs = points(costOfThousand);
  const priced = costs.some(({ value }) => value !== null && value > 0);
  const latencies = points(p95Of);
  const charts = [
    latencies.some(({ value }) => value !== null) &&
      figure(
        'p95 with failures against errors',
        'at the upper edge: more than 5 % failed, so there is none',
        frontSvg({ prefix: 'front-latency', label: 'p95 with failures against errors', points: latencies, show: showDuration }),
      ),
    priced &&
      figure(
        'Cost against errors',
        'US$ for 1,000 answers; at the upper edge: there was no answer',
        frontSvg({
          prefix: 'front-cost',
          label: 'cost of 1,000 answers against errors',
          points: costs,
          show: (usd) => `$${showPlain(usd)}`,
        }),
      ),
  ];
  const keys = names.map((name, place) => markup`<li>${glyph(place)} ${name}${front.has(strategies[place]?.name ?? '') && ' ◆'}</li>\n`);
  return {
    id: 'front',
    title: 'Errors, p95 and cost',
    content: [
      markup`<p class="note">Lower left is better. Errors stand on a square-root scale; the larger marks, ◆, are ${term('front', 'the front')}: the others are beaten by one of them in everything.</p>\n`,
      charts.some((chart) => chart !== false) && markup`<div class="charts two">\n${charts}</div>\n`,
      markup`<details class="keys"><summary>Which mark is which</summary><ul class="legend marks">\n${keys}</ul></details>\n`,
      frontTable(report, strategies, front, names),
    ],
  };
}
