import { causeSentence } from '../../reports/result/alarm.ts';
import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { AlarmCall } from '../alarm/call.ts';
import { causeOf, type Moment } from '../alarm/cause.ts';
import { createLevel, type Level } from '../alarm/level.ts';
import { createOccurrences } from '../alarm/occurrences.ts';
import { type Change, type Seen, shareOf } from '../alarm/seen.ts';

/** When somebody is to be told. */
export interface AlarmBound {
  /** Share of attempts in the last minute that find no capacity, 0 … 1. */
  readonly above: number;
  /** Fewer attempts in that minute say nothing. */
  readonly least: number;
}

export const usualAlarm: AlarmBound = { above: 0.15, least: 20 };

export type GatewayAlarm = 'capacity' | 'auth' | 'quota';

/** Attempts that ended in a minute, and those of them that found no capacity. */
export interface Minute {
  readonly attempts: number;
  readonly refused: number;
}

/** A quiet time after which an alarm that no share ends is over, ms. */
const quietMs = 60_000;

/**
 * Tells once a spell: of capacity when the share of refused attempts passes the bound, until it is at half of it or below;
 * of `auth` and `quota`, which no retry mends, at the first one, until a minute has passed without.
 */
export class Alarms {
  readonly #tell: (call: AlarmCall) => void;
  readonly #raised = new Set<GatewayAlarm>();
  readonly #epochMs: (ms: number) => number;
  readonly #capacity: Level;
  readonly #above: number;
  readonly #least: number;
  /** The last minute of which nobody need be told. */
  #calm: Moment | undefined;
  readonly #hard = { auth: createOccurrences(quietMs), quota: createOccurrences(quietMs) };

  /** Spells are measured in ms of a clock that never jumps; `epochMs` says what the calendar shows, by default the same. */
  constructor({ above, least }: AlarmBound, tell: (call: AlarmCall) => void, epochMs = (ms: number): number => ms) {
    this.#capacity = createLevel({ above, forMs: 0, least });
    this.#above = above;
    this.#least = least;
    this.#tell = tell;
    this.#epochMs = epochMs;
  }

  /** Those that are raised now. */
  get raised(): readonly GatewayAlarm[] {
    return [...this.#raised];
  }

  /** An attempt at a model ended. */
  ended(failure: AttemptClass, target: string, ms: number): void {
    if (failure !== 'auth' && failure !== 'quota') return;
    const what = failure === 'auth' ? 'the key or its permission is refused' : 'the quota or the balance is used up';
    this.#note(failure, this.#hard[failure].seen(ms), ms, `${target}: ${what}; no retry mends that`);
  }

  /** What the last minute brought; `first`: first attempts alone, by which own demand, retries and others are told apart. */
  look({ attempts, refused }: Minute, ms: number, first?: Minute): void {
    const seen: Seen = { all: attempts, hits: refused };
    const change = this.#capacity.look(seen, ms);
    const cause = this.#cause(seen, first, change);
    const told = `${Math.round(shareOf(seen) * 1000) / 10} % of the attempts of the last minute found no capacity`;
    this.#note('capacity', change, ms, change === 'raised' ? `${told} (${refused} of ${attempts})${cause}` : told);
    for (const alarm of ['auth', 'quota'] as const)
      this.#note(alarm, this.#hard[alarm].look(ms), ms, 'a minute has passed without another one');
  }

  /** What made the share rise since the last calm minute, in a sentence; empty where that is not known. */
  #cause(seen: Seen, first: Minute | undefined, change: Change): string {
    if (first === undefined) return '';
    const firstRefused = shareOf({ all: first.attempts, hits: first.refused });
    const now: Moment = { share: shareOf(seen), firstRefused, perSecond: first.attempts / 60 };
    const cause = change === 'raised' && this.#calm !== undefined ? causeOf(this.#calm, now) : undefined;
    if (seen.all >= this.#least && now.share <= this.#above / 2) this.#calm = now;
    return cause === undefined ? '' : `; ${causeSentence(cause)}`;
  }

  #note(alarm: GatewayAlarm, state: Change, ms: number, message: string): void {
    if (state === undefined) return;
    if (state === 'raised') this.#raised.add(alarm);
    else this.#raised.delete(alarm);
    this.#tell({ alarm, state, at: new Date(this.#epochMs(ms)).toISOString(), message });
  }
}
