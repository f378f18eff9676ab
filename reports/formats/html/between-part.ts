import { type Content, markup } from '../../../sim/markup/markup.ts';
import type { StrategyBetween } from '../../result/between.ts';
import { measureTitle } from '../columns.ts';
import type { Report } from '../format.ts';
import { differenceCell } from './comparisons-part.ts';
import { term } from './glossary.ts';
import { allNamed } from './name.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

/** What a row rests on: pairs, or so many replications of each side. */
function basis({ paired, fresh, replications: [first, second] }: StrategyBetween): string {
  const count = (replications: number) => `${replications} replication${replications === 1 ? '' : 's'}`;
  const sides = first === second ? count(first) : `${first} and ${count(second)}`;
  return `${sides}${fresh ? ', fresh' : ''}${paired ? '' : ', not paired'}`;
}

function differences(rows: readonly StrategyBetween[]): Content {
  const measures = [...new Set(rows.flatMap(({ comparisons }) => comparisons.map(({ measure }) => measure)))];
  const names = allNamed(rows.map(({ name }) => name));
  return table({
    id: 'between-table',
    caption: 'The second result minus the first, strategy by strategy; small figures are 95 % intervals of the difference',
    columns: [
      { head: 'strategy', figure: false },
      ...measures.map((measure) => ({ head: term(measure, measureTitle(measure)), figure: true })),
      { head: 'over', figure: false },
    ],
    rows: rows.map((row, i) => ({
      head: { content: names[i], value: i },
      cells: [
        ...measures.map((measure) => differenceCell(row.comparisons.find((each) => each.measure === measure))),
        { content: markup`<span class="remark">${basis(row)}</span>` },
      ],
    })),
  });
}

/** Of two results what lies between them, one measure a column; null for a single result. */
export function betweenPart({ between }: Report): Section | null {
  if (between === undefined) return null;
  const none = markup`<p class="note">No strategy of these names was measured in both results.</p>\n`;
  const paired = between.filter((each) => each.paired).length;
  const how =
    paired === between.length
      ? markup`Both results have the same load and the same luck, so replications are compared ${term('paired', 'in pairs')}.`
      : markup`Rows that are not ${term('paired', 'paired')} compare each side over its own replications: seed, load or number of replications differ, so it takes a larger difference to show anything.`;
  return {
    id: 'between',
    title: 'Second against first',
    content:
      between.length === 0
        ? none
        : [
            markup`<p class="note">${how} What ${term('verdict', 'better, worse and undecided')} mean; a difference with no interval is that of two figures and shows nothing.</p>\n`,
            differences(between),
          ],
  };
}
