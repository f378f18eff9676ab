import { type Change, type Seen, shareOf } from './seen.ts';

export interface Jump {
  /** `before` is the window so much earlier; undefined while there is none. */
  look(seen: Seen, before: Seen | undefined): Change;
}

export interface JumpOptions {
  readonly from: number;
  readonly to: number;
  readonly least: number;
}

/**
 * Raised when the share was at most `from` before and is at least `to` now; cleared when it is at half of `to` or below, or
 * half of the rise or more is gone: the same share a day later is no rise any more.
 */
export function createJump({ from, to, least }: JumpOptions): Jump {
  let raised = false;
  return {
    look(seen, before) {
      const share = shareOf(seen);
      const known = before !== undefined && before.all >= least;
      const earlier = known ? shareOf(before) : undefined;
      if (!raised) {
        raised = earlier !== undefined && seen.all >= least && earlier <= from && share >= to;
        return raised ? 'raised' : undefined;
      }
      const over = share <= to / 2 || (earlier !== undefined && share - earlier <= (to - from) / 2);
      if (!over) return undefined;
      raised = false;
      return 'cleared';
    },
  };
}
