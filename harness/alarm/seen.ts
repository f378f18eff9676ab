/** What a look at an alarm changes; undefined while a spell goes on, or none. */
export type Change = 'raised' | 'cleared' | undefined;

/** How many of how many, within a window. */
export interface Seen {
  readonly all: number;
  readonly hits: number;
}

export function shareOf({ all, hits }: Seen): number {
  return all === 0 ? 0 : hits / all;
}
