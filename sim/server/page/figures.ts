import { grouped } from '../../kernel/grouped.ts';
/** Figures of the page. */

/** 0.25 → "0.3/s", 12 → "12/s". */
export function perSecond(rate: number): string {
  return `${rate >= 9.95 ? grouped(rate) : rate.toFixed(1)}/s`;
}

/** A share as percent: 0.925 → "93 %", 12 → "1,200 %". What is neither nothing nor all is never shown as such. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '<1 %';
  if (share > 0.99 && share < 1) return '>99 %';
  return `${grouped(share * 100)} %`;
}

/** Milliseconds, rounded up: 400 → "1 s", 100000 → "1 min 40 s", 7200000 → "2 h". */
export function span(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts: readonly (readonly [number, string])[] =
    seconds < 3600
      ? [
          [Math.floor(seconds / 60), 'min'],
          [seconds % 60, 's'],
        ]
      : [
          [Math.floor(seconds / 3600), 'h'],
          [Math.floor((seconds % 3600) / 60), 'min'],
        ];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${grouped(count)} ${unit}`);
  return said.length === 0 ? '0 s' : said.join(' ');
}

/** "1 model", "2 models". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
