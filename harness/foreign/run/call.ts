import type { GaveUpReason, Outcome, RequestClass } from '../../../reports/result/outcome.ts';
import { hardClasses } from '../../../reports/result/outcome.ts';
import type { Micros } from '../../../sim/kernel/clock.ts';
import type { Settled } from '../../client/settled.ts';
import type { Entry } from '../../conduct/ledger.ts';
import type { Ticket } from '../../run/ticket.ts';

/** One request at the user's code, with what its attempts show at the server. Instants in microseconds. */
export class Call {
  readonly ticket: Ticket;
  /** Its page in the books on its client's conduct. */
  readonly entry: Entry;
  /** Attempts that have no end yet. */
  open = 0;
  attempts = 0;
  /** How the last attempt that ended did. */
  last: Outcome | undefined;
  /** Of the last attempt that was answered in full. */
  tokens = 0;
  firstTokenAt: Micros | undefined;
  answered = false;
  over = false;
  /** When its last attempt ended. */
  #endedAt: Micros;
  #backoff: Micros = 0;
  /** Sends so far, by model. */
  readonly #sends = new Map<string, number>();
  #queueWait: Micros = 0;

  /** Sends of which nobody knows any more to which model they were. */
  readonly #before: number;

  constructor(ticket: Ticket, entry: Entry) {
    this.#before = ticket.attempts;
    this.ticket = ticket;
    this.entry = entry;
    this.#endedAt = ticket.arrivedAt;
  }

  /** Which try at this model the next attempt is, from 0. */
  nextTry(model: string): number {
    const tries = this.#sends.get(model) ?? this.#before;
    this.#sends.set(model, tries + 1);
    return tries;
  }

  /** An attempt came to the server. */
  began(now: Micros): void {
    if (this.open === 0 && this.attempts === 0) this.#queueWait = now - this.#endedAt;
    else if (this.open === 0) this.#backoff += now - this.#endedAt;
    this.open += 1;
    this.attempts += 1;
  }

  ended(now: Micros, outcome: Outcome): void {
    this.open -= 1;
    this.#endedAt = now;
    this.last = outcome;
  }

  /**
   * The code has answered, thrown, or was out of time. An answer counts when one of its attempts was answered in full: code
   * that swallows its errors has no answer to give.
   */
  settle(how: 'answered' | 'threw' | 'deadline', endedAt: Micros): Settled {
    this.over = true;
    const ok = how === 'answered' && this.answered;
    return {
      ...(ok ? { class: 'ok', reason: '', gaveUp: 'none' } : this.#failure(how)),
      endedAt,
      firstTokenAt: ok ? this.firstTokenAt : undefined,
      tokens: ok ? this.tokens : 0,
      queueWait: this.#queueWait,
      backoff: this.#backoff,
    };
  }

  #failure(how: 'answered' | 'threw' | 'deadline'): { class: RequestClass; reason: string; gaveUp: GaveUpReason } {
    if (how === 'deadline') return { class: 'deadline', reason: 'deadline', gaveUp: 'deadline' };
    const { last } = this;
    // Without an attempt, or after one that went well: the code's own doing.
    if (last === undefined || last.class === 'ok')
      return { class: 'unknown', reason: how === 'threw' ? 'thrown' : 'no answer', gaveUp: 'attempts' };
    return { ...last, gaveUp: hardClasses.has(last.class) ? 'hard' : 'attempts' };
  }
}
