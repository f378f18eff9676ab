import { type Content, markup, ours } from '../../../sim/markup/markup.ts';
import { measureNamed } from '../../result/measures/registry.ts';
import type { Setting } from '../../result/settings.ts';
import { limitPictures } from '../chart/limit-page.ts';
import type { LimitRegion } from '../chart/limit-region.ts';
import { measureTitle } from '../columns.ts';
import { showPlain } from '../figures.ts';
import type { Report } from '../format.ts';
import { percentileNote } from '../sentences.ts';
import type { Sweep } from '../sweep.ts';
import { term } from './glossary.ts';
import { sweptGlyph } from './glyph.ts';
import { areaKey, regionKey, uprightKey, whiskerKey } from './key.ts';
import { named } from './name.ts';
import { paragraphs, type Section, sentence } from './section.ts';
import { figureCell } from './strategies-part.ts';
import { table } from './table.ts';

/** Figures of the sweep's table and their titles. */
export const sweepFigures = [
  ...['errorRate', 'goodputPerSecond', 'latency.p95'].map((name) => [name, measureTitle(name)] as const),
  ['firstAttemptRefusedRate', 'refused at first'],
  ...['amplification', 'costUsd'].map((name) => [name, measureTitle(name)] as const),
] as const;

function sweepTable(sweep: Sweep): Content {
  const rows = sweep.rows.map(({ strategy, settings, recommended, within }) => ({
    strong: recommended,
    head: { content: settings[0]?.text ?? '', value: settings[0]?.value ?? null },
    cells: [
      ...settings.slice(1).map(({ text, value }: Setting) => ({ content: text, value })),
      ...sweepFigures.map(([name]) => figureCell(strategy, { measure: measureNamed(name) })),
      {
        content: recommended
          ? markup`<span class="badge">recommended</span>`
          : within && markup`<span class="remark">not shown worse</span>`,
        value: null,
      },
    ],
  }));
  return table({
    id: 'limit-table',
    caption: [named(sweep.strategy), ' with every value; small figures are 95 % intervals'],
    columns: [
      ...sweep.keys.map((key) => ({ head: named(key), figure: true })),
      ...sweepFigures.map(([name, title]) => ({ head: term(name, title), figure: true })),
      { head: markup`<span class="unseen">remark</span>`, figure: false },
    ],
    rows,
  });
}

/** What the recommended value is, in words, so that nothing hangs on the charts alone. */
function recommendedItems({ summary }: Report, sweep: Sweep): readonly Content[] {
  const { recommendation } = summary;
  if (recommendation === null || recommendation.value === null) return [];
  const text = (value: number) => {
    const place = sweep.keys.indexOf(recommendation.parameter ?? '');
    return sweep.rows.map(({ settings }) => settings[place]).find((setting) => setting?.value === value)?.text ?? showPlain(value);
  };
  const { value, interval, balancePoint, parameter } = recommendation;
  const settings = sweep.rows.find(({ recommended }) => recommended)?.settings;
  const chosen = settings?.map((setting, i) => [i > 0 && ', ', named(sweep.keys[i] ?? ''), ' ', setting.text]) ?? [
    named(parameter ?? ''),
    ` ${text(value)}`,
  ];
  const range = interval === null ? null : [...new Set(interval.map(text))].join(' to ');
  return [
    markup`<li>${uprightKey('solid')} recommended: <strong>${chosen}</strong></li>\n`,
    range !== null && markup`<li>${areaKey} ${term('within', 'not shown worse than the best')}: ${range}</li>\n`,
    balancePoint !== null && markup`<li>${uprightKey('dotted')} ${term('balance', 'balance point')}: ${text(balancePoint)}</li>\n`,
  ];
}

/** Where every bound holds. */
function regionItem({ line, holding, shown }: LimitRegion): Content {
  const of = line !== '' && [' with ', named(line)];
  const sure = shown === holding ? 'shown' : shown === '' ? 'none of it shown' : `shown at ${shown}`;
  const where = holding === '' ? 'at none of these values' : [holding, markup` <small>${sure}</small>`];
  return markup`<li>${regionKey} ${term('region', 'SLO holds')}${of}: ${where}</li>\n`;
}

function legend(report: Report, sweep: Sweep, region: LimitRegion | null): Content {
  const items = [...recommendedItems(report, sweep), region !== null && regionItem(region)];
  return markup`<ul class="legend">
${items}<li>${whiskerKey} ${term('interval', '95 % interval')}</li>
</ul>
`;
}

/** Which line is which, when several keys were swept. */
function linesLegend(lines: readonly string[], leftOut: number): Content {
  if (lines.length === 0) return null;
  const items = lines.map((name, place) => markup`<li>${sweptGlyph(place)} ${named(name)}</li>\n`);
  return markup`<ul class="legend">\n${items}${leftOut > 0 && markup`<li>${leftOut} more in the table</li>\n`}</ul>\n`;
}

/** Goodput, errors and p95 against the swept value. */
export function limitPart(report: Report, sweep: Sweep): Section {
  const { pictures, lines, region, leftOut } = limitPictures(report, sweep);
  const figures = pictures.map(({ title, unit, bound, svg }) =>
    svg === null
      ? markup`<p class="note"><strong>${title}</strong> n/a at every value</p>\n`
      : markup`<figure><figcaption><strong>${title}</strong> ${unit}${bound !== null && `; dashed: ${sentence(bound)}`}</figcaption>
${ours(svg)}
</figure>
`,
  );
  return {
    id: 'limit',
    title: ['By ', sweep.keys.map((key, i) => [i > 0 && ' and ', named(key)])],
    content: [
      markup`<p class="note">${named(sweep.strategy)} with ${sweep.rows.length} ${sweep.keys.length > 1 ? 'combinations' : 'values'}; everything else is the same.</p>\n`,
      legend(report, sweep, region),
      linesLegend(lines, leftOut),
      markup`<div class="charts three">\n${figures}</div>\n`,
      paragraphs([percentileNote(sweep.rows.map(({ strategy }) => strategy))]),
      sweepTable(sweep),
    ],
  };
}
