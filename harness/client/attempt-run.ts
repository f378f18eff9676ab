import type { Outcome } from '../../reports/result/outcome.ts';
import { eventClass, type Micros } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import { type Effect, Process } from '../../sim/kernel/process.ts';
import type { Attempt, CancelReason, End, Listener, Request, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import type { ClientContext } from './client-context.ts';
import { Passage } from './gates.ts';
import { mostSends } from './most-sends.ts';
import type { Target } from './target.ts';
import { verdictOf } from './verdict-of.ts';

/** A part of the strategy threw. */
export const crash: Outcome = { class: 'unknown', reason: 'crashed' };

/** The wait for an attempt's end: the request's own process is listener, guard timer and waiter in one. */
export const flight: Effect = {
  start: (process) => (process as AttemptRun).launch(),
  cancel: (process) => (process as AttemptRun).abandon(),
};

/** A request's attempts, one after another: each is sent, guarded by one timer, and accounted for. */
export abstract class AttemptRun extends Process implements Listener {
  readonly client: ClientContext;
  readonly request: Request;
  readonly deadlineAt: Micros;
  onFirst: ((at: Micros) => void) | undefined;
  /** Outcome of the last attempt that ended. */
  last: Outcome | undefined;
  /** Outcome of the first attempt; its class is kept when every target refused. */
  firstOutcome: Outcome | undefined;
  facts: WireFacts | undefined;
  tokens = 0;
  /** Sends per target, in route order; `earlier` are those made for the same request on an outer client's earlier tries. */
  readonly sends: number[];
  earlier: readonly number[] | undefined;
  totalSends = 0;
  position = 0;
  sentAt: Micros = 0;
  endedAt: Micros = 0;
  firstTokenAt: Micros | undefined;
  protected readonly passage: Passage | undefined;
  protected flying = false;
  protected why: CancelReason = 'caller';
  private sent: Sent | undefined;
  /** When a bound ends the attempt under way; Infinity: never. */
  private guard: Micros = Number.POSITIVE_INFINITY;
  /** The transport has said when the attempt ends, so the guard is final. */
  private known = false;

  constructor(client: ClientContext, request: Request, deadlineAt: Micros) {
    super(client.clock);
    this.client = client;
    this.request = request;
    this.deadlineAt = deadlineAt;
    this.sends = client.noneSent.slice();
    this.passage = client.gates && new Passage(client.gates, request);
  }

  /** Stops the request for the caller; returns the tokens produced until now. */
  abort(why: CancelReason): number {
    this.why = why;
    this.cancel();
    return this.tokens;
  }

  /** Sends the attempt and arms the one guard timer for the earliest bound. */
  launch(): void {
    const { parts, targets, clock, observer } = this.client;
    const { position, request } = this;
    if (this.totalSends >= mostSends)
      throw new CodedError('livelock', `request ${request.entity} was sent ${mostSends} times without an end`);
    const target = targets[position] as Target;
    const number = this.number(position);
    this.sends[position] = (this.sends[position] as number) + 1;
    this.totalSends += 1;
    this.sentAt = clock.now();
    this.firstTokenAt = undefined;
    this.facts = undefined;
    this.tokens = 0;
    this.flying = true;
    this.client.permits?.[position]?.flying(1);
    this.passage?.sent(position, this.sentAt / 1000);
    observer?.sent(request, target.name, number);
    const attempt: Attempt = {
      request,
      target: target.name,
      number,
      maxHeaderMs: parts.timeouts.headers,
      maxIdleMs: parts.timeouts.idle,
      watchFirst: this.onFirst !== undefined || (parts.timeouts.firstToken !== undefined && request.stream),
    };
    this.known = false;
    const sent = target.send(attempt, this);
    if (!this.flying) {
      // Stopped by its caller while it was being sent.
      if (this.over) sent.cancel(this.why);
      return;
    }
    this.sent = sent;
    if (!this.known) this.guard = this.guardAt(this.firstTokenAt === undefined);
    if (this.guard < Number.POSITIVE_INFINITY) clock.arm(this, this.guard, eventClass.timeout);
  }

  /** Says when the bounds that come before what is foreseen end the attempt; an end that comes first needs no timer. */
  foreseen(firstAt: Micros, endAt: Micros): boolean {
    const guard = this.guardAt(true);
    const later = this.guardAt(false);
    this.known = true;
    this.guard = firstAt > guard ? guard : later;
    if (endAt <= this.guard) this.guard = Number.POSITIVE_INFINITY;
    if (this.sent !== undefined) this.armGuard();
    return this.onFirst === undefined;
  }

  private armGuard(): void {
    if (this.guard < Number.POSITIVE_INFINITY) this.clock.arm(this, this.guard, eventClass.timeout);
    else this.clock.disarm(this);
  }

  first(at: Micros): void {
    if (!this.flying) return;
    this.firstTokenAt = at;
    this.onFirst?.(at);
    if (this.known || !this.armed) return;
    this.guard = this.guardAt(false);
    this.armGuard();
  }

  end(result: End): void {
    if (!this.flying) return;
    this.clock.disarm(this);
    this.facts = result.facts;
    this.tokens = result.tokens;
    let outcome: Outcome;
    try {
      outcome = this.client.parts.classify(result.facts);
    } catch (error) {
      if (this.client.crashed === undefined) throw error;
      this.client.crashed(error);
      outcome = crash;
    }
    this.landed(outcome);
  }

  /** The sleep is over, or, in flight, a bound has passed. */
  override fire(): void {
    if (!this.flying) {
      super.fire();
      return;
    }
    const { timeouts } = this.client.parts;
    const now = this.clock.now();
    if (now >= this.deadlineAt) {
      this.tokens = this.sent?.cancel('deadline') ?? 0;
      this.landed({ class: 'cancelled', reason: 'deadline' });
      return;
    }
    this.tokens = this.sent?.cancel('timeout') ?? 0;
    const total = timeouts.attempt !== undefined && now >= this.sentAt + Math.round(timeouts.attempt * 1000);
    this.landed({ class: 'timeout', reason: total ? 'attempt' : 'firstToken' });
  }

  /** The request is cancelled while an attempt is under way. */
  abandon(): void {
    this.tokens = this.sent?.cancel(this.why) ?? 0;
    this.account({ class: 'cancelled', reason: this.why });
  }

  private landed(outcome: Outcome): void {
    this.account(outcome);
    this.resume(undefined);
  }

  protected account(outcome: Outcome): void {
    const { observer, targets } = this.client;
    const permits = this.client.permits?.[this.position];
    this.flying = false;
    this.sent = undefined;
    this.endedAt = this.clock.now();
    this.last = outcome;
    this.firstOutcome ??= outcome;
    const target = targets[this.position] as Target;
    observer?.ended(this.request, target.name, this.number(this.position) - 1, outcome, this.tokens, this.facts);
    if (permits === undefined && this.passage === undefined) return;
    const nowMs = this.endedAt / 1000;
    const durationMs = (this.endedAt - this.sentAt) / 1000;
    const verdict = verdictOf(outcome);
    this.passage?.ended(this.position, { nowMs, durationMs, outcome, verdict, facts: this.facts });
    permits?.ended({ nowMs, durationMs, inFlight: permits.inFlight, verdict });
    permits?.flying(-1);
  }

  /** Sends per target, those before this run included. */
  sendsSoFar(): number[] {
    return this.sends.map((_, position) => this.number(position));
  }

  /** Sends to this target over all layers: the n of the attempt's luck. */
  protected number(position: number): number {
    return (this.sends[position] as number) + (this.earlier?.[position] ?? 0);
  }

  private guardAt(beforeFirst: boolean): Micros {
    const { timeouts } = this.client.parts;
    let at = this.deadlineAt;
    if (timeouts.attempt !== undefined) at = Math.min(at, this.sentAt + Math.round(timeouts.attempt * 1000));
    if (beforeFirst && this.request.stream && timeouts.firstToken !== undefined)
      at = Math.min(at, this.sentAt + Math.round(timeouts.firstToken * 1000));
    return at;
  }
}
