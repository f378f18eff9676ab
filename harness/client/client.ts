import { type GaveUpReason, hardClasses, type Outcome, type RequestClass } from '../../reports/result/outcome.ts';
import { type Clock, eventClass, type Micros } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import { type Effect, Process, type Waiting } from '../../sim/kernel/process.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import type { Attempt, CancelReason, End, Listener, Request, Send, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import type { Parts } from '../strategy/create.ts';
import type { Past, RetryDecision } from '../strategy/retry/retry.ts';
import type { Route, RouteDecision, RoutePast } from '../strategy/route/route.ts';
import { type Gates, Passage } from './gates.ts';
import { mostSends } from './most-sends.ts';
import { Parking } from './parking.ts';
import type { Permits } from './permits.ts';

/** One place a client can send to. */
export interface Target {
  readonly name: string;
  readonly send: Send;
  /** Tokens of input and answer together that it takes at most; undefined: no bound is known. */
  readonly context?: number | undefined;
  /** Jitter of waits after a failure on this target, keyed (entity, 2n) and of hints (entity, 2n + 1). */
  readonly luck: Stream;
}

/**
 * Who counts. Attempts are reported by the client that makes them, requests by the one that was asked. A copy is sent beside an
 * attempt that has not answered yet; of an attempt and its copies all ends but the last are those of copies.
 */
export interface Observer {
  sent(request: Request, target: string, number: number, copy?: boolean): void;
  /** `facts` are undefined when the client itself ended the attempt. */
  ended(
    request: Request,
    target: string,
    number: number,
    outcome: Outcome,
    tokens: number,
    facts: WireFacts | undefined,
    copy?: boolean,
  ): void;
}

export interface ClientOptions {
  readonly clock: Clock;
  readonly parts: Parts;
  readonly route: Route;
  /** In the order of the route. */
  readonly targets: readonly Target[];
  /** By position of the route; one and the same at all of them unless each target has its own limit. */
  readonly permits: readonly Permits[] | undefined;
  /** Undefined for a strategy without budget, pace and breaker whose route neither learns nor draws. */
  readonly gates: Gates | undefined;
  readonly observer: Observer | undefined;
  /** Hears what a request's parts threw; the request then ends as `unknown`. Without it the error is thrown. */
  readonly crashed?: ((error: unknown) => void) | undefined;
}

/** One simulated client: the only loop there is. Strategy parts decide, this acts (MODEL section 7 fixes the order). */
export class Client {
  readonly clock: Clock;
  readonly parts: Parts;
  readonly route: Route;
  readonly targets: readonly Target[];
  readonly permits: readonly Permits[] | undefined;
  readonly gates: Gates | undefined;
  readonly observer: Observer | undefined;
  readonly crashed: ((error: unknown) => void) | undefined;
  readonly parking: Parking | undefined;
  /** Where every request starts, for there is no past yet; not known beforehand where there are gates. */
  readonly firstPosition: number;
  /** Per target, before the first send; copied, which is cheaper than filled. */
  readonly noneSent: readonly number[];
  readonly allOpen: readonly boolean[];
  /** The least context of all targets, tokens. */
  private readonly leastContext: number;
  /** Sends so far for work that is asked of us again: by a client above, or as a job that has failed. */
  private readonly sendsOf = new WeakMap<object, number[]>();

  constructor(options: ClientOptions) {
    this.clock = options.clock;
    this.parts = options.parts;
    this.targets = options.targets;
    this.route = options.route;
    this.permits = options.permits;
    this.gates = options.gates;
    this.observer = options.observer;
    this.crashed = options.crashed;
    const { park } = this.parts;
    this.parking = park && new Parking({ clock: this.clock, length: park.length, every: park.every });
    this.noneSent = this.targets.map(() => 0);
    this.allOpen = this.targets.map(() => true);
    this.leastContext = Math.min(...this.targets.map(({ context = Number.POSITIVE_INFINITY }) => context));
    const past = { sends: this.noneSent, open: this.allOpen, last: -1, moveOn: true, nowMs: 0, uniform: 0.5 };
    this.firstPosition = this.gates === undefined ? (this.route.next(past)?.position ?? 0) : -1;
  }

  /** Targets that can take the request; all when none can, so that one of them says so. */
  openFor({ inputTokens, maxTokens }: Request): readonly boolean[] {
    const tokens = inputTokens + maxTokens;
    if (tokens <= this.leastContext) return this.allOpen;
    const open = this.targets.map(({ context = Number.POSITIVE_INFINITY }) => tokens <= context);
    return open.includes(true) ? open : this.allOpen;
  }

