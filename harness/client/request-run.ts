import { type GaveUpReason, hardClasses, type Outcome, type RequestClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { Effect, Waiting } from '../../sim/kernel/process.ts';
import type { Request, WireFacts } from '../../sim/kernel/transport.ts';
import type { Past, RetryDecision } from '../strategy/retry/retry.ts';
import { AttemptRun, crash, flight } from './attempt-run.ts';
import { type Choice, Choices } from './choices.ts';
import type { ClientContext } from './client-context.ts';
import type { Passage } from './gates.ts';
import type { Permits } from './permits.ts';
import type { Target } from './target.ts';

/** One request on its way through a client. Fields are facts for whoever records it; only this class writes them. */
export class RequestRun extends AttemptRun {
  private readonly done: (run: RequestRun) => void;
  /** The request of the client above, whose attempt this is: what is waited here is waited there. */
  above: RequestRun | undefined;
  class: RequestClass = 'unknown';
  reason = '';
  gaveUp: GaveUpReason = 'none';
  /** Its place in the line of parked requests, and how long it may stay there; undefined: it never was there. */
  parked: { readonly place: number; readonly until: Micros } | undefined;
  /** Sends before it was last taken from there. */
  private sendsBefore = 0;
  /** Waited for permits, and between attempts; here and in the clients underneath. */
  queueWait: Micros = 0;
  backoff: Micros = 0;
  private pausedIn: 'queueWait' | 'backoff' = 'backoff';
  private pausedAt: Micros = -1;
  private choicesMade: Choices | undefined;
  /** Who gave its permit, to whom it goes back; undefined: it has none. */
  private permit: Permits | undefined;

  constructor(client: ClientContext, request: Request, deadlineAt: Micros, done: (run: RequestRun) => void) {
    super(client, request, deadlineAt);
    this.done = done;
  }

  protected *life(): Generator<Waiting, void, unknown> {
    const { parts, clock } = this.client;
    const { passage } = this;
    let position = passage === undefined ? this.beginning() : -1;
    try {
      if (passage !== undefined) {
        if (!passage.begin(clock.now() / 1000)) return this.settle('shed', 'budget', 'budget');
        position = yield* this.enter(passage, this.choices.next(-1, true));
        if (position < 0) return;
      }
      for (;;) {
        const permits = this.client.permits?.[position];
        if (permits !== this.permit) this.release();
        if (permits !== undefined && this.permit === undefined) {
          if (permits.take()) this.permit = permits;
          else if (!permits.hasRoom) return this.settle('shed', 'queue full', 'shed');
          else {
            this.pause('queueWait');
            const patience = Math.min(parts.queueMaxWait, this.deadlineAt - clock.now());
            if ((yield permits.wait(patience, this.deadlineAt, this.request.urgent !== false)) === true) this.permit = permits;
            this.goOn();
            // A permit that comes with the deadline is no use any more.
            if (clock.now() >= this.deadlineAt) return this.settle('deadline', 'queue', 'deadline');
            if (this.permit === undefined) return this.settle('shed', 'queue time', 'shed');
          }
        }
        if (passage !== undefined) {
          const pace = Math.round(passage.reserve(clock.now() / 1000) * 1000);
          if (pace > 0 && (yield* this.pausing('queueWait', pace))) return this.settle('deadline', 'pace', 'deadline');
        }
        this.position = position;
        yield flight;
        const outcome = this.last as Outcome;
        if (parts.hold === 'attempt') this.release();
        if (outcome.class === 'ok') {
          this.client.parking?.succeeded();
          return this.settle('ok', outcome.reason, 'none');
        }
        if (this.endedAt >= this.deadlineAt && outcome.class === 'cancelled') return this.settle('deadline', 'attempt', 'deadline');
        const next = this.next(outcome);
        if (next === undefined) {
          const wait = this.park(outcome);
          if (wait === undefined) return;
          this.release();
          this.pause('queueWait');
          const turn = (yield wait) === true;
          this.goOn();
          this.endedAt = clock.now();
          if (this.endedAt >= this.deadlineAt) return this.settle('deadline', 'park', 'deadline');
          if (!turn) return;
          this.beginAgain();
          position = passage === undefined ? this.beginning() : yield* this.enter(passage, this.choices.next(-1, true));
          if (position < 0) return;
          continue;
        }
        position = next.position;
        const now = clock.now();
        // A probe that lets this request through may itself wait for its permit.
        if (parts.waitsForBreakers && passage?.opensLater(position, now / 1000) === true) this.release();
        const wake = Math.min(now + Math.round(next.waitMs * 1000), this.deadlineAt);
        this.pause('backoff');
        // Even without a wait it comes after every completion of this instant: what these free can serve it.
        yield wake - now;
        this.goOn();
        if (wake >= this.deadlineAt) return this.settle('deadline', 'backoff', 'deadline');
        if (passage !== undefined) position = yield* this.enter(passage, { position, waitMs: 0 });
        if (position < 0) return;
      }
    } finally {
      this.release();
      passage?.finish(clock.now() / 1000);
    }
  }

  /**
   * From a choice to a target whose breaker lets an attempt through; −1 when the request has ended. A target whose breaker
   * has closed the door in between is not asked again, unless requests wait for breakers.
   */
  private *enter(passage: Passage, chosen: Choice | undefined): Generator<Waiting, number, unknown> {
    for (let next = chosen; ; next = this.choices.next(next.position, true)) {
      if (next === undefined) {
        this.settle(this.last?.class ?? 'shed', this.last?.reason ?? this.nowhere(), 'noTarget');
        return -1;
      }
      // As after a failed attempt.
      if (next.waitMs > 0 && this.client.parts.waitsForBreakers) this.release();
      // A wait that is shorter than the grain of times takes one: a breaker that opens within it refuses until then.
      if (next.waitMs > 0 && (yield* this.pausing('backoff', Math.max(1, Math.round(next.waitMs * 1000))))) {
        this.settle('deadline', 'backoff', 'deadline');
        return -1;
      }
      const nowMs = this.client.clock.now() / 1000;
      if (passage.admit(next.position, nowMs)) return next.position;
      // One that refuses and says that it opens now would be asked at this instant for ever.
      if (!this.client.parts.waitsForBreakers || !passage.opensLater(next.position, nowMs)) this.choices.open[next.position] = false;
    }
  }

  /** Why a request is sent nowhere from the start: what leaves out the first target of its route. */
  private nowhere(): string {
    return this.choices.whyNot(0, this.client.clock.now() / 1000) ?? 'breaker';
  }

  /** Waits; true when the deadline came first. */
  private *pausing(what: 'queueWait' | 'backoff', wait: Micros): Generator<Waiting, boolean, unknown> {
    const now = this.client.clock.now();
    const wake = Math.min(now + wait, this.deadlineAt);
    this.pause(what);
    yield wake - now;
    this.goOn();
    return wake >= this.deadlineAt;
  }

  /** Where the request begins when there are no gates. */
  private beginning(): number {
    const { client } = this;
    if (client.openFor(this.request) === client.allOpen) return client.firstPosition;
    return this.choices.next(-1, true)?.position ?? client.firstPosition;
  }

  private pause(what: 'queueWait' | 'backoff'): void {
    this.pausedIn = what;
    this.pausedAt = this.clock.now();
  }

  /** The pause is over, if there was one. */
  private goOn(): void {
    if (this.pausedAt < 0) return;
    const waited = this.clock.now() - this.pausedAt;
    this.pausedAt = -1;
    this[this.pausedIn] += waited;
    for (let run = this.above; run !== undefined; run = run.above) run[this.pausedIn] += waited;
  }

  /** A wait in the line of those who are tried again; undefined when the failure is for good or the line is full. */
  private park({ class: failure }: Outcome): Effect | undefined {
    const { parking, parts, clock } = this.client;
    const { park } = parts;
    if (parking === undefined || park === undefined || this.gaveUp === 'hard' || !parts.movesOn(failure)) return undefined;
    if (!parking.hasRoom(this.parked?.place)) return undefined;
    this.parked ??= { place: parking.place(), until: clock.now() + park.maxWait };
    return parking.wait(this.parked.place, Math.min(this.parked.until, this.deadlineAt) - clock.now());
  }

  /** From the top of the route, with all tries and waits that a new request has; the luck of sends goes on. */
  private beginAgain(): void {
    this.earlier = this.sendsSoFar();
    this.sends.fill(0);
    this.sendsBefore = this.totalSends;
    this.choicesMade = undefined;
  }

  /** Another send after this failure: where, and after which wait; undefined when the request has ended. */
  private next(outcome: Outcome): Choice | undefined {
    const { parts, targets } = this.client;
    const { position, passage } = this;
    const facts = this.facts ?? { how: 'silent', afterTokens: this.firstTokenAt === undefined ? 0 : this.tokens, complete: false };
    // A plain reply reaches the caller whole or not at all.
    const committed = facts.afterTokens > 0 && facts.how !== 'reply' && parts.afterFirstToken === 'fail';
    const decision = this.decide(outcome, facts);
    const { choices } = this;
    choices.open[position] = 'waitMs' in decision && !committed;
    choices.failures[position] = { at: this.endedAt, decision, delayMs: choices.failures[position]?.delayMs ?? 0 };
    const spent = committed || this.totalSends - this.sendsBefore >= (parts.totalAttempts ?? Number.POSITIVE_INFINITY);
    const moveOn = !spent && parts.movesOn(outcome.class);
    choices.waitedEnough = false;
    const next = spent ? undefined : choices.next(position, moveOn);
    if (next !== undefined) {
      if (passage === undefined || passage.afford(outcome, this.endedAt / 1000)) return next;
      this.settle(outcome.class, outcome.reason, 'budget');
      return undefined;
    }
    const gaveUp = committed || hardClasses.has(outcome.class) ? 'hard' : choices.waitedEnough ? 'totalWait' : whyNot(decision, spent);
    const fits = this.client.openFor(this.request);
    const refused = targets.length > 1 && moveOn && this.sends.every((sends, at) => sends > 0 || fits[at] === false);
    if (refused) this.settle('exhausted', this.firstOutcome?.class ?? outcome.class, gaveUp);
    else this.settle(outcome.class, outcome.reason, gaveUp);
    return undefined;
  }

  private decide(outcome: Outcome, facts: WireFacts): RetryDecision {
    const { parts, targets } = this.client;
    const { position } = this;
    const { luck } = targets[position] as Target;
    const { entity } = this.request;
    const n = this.number(position) - 1;
    const past: Past = {
      attempt: this.sends[position] as number,
      totalAttempts: this.totalSends - this.sendsBefore,
      totalWaitMs: this.choices.totalWaitMs,
      previousDelayMs: this.choices.failures[position]?.delayMs ?? 0,
      previousUniform: this.choices.failures[position] === undefined ? undefined : luck.uniform(entity, 2 * n - 2),
      outcome,
    };
    // Without a hint nobody looks at its jitter.
    const hintUniform = facts.retryAfterMs === undefined ? 0.5 : luck.uniform(entity, 2 * n + 1);
    return parts.decide(past, facts, luck.uniform(entity, 2 * n), hintUniform);
  }

  /** Made when the first attempt fails, or before it where there are gates. */
  private get choices(): Choices {
    this.choicesMade ??= new Choices(this.client, this.request, this.sends, this.passage);
    return this.choicesMade;
  }

  protected finished(cancelled: boolean): void {
    if (cancelled) {
      this.goOn();
      this.class = 'cancelled';
      this.reason = this.why;
      this.endedAt = this.clock.now();
    }
    this.done(this);
  }

  protected override crashed(error: unknown): void {
    const { crashed } = this.client;
    if (crashed === undefined) throw error;
    crashed(error);
    if (this.flying) this.account(crash);
    this.settle(crash.class, crash.reason, 'hard');
    this.done(this);
  }

  private release(): void {
    const { permit } = this;
    this.permit = undefined;
    permit?.release();
  }

  private settle(outcome: RequestClass, reason: string, gaveUp: GaveUpReason): void {
    this.class = outcome;
    this.reason = reason;
    this.gaveUp = gaveUp;
    this.endedAt = this.clock.now();
  }
}

function whyNot(decision: RetryDecision, spent: boolean): GaveUpReason {
  if ('giveUp' in decision) return decision.giveUp;
  return spent ? 'attempts' : 'noTarget';
}
