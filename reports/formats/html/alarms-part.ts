import { type Markup, markup } from '../../../sim/markup/markup.ts';
import { type AlarmTold, alarmsOf, alarmTitle, quietOf, type StrategyAlarms } from '../alarms.ts';
import type { Report } from '../format.ts';
import { named } from './name.ts';
import { type Section, sentence } from './section.ts';

function alarm({ rule, spells, cause }: AlarmTold): Markup {
  return markup`<li><strong>${sentence(rule)}</strong>: ${sentence(spells)}
${cause !== null && markup`<p>${sentence(cause)}</p>\n`}</li>
`;
}

function alarms({ strategy, told }: StrategyAlarms): Markup {
  return markup`<h3>${named(strategy)}</h3>
<ul class="warnings">
${told.map(alarm)}</ul>
`;
}

/** When somebody would have been told, why, and what helps. */
export function alarmsPart(report: Report): Section | null {
  const all = alarmsOf(report);
  if (all.length === 0) return null;
  const quiet = quietOf(all);
  const none = quiet.length > 0 && markup`<p class="note">No alarm: ${quiet.map((name, place) => [place > 0 && ', ', named(name)])}.</p>\n`;
  return { id: 'alarms', title: alarmTitle, content: [all.filter(({ told }) => told.length > 0).map(alarms), none] };
}
