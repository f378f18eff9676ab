import { boundAndValue, listed } from '../../reports/result/recommend/words.ts';
import { beyond } from '../../reports/result/slo-verdict.ts';
import type { TuneStatus } from '../../reports/result/tune/tune-answer.ts';
import type { LiveTried } from '../tune/live/live-trials.ts';
import type { LiveFound } from '../tune/live/tune-live.ts';
import type { TuneLivePlan } from './tune-live-plan.ts';

/** The largest concurrency that is refused less often than the bound. */
export interface Balance {
  readonly balancePoint: number | null;
  readonly balanceReason: string | null;
}

/** What the words are made of. */
export interface LiveTold {
  readonly found: LiveFound;
  readonly plan: TuneLivePlan;
  readonly status: TuneStatus;
  /** What the answer is about: what is to be shipped, the best guess, or what comes nearest. */
  readonly about: LiveTried | undefined;
  /** The limit as it is written where `about` is all of it: of each client; 0: there are more clients than that. */
  readonly perClient: number;
  readonly balance: Balance;
  readonly binding: string | null;
}

/** The bounds that a concurrency is beyond, else those that it is not shown to meet. */
export function bindingOf({ verdicts, unmet }: LiveTried): string | null {
  const open = verdicts.filter(({ measure }) => unmet.includes(measure));
  const missed = open.filter((each) => beyond(each));
  const named = missed.length > 0 ? missed : open;
  return named.length === 0 ? null : listed(named.map(boundAndValue));
}