  /**
   * Drives one request to its outcome. `deadlineAt` is an instant of the clock (Infinity: none). `done` is called once,
   * perhaps before this returns.
   */
  begin(request: Request, deadlineAt: Micros, done: (run: RequestRun) => void): RequestRun {
    const run = new RequestRun(this, request, deadlineAt, request.work === undefined ? done : this.noting(request.work, done));
    if (request.work !== undefined) this.countOn(run, request.work);
    run.start();
    return run;
  }

  private noting(work: object, done: (run: RequestRun) => void): (run: RequestRun) => void {
    return (ended) => {
      this.sendsOf.set(work, ended.sendsSoFar());
      done(ended);
    };
  }

  private countOn(run: RequestRun, work: object): void {
    run.earlier = this.sendsOf.get(work);
  }

  /** This client as a transport: what stacks one client's retries over another's. */
  readonly send: Send = (attempt: Attempt, listener: Listener): Sent => {
    const { request } = attempt;
    const work = request.work ?? request;
    let told = false;
    const tellFirst = (at: Micros | undefined): void => {
      if (told || at === undefined) return;
      told = true;
      listener.first(at);
    };
    const run = new RequestRun(this, request, Number.POSITIVE_INFINITY, (ended) => {
      this.sendsOf.set(work, ended.sendsSoFar());
      tellFirst(ended.firstTokenAt);
      if (ended.class !== 'cancelled') listener.end({ facts: ended.facts ?? factsOf(ended), tokens: ended.tokens });
    });
    run.onFirst = attempt.watchFirst === true ? tellFirst : undefined;
    run.above = listener instanceof RequestRun ? listener : undefined;
    this.countOn(run, work);
    run.start();
    return {
      cancel: (why) => run.abort(why),
    };
  };
}

/** What a client above sees of a request whose last attempt this one ended itself, or that was never sent. */
function factsOf(run: RequestRun): WireFacts {
  if (run.last?.class !== 'timeout') return { how: 'local', errorCode: run.class, afterTokens: 0, complete: false };
  if (run.firstTokenAt === undefined) return { how: 'silent', afterTokens: 0, complete: false };
  return { how: 'silent', status: 200, afterTokens: run.tokens, complete: false };
}

/** A part of the strategy threw. */
const crash: Outcome = { class: 'unknown', reason: 'crashed' };

/** The wait for an attempt's end: the request's own process is listener, guard timer and waiter in one. */
const flight: Effect = {
  start: (process) => (process as RequestRun).launch(),
  cancel: (process) => (process as RequestRun).abandon(),
};

/** Where to send next, after which wait. */
interface Choice {
  readonly position: number;
  readonly waitMs: number;
}

type Decision = NonNullable<RouteDecision>;

/** Per target, in route order. */
interface Tries {
  /** Can be sent to (again). */
  readonly open: boolean[];
  readonly failures: (Failure | undefined)[];
}

/** The last failure on a target. */
interface Failure {
  readonly at: Micros;
  /** What the retry rule said. */
  readonly decision: RetryDecision;
  /** The backoff part of the last wait for the target, ms. */
  delayMs: number;
}

/** One request on its way through a client. Fields are facts for whoever records it; only this class writes them. */
export class RequestRun extends Process implements Listener {
  readonly client: Client;
  readonly request: Request;
  readonly deadlineAt: Micros;
  private readonly done: (run: RequestRun) => void;
  onFirst: ((at: Micros) => void) | undefined;
  /** The request of the client above, whose attempt this is: what is waited here is waited there. */
  above: RequestRun | undefined;
  class: RequestClass = 'unknown';
  reason = '';
  gaveUp: GaveUpReason = 'none';
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
  /** Its place in the line of parked requests, and how long it may stay there; undefined: it never was there. */
  parked: { readonly place: number; readonly until: Micros } | undefined;
  /** Sends before it was last taken from there. */
  private sendsBefore = 0;
  position = 0;
  sentAt: Micros = 0;
  endedAt: Micros = 0;
  firstTokenAt: Micros | undefined;
  /** Waited for permits, and between attempts; here and in the clients underneath. */
  queueWait: Micros = 0;
  backoff: Micros = 0;
  private pausedIn: 'queueWait' | 'backoff' = 'backoff';
  private pausedAt: Micros = -1;
  private totalWaitMs = 0;
  /** The last choice left out a target whose wait is too long for `totalWait`. */
  private waitedEnough = false;
  private readonly passage: Passage | undefined;
  private triesMade: Tries | undefined;
  private sent: Sent | undefined;
  private flying = false;
  /** When a bound ends the attempt under way; Infinity: never. */
  private guard: Micros = Number.POSITIVE_INFINITY;
  /** The transport has said when the attempt ends, so the guard is final. */
  private known = false;
  /** Who gave its permit, to whom it goes back; undefined: it has none. */
  private permit: Permits | undefined;
  private why: CancelReason = 'caller';

