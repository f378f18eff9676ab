import { type Content, type Markup, markup } from '../../markup/markup.ts';
import { prefixOf } from '../../provider/provider.ts';
import type { Day, PoolDay } from '../admin/day.ts';
import { percent } from './figures.ts';

/** The curve of one pool: what other callers ask for in each interval, where 1 is all that its slots can serve. */
interface Line {
  readonly name: string;
  readonly place: number;
  readonly shares: readonly number[];
  /** What they ask for at this instant. */
  readonly now: number;
}

/** Above this a line is cut off: nobody can tell the difference any more. */
const most = 3;
/** So much is shown even where nothing comes near it. */
const least = 1.1;
/** Room above the highest line. */
const headroom = 1.1;
/** Share of the picture's height that the lines have; below it are the hours. */
const plotted = 0.9;

/** The day's load of every pool with other callers, and where in it the present is. */
export function dayPart(day: Day): Markup {
  const lines = linesOf(day);
  if (lines.length === 0) return markup`<p class="note">No pool has other callers: its slots are all yours.</p>\n`;
  const top = headroom * Math.max(least, ...lines.flatMap(({ shares }) => shares));
  return markup`<p class="note">What other callers ask for. At 100 % it is as much as the pool’s slots can serve. Times of ${day.zone}.</p>
<div class="day">
<svg class="levels" aria-hidden="true">${levelsUpTo(top).map((level) => levelLabel(level, top))}</svg>
<svg class="plot" role="img" aria-labelledby="day-title" aria-describedby="day-lines">
${levelsUpTo(top).map((level) => levelLine(level, top))}<svg class="lines" height="${plotted * 100}%" viewBox="0 0 ${day.atMs.length} 1000" preserveAspectRatio="none">${lines.map((line) => path(line, top))}</svg>
${hours(day)}${present(day)}</svg>
</div>
<ul class="key" id="day-lines">
${lines.map((line) => legend(line, day))}</ul>
`;
}

function linesOf({ providers }: Day): readonly Line[] {
  const names = Object.keys(providers);
  const all = Object.entries(providers).flatMap(([provider, pools]) =>
    Object.entries(pools).flatMap(([pool, of]) => {
      const shares = sharesOf(of);
      const { loadNow, slotsNow } = of;
      return shares === undefined || loadNow === null
        ? []
        : [{ name: prefixOf(provider, names) + pool, shares, now: shareOf(loadNow, slotsNow, of) }];
    }),
  );
  return all.map((line, place) => ({ ...line, place }));
}

function sharesOf(of: PoolDay): readonly number[] | undefined {
  return of.load?.map((share, i) => shareOf(share, of.slots[i] ?? 0, of));
}

function shareOf(load: number, slots: number, { nominalSlots }: PoolDay): number {
  const asked = load * nominalSlots;
  return asked === 0 ? 0 : Math.min(most, asked / slots);
}

/** 50 % apart. */
function levelsUpTo(top: number): readonly number[] {
  return [0, 0.5, 1, 1.5, 2, 2.5, 3].filter((level) => level <= top);
}

function levelLine(level: number, top: number): Markup {
  const y = height(level, top);
  return markup`<line class="${level === 1 ? 'full' : 'level'}" x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
}

function levelLabel(level: number, top: number): Markup {
  return markup`<text x="100%" y="${height(level, top)}" dx="-8" dy="4">${percent(level)}</text>`;
}

/** Full hours, at most at eight places. */
function hours({ labels }: Day): Content {
  const full = labels.flatMap((label, i) => (/:00(:00)?$/.test(label) ? [{ label: label.slice(0, 5), i }] : []));
  const step = Math.max(1, Math.ceil(full.length / 8));
  return full
    .filter((_, i) => i % step === 0)
    .map(({ label, i }, place) => {
      const x = `${round((i / labels.length) * 100)}%`;
      return markup`<text class="hour${place % 2 === 1 && ' minor'}${i === 0 && ' first'}" x="${x}" y="100%" dy="-3">${label}</text>`;
    });
}

/** Where the present is. */
function present({ fromMs, toMs, nowMs, now }: Day): Markup {
  const share = Math.min(1, Math.max(0, (nowMs - fromMs) / (toMs - fromMs)));
  const x = `${round(share * 100)}%`;
  const side = share > 0.5 ? 'before' : 'after';
  return markup`<line class="now" x1="${x}" x2="${x}" y1="0" y2="${plotted * 100}%"/><text class="now ${side}" x="${x}" y="0" dy="14" dx="${side === 'before' ? -6 : 6}">now ${now.slice(11, 16)}</text>`;
}

function path({ shares, place }: Line, top: number): Markup {
  const heights = shares.map((share) => y(share, top));
  const points = heights.flatMap((to, i) => (i > 0 && to === heights[i - 1] ? [] : [`${i},${heights[i - 1] ?? to} ${i},${to}`]));
  return markup`<polyline class="${look(place)}" points="${points.join(' ')} ${heights.length},${heights.at(-1)}"/>`;
}

function legend({ name, place, shares, now }: Line, { labels }: Day): Markup {
  const highest = shares.reduce((best, share, i) => (share > (shares[best] ?? 0) ? i : best), 0);
  return markup`<li class="${look(place)}"><strong>${name}</strong> now ${load(now)}, at most ${load(shares[highest])} at ${labels[highest]}</li>\n`;
}

function load(share = 0): string {
  return share >= most ? `${percent(most)} or more` : percent(share);
}

/** Eight colours, then the same dashed. */
const look = (place: number): string => `h${place % 8}${place % 16 >= 8 ? ' dashed' : ''}`;

const y = (share: number, top: number): number => Math.round(1000 - (1000 * Math.min(share, top)) / top);
const height = (share: number, top: number): string => `${round(100 * plotted * (1 - share / top))}%`;
const round = (value: number): number => Number(value.toFixed(2));
