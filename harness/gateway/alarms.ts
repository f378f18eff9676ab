import type { AttemptClass } from '../../reports/result/outcome.ts';

/** When somebody is to be told. */
export interface AlarmRule {
  /** Share of attempts in the last minute that find no capacity, 0 … 1. */
  readonly above: number;
  /** Fewer attempts in that minute say nothing. */
  readonly least: number;
}

export const usualAlarm: AlarmRule = { above: 0.15, least: 20 };

/** What is told: at the beginning of a spell, and at its end. */
export interface AlarmCall {
  readonly alarm: 'capacity' | 'auth' | 'quota';
  readonly state: 'raised' | 'cleared';
  /** ISO 8601, UTC. */
  readonly at: string;
  /** One sentence. */
  readonly message: string;
}

/** A quiet time after which an alarm that no share ends is over, ms. */
const quietMs = 60_000;

/**
 * Tells once a spell: of capacity when the share of refused attempts passes the bound, until it is below half of it; of
 * `auth` and `quota`, which no retry mends, at the first one, until a minute has passed without.
 */
export class Alarms {
  readonly #rule: AlarmRule;
  readonly #tell: (call: AlarmCall) => void;
  readonly #raised = new Map<AlarmCall['alarm'], number>();
  readonly #epochMs: (ms: number) => number;

  /** Spells are measured in ms of a clock that never jumps; `epochMs` says what the calendar shows, by default the same. */
  constructor(rule: AlarmRule, tell: (call: AlarmCall) => void, epochMs = (ms: number): number => ms) {
    this.#rule = rule;
    this.#tell = tell;
    this.#epochMs = epochMs;
  }

  /** Those that are raised now. */
  get raised(): readonly AlarmCall['alarm'][] {
    return [...this.#raised.keys()];
  }

  /** An attempt at a model ended. */
  ended(failure: AttemptClass, target: string, ms: number): void {
    if (failure !== 'auth' && failure !== 'quota') return;
    const what = failure === 'auth' ? 'the key or its permission is refused' : 'the quota or the balance is used up';
    this.#raise(failure, ms, `${target}: ${what}; no retry mends that`);
  }

  /** What the last minute brought. */
  look({ attempts, refused }: { readonly attempts: number; readonly refused: number }, ms: number): void {
    const share = attempts === 0 ? 0 : refused / attempts;
    const percent = `${Math.round(share * 1000) / 10} %`;
    const { above, least } = this.#rule;
    if (attempts >= least && share > above) {
      this.#raise('capacity', ms, `${percent} of the attempts of the last minute found no capacity (${refused} of ${attempts})`);
    } else if (share <= above / 2) this.#clear('capacity', ms, `${percent} of the attempts of the last minute found no capacity`);
    for (const alarm of ['auth', 'quota'] as const) {
      const last = this.#raised.get(alarm);
      if (last !== undefined && ms - last > quietMs) this.#clear(alarm, ms, 'a minute has passed without another one');
    }
  }

  #raise(alarm: AlarmCall['alarm'], ms: number, message: string): void {
    const raised = this.#raised.has(alarm);
    this.#raised.set(alarm, ms);
    if (!raised) this.#tell({ alarm, state: 'raised', at: new Date(this.#epochMs(ms)).toISOString(), message });
  }

  #clear(alarm: AlarmCall['alarm'], ms: number, message: string): void {
    if (this.#raised.delete(alarm)) this.#tell({ alarm, state: 'cleared', at: new Date(this.#epochMs(ms)).toISOString(), message });
  }
}
