/** How the lines of one strategy look in every chart of the page: told apart by hue, dash and symbol together. */
export interface Look {
  /** 0 … 7, a colour of the page's style, which differs between light and dark. */
  readonly hue: number;
  /** Lengths of dashes and gaps; empty is solid. */
  readonly dash: readonly number[];
  readonly symbol: LookSymbol;
}

const symbols = ['circle', 'diamond', 'rect', 'triangle'] as const;
export type LookSymbol = (typeof symbols)[number];

const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 2.5], [9, 3, 2, 3]];

/** Hues that the page's style has. */
export const hueCount = 8;

/** So many looks differ by hue, dash and symbol in the first round; later rounds pair them otherwise. */
const distinct = 32;

/** The look of the strategy at this place; the first 32 differ, and those after them from their namesakes. */
export function lookOf(place: number): Look {
  const round = Math.floor(place / distinct);
  return {
    hue: (place + 3 * round) % hueCount,
    dash: dashes[(place + Math.floor(place / hueCount)) % dashes.length] ?? [],
    symbol: symbols[(place + round) % symbols.length] ?? 'circle',
  };
}
