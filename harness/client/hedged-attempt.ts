import type { Outcome } from '../../reports/result/outcome.ts';
import { type Clock, eventClass, type Micros, Timer } from '../../sim/kernel/clock.ts';
import type { Attempt, CancelReason, End, Listener, Request, Send, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import type { Classify } from '../strategy/classify/classify.ts';
import type { Hedge } from '../strategy/hedge/hedge.ts';
import type { Pace } from '../strategy/pace/pace.ts';
import type { Observer } from './observer.ts';
import type { Permits } from './permits.ts';
import { verdictOf } from './verdict-of.ts';

/** What its copies are sent with, of one client at one target. */
export interface HedgedWay {
  readonly clock: Clock;
  readonly target: string;
  /** To the target itself. */
  readonly send: Send;
  readonly hedge: Hedge;
  readonly classify: Classify;
  /** Those of the client's attempts to this target. */
  readonly permits: Permits | undefined;
  readonly pace: Pace | undefined;
  readonly observer: Observer | undefined;
}

/** What it asks of the target whose attempt it is. */
export interface HedgedAt {
  readonly options: HedgedWay;
  /** Copies sent so far for the same piece of work. */
  copies(request: Request): number;
  /** One more copy is sent. */
  addCopy(request: Request): void;
  /** Runs what a part of the strategy says; `otherwise` is taken when it throws and somebody hears of it. */
  ask<Value>(part: () => Value, otherwise: Value): Value;
}

const crash: Outcome = { class: 'unknown', reason: 'crashed' };

/** One send of an attempt, under way. */
class Copy implements Listener {
  readonly #of: HedgedAttempt;
  readonly number: number;
  readonly sentAt: Micros;
  sent: Sent | undefined;
  /** Of a plain answer, whose tokens nobody sees before its end. */
  firstAt: Micros | undefined;
  over = false;

  constructor(of: HedgedAttempt, number: number, sentAt: Micros) {
    this.#of = of;
    this.number = number;
    this.sentAt = sentAt;
  }

  first(at: Micros): void {
    if (!this.over) this.#of.first(this, at);
  }

  end(result: End): void {
    if (this.over) return;
    this.over = true;
    this.#of.end(this, result);
  }

  cancel(why: CancelReason): number {
    this.over = true;
    return this.sent?.cancel(why) ?? 0;
  }
}

/**
 * One attempt of a client at a target, sent again while it has not answered; it is its own timer. The first token of a
 * stream, or the first plain answer that is one, wins, and the others are cancelled. A copy that fails ends alone; the attempt
 * fails with the last of them. All copies but the one that stands for the attempt are reported, and leave the limit, here: the
 * client does so for that one.
 */
export class HedgedAttempt extends Timer implements Sent {
  readonly #at: HedgedAt;
  readonly #attempt: Attempt;
  readonly #listener: Listener;
  readonly #sentAt: Micros;
  readonly #open: Copy[] = [];
  #sends = 0;
  #winner: Copy | undefined;
  /** The number of the send that stands for the attempt, once it has ended. */
  standing: number | undefined;
  #over = false;

  constructor(at: HedgedAt, attempt: Attempt, listener: Listener) {
    super();
    this.#at = at;
    this.#attempt = attempt;
    this.#listener = listener;
    this.#sentAt = at.options.clock.now();
  }

  begin(): this {
    const { hedge } = this.#at.options;
    this.#at.ask(() => hedge.sent?.(this.#nowMs), undefined);
    this.#launch();
    this.#watch();
    return this;
  }

  /** No copy has answered in time. */
  fire(): void {
    const { hedge, permits, pace, observer, target } = this.#at.options;
    const { request } = this.#attempt;
    const nowMs = this.#nowMs;
    if (permits?.take() === false) return;
    const ask = { nowMs, tokens: request.inputTokens + request.maxTokens };
    const late = pace !== undefined && this.#at.ask(() => pace.reserve(ask), 0) > 0;
    if (late || !this.#at.ask(() => hedge.take(nowMs), false)) {
      if (pace !== undefined) this.#at.ask(() => pace.release(ask), undefined);
      permits?.release();
      return;
    }
    this.#at.addCopy(request);
    permits?.flying(1);
    observer?.sent(request, target, this.#nextNumber, true);
    this.#launch();
    this.#watch();
  }

  cancel(why: CancelReason): number {
    if (this.#over) return 0;
    this.#over = true;
    this.#at.options.clock.disarm(this);
    const standing = this.#winner ?? (this.#open[0] as Copy);
    for (const copy of [...this.#open]) if (copy !== standing) this.#report(copy, { class: 'cancelled', reason: why }, copy.cancel(why));
    this.standing = standing.number;
    return standing.cancel(why);
  }

  first(copy: Copy, at: Micros): void {
    if (!this.#attempt.request.stream) {
      copy.firstAt = at;
      return;
    }
    if (this.#winner === undefined) this.#win(copy);
    this.#listener.first(at);
  }

  end(copy: Copy, result: End): void {
    if (copy !== this.#winner) {
      const { classify } = this.#at.options;
      const outcome = this.#at.ask(() => classify(result.facts), crash);
      if (outcome.class === 'ok') this.#win(copy);
      else if (this.#open.length > 1) {
        this.#report(copy, outcome, result.tokens, result.facts);
        return;
      }
    }
    this.#finish(copy, result);
  }

  get #nowMs(): number {
    return this.#at.options.clock.now() / 1000;
  }

  /** The attempt's own number, and all copies of the request until now. */
  get #nextNumber(): number {
    return this.#attempt.number + this.#at.copies(this.#attempt.request);
  }

  #launch(): void {
    const { send, clock } = this.#at.options;
    const copy = new Copy(this, this.#nextNumber, clock.now());
    this.#open.push(copy);
    this.#sends += 1;
    const { request } = this.#attempt;
    const sent = send({ ...this.#attempt, number: copy.number, watchFirst: request.stream }, copy);
    copy.sent = sent;
  }

  /** Waits for the time of the next copy. */
  #watch(): void {
    const { hedge, clock } = this.#at.options;
    if (this.#over || this.#winner !== undefined) return;
    const wait = this.#at.ask(() => hedge.delayMs(this.#nowMs, this.#sends), undefined);
    if (wait !== undefined) clock.arm(this, clock.now() + Math.round(wait * 1000), eventClass.hedge);
  }

  /** This one has answered: the others are cancelled. */
  #win(winner: Copy): void {
    const { hedge, clock } = this.#at.options;
    this.#winner = winner;
    clock.disarm(this);
    for (const copy of [...this.#open])
      if (copy !== winner) this.#report(copy, { class: 'cancelled', reason: 'hedge-lost' }, copy.cancel('hedge-lost'));
    this.#at.ask(() => hedge.ended({ nowMs: this.#nowMs, durationMs: (clock.now() - this.#sentAt) / 1000 }), undefined);
  }

  /** The attempt has ended as this copy has. */
  #finish(copy: Copy, result: End): void {
    this.#over = true;
    this.#at.options.clock.disarm(this);
    this.standing = copy.number;
    if (copy.firstAt !== undefined) this.#listener.first(copy.firstAt);
    this.#listener.end(result);
  }

  /** A copy has ended while the attempt goes on: a permit that it or another one had taken is free again. */
  #report(copy: Copy, outcome: Outcome, tokens: number, facts?: WireFacts): void {
    const { observer, permits, pace, target, clock } = this.#at.options;
    const nowMs = this.#nowMs;
    this.#open.splice(this.#open.indexOf(copy), 1);
    observer?.ended(this.#attempt.request, target, copy.number, outcome, tokens, facts, true);
    if (pace !== undefined) this.#at.ask(() => pace.ended({ nowMs, outcome, facts }), undefined);
    if (permits === undefined) return;
    permits.ended({ nowMs, durationMs: (clock.now() - copy.sentAt) / 1000, inFlight: permits.inFlight, verdict: verdictOf(outcome) });
    permits.flying(-1);
    permits.release();
  }
}
