import type { Check, Claim, Unit } from './claim.ts';

/** A check's figure: of the first seed, and least, mean and most over all seeds. */
export type Figures = readonly [first: number, least: number, mean: number, most: number];

/** What each check of a claim came to, in their order. */
export type Stored = readonly Figures[];

/** From the figures of every seed, each in the order of the checks. */
export function gather(bySeed: readonly (readonly number[])[]): Stored {
  const [first = []] = bySeed;
  return first.map((figure, index): Figures => {
    const all = bySeed.map((figures) => figures[index] ?? Number.NaN).filter((value, seed) => seed === 0 || !Number.isNaN(value));
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    return [figure, Math.min(...all), Number(mean.toPrecision(6)), Math.max(...all)];
  });
}

/** Whether a check's figures are within its bounds. NaN is within none. */
export function within({ of, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Check, figures: Figures): boolean {
  const [first, least, mean, most] = figures;
  if (of === 'once') return first >= atLeast && first <= atMost;
  if (of === 'mean') return mean >= atLeast && mean <= atMost;
  return least >= atLeast && most <= atMost;
}

/** The checks whose figures are out of their bounds. */
export function broken({ checks }: Claim, stored: Stored): readonly Check[] {
  return checks.filter((check, index) => {
    const figures = stored[index];
    return figures === undefined || !within(check, figures);
  });
}

/** A figure in its unit, with three digits. */
export function shown(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return 'n/a';
  if (unit === 'yes') return value >= 1 ? 'yes' : 'no';
  if (unit === 'share') return `${three(value * 100)} %`;
  if (unit === 'points') return `${three(value * 100)} points`;
  if (unit === 'ms') return Math.abs(value) >= 1000 ? `${three(value / 1000)} s` : `${three(value)} ms`;
  return three(value);
}

/** Three digits, and never fewer than stand before the point. */
function three(value: number): string {
  return String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

/** The bounds of a check, and of what they are asserted. */
export function boundsOf({ atLeast, atMost, unit, of }: Check): string {
  if (unit === 'yes') return 'yes';
  const parts = [atLeast === undefined ? '' : `≥ ${shown(atLeast, unit)}`, atMost === undefined ? '' : `≤ ${shown(atMost, unit)}`];
  const bounds = atLeast !== undefined && atLeast === atMost ? shown(atLeast, unit) : parts.filter((part) => part !== '').join(' and ');
  return of === 'mean' ? `mean ${bounds}` : bounds;
}

/** What the figures of a check are, in one cell or line. */
export function figuresText({ of, unit }: Check, [first, least, mean, most]: Figures): string {
  if (of === 'once') return shown(first, unit);
  const [low, middle, high] = [least, mean, most].map((value) => shown(value, unit));
  return low === high ? `${low}` : `${low} … ${high}, mean ${middle}`;
}