  constructor(client: Client, request: Request, deadlineAt: Micros, done: (run: RequestRun) => void) {
    super(client.clock);
    this.client = client;
    this.request = request;
    this.deadlineAt = deadlineAt;
    this.done = done;
    this.sends = client.noneSent.slice();
    this.passage = client.gates && new Passage(client.gates, request);
  }

  /** Stops the request for the caller; returns the tokens produced until now. */
  abort(why: CancelReason): number {
    this.why = why;
    this.cancel();
    return this.tokens;
  }

  protected *life(): Generator<Waiting, void, unknown> {
    const { parts, clock } = this.client;
    const { passage } = this;
    let position = passage === undefined ? this.beginning() : -1;
    try {
      if (passage !== undefined) {
        if (!passage.begin(clock.now() / 1000)) return this.settle('shed', 'budget', 'budget');
        position = yield* this.enter(passage, this.choose(-1, true));
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
          position = passage === undefined ? this.beginning() : yield* this.enter(passage, this.choose(-1, true));
          if (position < 0) return;
          continue;
        }
        position = next.position;
        const now = clock.now();
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
    for (let next = chosen; ; next = this.choose(next.position, true)) {
      if (next === undefined) {
        this.settle(this.last?.class ?? 'shed', this.last?.reason ?? 'breaker', 'noTarget');
        return -1;
      }
      if (next.waitMs > 0 && (yield* this.pausing('backoff', Math.round(next.waitMs * 1000)))) {
        this.settle('deadline', 'backoff', 'deadline');
        return -1;
      }
      const nowMs = this.client.clock.now() / 1000;
      if (passage.admit(next.position, nowMs)) return next.position;
      // One that refuses and says that it opens now would be asked at this instant for ever.
      if (!this.client.parts.waitsForBreakers || !passage.opensLater(next.position, nowMs)) this.tries.open[next.position] = false;
    }
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
    return this.choose(-1, true)?.position ?? client.firstPosition;
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
    this.totalWaitMs = 0;
    this.triesMade = undefined;
  }

  /** Another send after this failure: where, and after which wait; undefined when the request has ended. */
  private next(outcome: Outcome): Choice | undefined {
    const { parts, targets } = this.client;
    const { position, passage } = this;
    const facts = this.facts ?? { how: 'silent', afterTokens: this.firstTokenAt === undefined ? 0 : this.tokens, complete: false };
    // A plain reply reaches the caller whole or not at all.
    const committed = facts.afterTokens > 0 && facts.how !== 'reply' && parts.afterFirstToken === 'fail';
    const decision = this.decide(outcome, facts);
    const tries = this.tries;
    tries.open[position] = 'waitMs' in decision && !committed;
    tries.failures[position] = { at: this.endedAt, decision, delayMs: tries.failures[position]?.delayMs ?? 0 };
    const spent = committed || this.totalSends - this.sendsBefore >= (parts.totalAttempts ?? Number.POSITIVE_INFINITY);
    const moveOn = !spent && parts.movesOn(outcome.class);
    this.waitedEnough = false;
    const next = spent ? undefined : this.choose(position, moveOn);
    if (next !== undefined) {
      if (passage === undefined || passage.afford(outcome, this.endedAt / 1000)) return next;
      this.settle(outcome.class, outcome.reason, 'budget');
      return undefined;
    }
    const gaveUp = committed || hardClasses.has(outcome.class) ? 'hard' : this.waitedEnough ? 'totalWait' : whyNot(decision, spent);
    const fits = this.client.openFor(this.request);
    const refused = targets.length > 1 && moveOn && this.sends.every((sends, at) => sends > 0 || fits[at] === false);
    if (refused) this.settle('exhausted', this.firstOutcome?.class ?? outcome.class, gaveUp);
    else this.settle(outcome.class, outcome.reason, gaveUp);
    return undefined;
  }

  /** Where the route goes from `last` (−1: nowhere was sent to), and after which wait; undefined: nowhere. */
  private choose(last: number, moveOn: boolean): Choice | undefined {
    const { route, clock, parts } = this.client;
    const { sends, passage } = this;
    const { open } = this.tries;
    const nowMs = clock.now() / 1000;
    const uniform = passage?.uniform ?? 0.5;
    for (;;) {
      const past = { sends, open: passage?.passable(open, nowMs) ?? open, last, moveOn, nowMs, uniform };
      const decision = route.next(past) ?? (parts.waitsForBreakers ? this.afterOpening({ ...past, open }) : undefined);
      if (decision === undefined) return undefined;
      const waitMs = this.waitFor(decision, nowMs);
      if (waitMs !== undefined) return { position: decision.position, waitMs };
      this.waitedEnough = true;
      open[decision.position] = false;
    }
  }

  /** Where the route goes once breakers let attempts through again that do not now. */
  private afterOpening(past: RoutePast): RouteDecision {
    const { passage } = this;
    const { route } = this.client;
    if (passage === undefined) return undefined;
    for (const atMs of passage.openings(past.open, past.nowMs)) {
      const decision = route.next({ ...past, open: passage.passable(past.open, past.nowMs, atMs) });
      if (decision !== undefined) return { ...decision, notBeforeMs: Math.max(atMs, decision.notBeforeMs ?? atMs) };
    }
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
      totalWaitMs: this.totalWaitMs,
      previousDelayMs: this.tries.failures[position]?.delayMs ?? 0,
      previousUniform: this.tries.failures[position] === undefined ? undefined : luck.uniform(entity, 2 * n - 2),
      outcome,
    };
    // Without a hint nobody looks at its jitter.
    const hintUniform = facts.retryAfterMs === undefined ? 0.5 : luck.uniform(entity, 2 * n + 1);
    return parts.decide(past, facts, luck.uniform(entity, 2 * n), hintUniform);
  }

