import { type Content, markup, ours } from '../../../sim/markup/markup.ts';
import type { Stretch } from '../chart/day.ts';
import { type DayLine, type DayPanel, dayLines, dayPanels, timeLabels } from '../chart/day-panels.ts';
import { showNumber, showPlain, showRate, showShare } from '../figures.ts';
import type { Report } from '../format.ts';
import type { Charted } from './charted.ts';
import { term } from './glossary.ts';
import { named } from './name.ts';
import { type Choice, picker } from './picker.ts';
import type { Section } from './section.ts';
import { type Cell, table } from './table.ts';

type Figure = (stretch: Stretch) => number | null;

/** The stretch in which a figure is at its worst; null where it has none. */
function extreme(line: DayLine, of: Figure, sign: 1 | -1): Stretch | null {
  let found: Stretch | null = null;
  let best = Number.NEGATIVE_INFINITY;
  for (const stretch of line.stretches) {
    const value = of(stretch);
    if (value !== null && sign * value > best) {
      best = sign * value;
      found = stretch;
    }
  }
  return found;
}

const share = (percent: number | null) => showShare(percent === null ? null : percent / 100);

/** Extremes of each strategy with the time they fall on: what the charts say, in figures. */
function extremesTable({ result }: Report, { choices }: Charted, lines: readonly DayLine[]): Content {
  const time = timeLabels(result.scenario);
  const cell = (line: DayLine, of: Figure, sign: 1 | -1, show: (value: number | null) => string): Cell => {
    const stretch = extreme(line, of, sign);
    if (stretch === null) return { content: show(null), value: null };
    const value = of(stretch);
    return { content: [show(value), value !== 0 && markup` <small>at ${time(stretch.at)}</small>`], value };
  };
  const rows = lines.map((line) => ({
    head: { content: choices.find(({ place }) => place === line.place)?.name, value: line.place },
    strong: line.strong,
    cells: [
      cell(line, ({ offeredPerSecond }) => offeredPerSecond, 1, showRate),
      cell(line, ({ freeSlots }) => freeSlots, -1, showNumber),
      cell(line, ({ refused }) => refused, 1, share),
      cell(line, ({ failed }) => failed, 1, share),
    ],
  }));
  const minutes = ((lines[0]?.stretches[1]?.at ?? 0) - (lines[0]?.stretches[0]?.at ?? 0)) / 60;
  return table({
    id: 'day-table',
    caption: `The worst stretch of each strategy${minutes >= 1 ? `, ${showPlain(minutes)} minutes each` : ''}`,
    columns: [
      { head: 'strategy', figure: false },
      ...['most offered', 'fewest free slots', 'most refused', 'most failed'].map((head) => ({ head, figure: true })),
    ],
    rows,
  });
}

/** Which lines leave a chart at its top. */
function cutNote({ at, places }: NonNullable<DayPanel['cut']>, choices: readonly Choice[]): Content {
  const names = places.map((place, i) => [i > 0 && ', ', choices.find((choice) => choice.place === place)?.name]);
  return markup`; cut off above ${showPlain(at)}: ${names}`;
}

/** Load, slots, refusals, failures, attempts in flight, queue and limit over the run's time, and where each strategy fared worst. */
export function dayPart(report: Report, charted: Charted): Section {
  const { scenario } = report.result;
  const lines = dayLines(report.result, charted.strategies, charted.strong);
  const choices = charted.choices.filter(({ place }) => lines.some((line) => line.place === place));
  const first = new Set(choices.filter(({ chosen }) => chosen).map(({ place }) => place));
  const figures = dayPanels(scenario, lines, first).map(
    ({
      title,
      unit,
      svg,
      common,
      cut,
    }) => markup`<figure><figcaption><strong>${title}</strong> ${unit}${common && ', all strategies alike'}${cut !== null && cutNote(cut, choices)}</figcaption>
${ours(svg)}
</figure>
`,
  );
  const content =
    lines.length === 0
      ? markup`<p class="note">Nothing was measured.</p>\n`
      : [
          markup`<p class="note">${term('offered', 'Offered load')}, ${term('free', 'free slots')} and what was ${term('refused', 'refused')}, means over ${scenario.replications} replication${scenario.replications === 1 ? '' : 's'}, by local time (${named(scenario.zone)}). All strategies meet the same load where they are ${term('paired', 'paired')}.</p>\n`,
          picker('day', 'Strategies shown', choices, markup`<div class="charts two">\n${figures}</div>\n`),
          extremesTable(report, charted, lines),
        ];
  return { id: 'day', title: 'Over time', content };
}
