import { grouped } from '../../kernel/grouped.ts';
import { type Content, type Markup, markup } from '../../markup/markup.ts';
import { percent, perSecond } from './figures.ts';
import { roomMark } from './models-now.ts';
import { quotaWords } from './room.ts';
import type { ModelView, PoolView, Refused, View } from './view.ts';

/** A card for each pool: its slots, its queue, and what becomes of attempts at its models. */
export function poolsPart({ pools }: View): Markup {
  return markup`<div class="pools">
${pools.map(poolCard)}</div>
`;
}

function poolCard(pool: PoolView, place: number): Markup {
  const { name, slots, busy, own, tenants, free, models } = pool;
  return markup`<article class="pool" aria-labelledby="pool-${place}">
<h3 id="pool-${place}">${name}</h3>
<p class="use"><strong>${grouped(busy)}</strong> of ${grouped(slots)} slots in use${busy > slots && ', until those who came before have left'}</p>
${bar(pool)}<ul class="key">
<li class="own">${grouped(own)} yours</li>
<li class="others">${grouped(tenants)} other callers’</li>
<li class="free">${grouped(free)} free</li>
</ul>
${pastChart(pool)}<dl>
${row('Queue', queueOf(pool))}${pool.shared && row('Others refused', refusedText(pool.othersRefused))}</dl>
${models.map((model) => modelPart(model))}</article>
`;
}

function modelPart({ name, room, attemptsPerSecond, admittedPerSecond, allRefused, refused, quota, faults }: ModelView): Markup {
  const causes = Object.entries(refused).filter(([, count]) => count > 0);
  return markup`<h4>${name} ${roomMark(room)}</h4>
<dl>
${row('Attempts', perSecond(attemptsPerSecond))}${row('Accepted', perSecond(admittedPerSecond))}${row('Refused', refusedText(allRefused))}${
  causes.length > 0 &&
  row('Why', causes.map(([cause, count]) => `${grouped(count)} ${causeWords[cause as keyof typeof causeWords]}`).join(', '))
}${faults.length > 0 && row('Faults on', faults.join(', '))}${quota.length > 0 && row('Quota left', quota.map(quotaLine))}</dl>
`;
}

function quotaLine({ kind, limit, remaining }: ModelView['quota'][number]): Markup {
  return markup`<span class="line">${grouped(Math.floor(remaining))} of ${grouped(limit)} ${quotaWords[kind]}</span>`;
}

const causeWords: Readonly<Record<keyof ModelView['refused'], string>> = {
  capacity: 'at capacity',
  quota: 'by quota',
  fault: 'by faults',
  hard: 'for good',
  network: 'lost on the way',
};

function row(head: Content, content: Content): Markup {
  return markup`<div><dt>${head}</dt><dd>${content}</dd></div>\n`;
}

function refusedText({ lastMinute, sinceStart }: Refused): Content {
  return markup`<strong>${grouped(lastMinute)}</strong> in the last minute, ${grouped(sinceStart)} in all`;
}

function queueOf({ queue: { waiting, own } }: PoolView): string {
  if (waiting === 0) return 'empty';
  return `${grouped(waiting)} waiting, ${grouped(own)} of them yours`;
}

/** Slots by who uses them, from the left. The figures stand beside it. */
function bar({ slots, busy, own, tenants }: PoolView): Markup {
  const all = Math.max(slots, busy, 1);
  const part = (className: string, from: number, count: number): Content =>
    count > 0 && markup`<rect class="${className}" x="${at(from / all)}" width="${at(count / all)}" height="100%"/>`;
  return markup`<svg class="bar" aria-hidden="true">${part('own', 0, own)}${part('others', own, tenants)}</svg>
`;
}

/** A share as a coordinate. */
const at = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Share of the slots in use over the last minute. */
function pastChart({ name, past }: PoolView): Markup {
  const [first] = past;
  const points = past.map(({ secondsAgo, share }) => `${round(60 - Math.min(60, secondsAgo))},${round(100 - 100 * share)}`);
  const most = past.reduce((max, { share }) => Math.max(max, share), 0);
  const line = points.join(' ');
  const from = round(60 - Math.min(60, first?.secondsAgo ?? 0));
  return markup`<figure class="past"><svg viewBox="0 0 60 100" preserveAspectRatio="none" role="img" aria-label="Slots of ${name} in use over the last minute: ${percent(most)} at most"><polygon points="${from},100 ${line} 60,100"/><polyline points="${line}"/></svg>
<figcaption>in use, last minute</figcaption></figure>
`;
}

const round = (value: number): number => Number(value.toFixed(1));