  /**
   * The wait before a send to this target: the one its retry rule gave, or what is left of the provider's own hint; the
   * route may ask for a longer one. Undefined when it does not fit into `totalWait` any more, because of waits for other
   * targets since.
   */
  private waitFor({ position, wait, notBeforeMs }: Decision, nowMs: number): number | undefined {
    const failure = this.tries.failures[position];
    const decision = failure?.decision;
    let waitMs = notBeforeMs === undefined ? 0 : Math.max(0, notBeforeMs - nowMs);
    if (failure !== undefined && decision !== undefined && 'waitMs' in decision)
      waitMs = Math.max(waitMs, wait ? decision.waitMs : decision.hintMs - (nowMs - failure.at / 1000));
    if (waitMs > 0 && this.totalWaitMs + waitMs > (this.client.parts.totalWait ?? Number.POSITIVE_INFINITY)) return undefined;
    this.totalWaitMs += waitMs;
    if (wait && failure !== undefined && decision !== undefined && 'delayMs' in decision) failure.delayMs = decision.delayMs;
    return waitMs;
  }

  /** What is known of the targets tried so far; made when the first attempt fails. */
  private get tries(): Tries {
    this.triesMade ??= { open: this.client.openFor(this.request).slice(), failures: [] };
    return this.triesMade;
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

  private landed(outcome: Outcome): void {
    this.account(outcome);
    this.resume(undefined);
  }

  private account(outcome: Outcome): void {
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

  /** Sends per target, those before this run included. */
  sendsSoFar(): number[] {
    return this.sends.map((_, position) => this.number(position));
  }

  /** Sends to this target over all layers: the n of the attempt's luck. */
  private number(position: number): number {
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

function whyNot(decision: RetryDecision, spent: boolean): GaveUpReason {
  if ('giveUp' in decision) return decision.giveUp;
  return spent ? 'attempts' : 'noTarget';
}

/** What an outcome says about capacity (MODEL section 6: hard errors and cancels are neutral). */
export function verdictOf(outcome: Outcome): 'success' | 'failure' | 'neutral' {
  if (outcome.class === 'ok') return 'success';
  return hardClasses.has(outcome.class) || outcome.class === 'cancelled' || outcome.class === 'client_resource' ? 'neutral' : 'failure';
}
