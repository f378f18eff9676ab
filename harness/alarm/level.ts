import { type Change, type Seen, shareOf } from './seen.ts';

export interface Level {
  look(seen: Seen, ms: number): Change;
}

export interface LevelOptions {
  /** 0 … 1. */
  readonly above: number;
  readonly forMs: number;
  /** Fewer than these in a window say nothing. */
  readonly least: number;
}

/** Raised when the share has been above the bound for so long, cleared when it is at half of the bound or below. */
export function createLevel({ above, forMs, least }: LevelOptions): Level {
  let raised = false;
  let since: number | undefined;
  return {
    look(seen, ms) {
      const share = shareOf(seen);
      const high = seen.all >= least && share > above;
      since = high ? (since ?? ms) : undefined;
      if (!raised && since !== undefined && ms - since >= forMs) {
        raised = true;
        return 'raised';
      }
      if (!raised || high || share > above / 2) return undefined;
      raised = false;
      return 'cleared';
    },
  };
}
