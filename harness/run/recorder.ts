import type { KeptRequest } from '../../reports/result/kept.ts';
import { attemptClasses, type GaveUpReason, gaveUpReasons, type Outcome, requestClasses } from '../../reports/result/outcome.ts';
import type { Clock } from '../../sim/kernel/clock.ts';
import type { Request, WireFacts } from '../../sim/kernel/transport.ts';
import type { AlarmWatch } from '../alarm/watch.ts';
import type { Observer } from '../client/observer.ts';
import type { Settled } from '../client/settled.ts';
import { Column } from './column.ts';
import { courseOf, mostSteps, stepEnded } from './course.ts';
import { FailedSample, Slowest } from './kept.ts';
import { RawLog } from './raw-log.ts';
import { steadyMicros } from './steadiness.ts';
import type { Ticket } from './ticket.ts';
import type { RawTimeline } from './timeline.ts';

/** What a recorder must know of a target. */
export interface TargetInfo {
  readonly name: string;
  readonly quality: number;
}

export interface RecorderOptions {
  readonly clock: Clock;
  readonly replication: number;
  /** Microseconds; the cohort arrives in [warmUp, end). */
  readonly warmUp: number;
  readonly end: number;
  /** All targets the strategy's attempts can go to, the route's first one first. */
  readonly targets: readonly TargetInfo[];
  readonly timeline: RawTimeline;
  readonly good: { readonly latency?: number | undefined; readonly firstToken?: number | undefined };
  /** The strategy lets requests wait for a permit or parks them: that is a figure. */
  readonly limited: boolean;
  readonly raw: boolean;
  /** Undefined: nothing alarms anybody. */
  readonly alarms?: AlarmWatch | undefined;
}

const burstMicros = 100_000;
/** `okByRetry` goes so far; later successes count at its end. */
const mostRetries = 50;

/** The client's side of the books: counts and raw samples of one replication. */
export class Recorder implements Observer {
  readonly options: RecorderOptions;
  /** Whole run, warm-up included: for the identities. */
  readonly totals = { ok: 0, failed: 0, sent: 0, answered: 0, cancelled: 0, open: 0 };
  readonly requests = { offered: 0, good: 0, byClass: zero(requestClasses) };
  readonly attempts = {
    sent: 0,
    byClass: zero(attemptClasses),
    byTarget: [] as number[],
    firstSent: 0,
    firstRefused: 0,
    capacityRefused: 0,
  };
  readonly patience = { queue: 0, wait: 0, attempt: 0 };
  readonly gaveUpBy: Record<GaveUpReason, number> = zero(gaveUpReasons);
  readonly columns = {
    latencyOk: new Column(),
    latencyFailed: new Column(),
    serviceMs: new Column(),
    queueWaitMs: new Column(),
    backoffMs: new Column(),
    firstTokenMs: new Column(),
    perTokenMs: new Column(),
    deferMs: new Column(),
    submitMs: new Column(),
  };
  readonly slowest = new Slowest();
  readonly failed = new FailedSample();
  readonly log: RawLog | undefined;
  /** Requests of the cohort without an outcome, and attempts of theirs without an end. */
  cohortOpen = 0;
  cohortAttemptsOpen = 0;
  goodCompletions = 0;
  costUsd = 0;
  tokensBilled = 0;
  tokensDelivered = 0;
  qualitySum = 0;
  fallbackOk = 0;
  firstCapacityRefused = 0;
  readonly okByRetry: number[] = [];
  peakAttempts = 0;
  peakRetries = 0;
  inFlightMax = 0;
  readonly steady: Uint32Array;
  private readonly clock: Clock;
  private readonly index: ReadonlyMap<string, number>;
  private readonly bucket: number;
  private readonly counted: RawTimeline['counted'];
  private readonly alarms: AlarmWatch | undefined;
  private burst = -1;
  private burstCount = 0;
  private burstRetries = 0;
  /** Σ of the ends of attempts minus Σ of their sends, microseconds. */
  private balance = 0;

  constructor(options: RecorderOptions) {
    this.options = options;
    this.clock = options.clock;
    this.index = new Map(options.targets.map((target, index) => [target.name, index]));
    this.counted = options.timeline.counted;
    this.alarms = options.alarms;
    this.bucket = options.timeline.bucketSeconds * 1e6;
    this.attempts.byTarget = options.targets.map(() => 0);
    this.steady = new Uint32Array(Math.ceil((options.end - options.warmUp) / steadyMicros));
    this.log = options.raw ? new RawLog(options.replication) : undefined;
  }

  /** The generator hands a request over. */
  arrived(ticket: Ticket): void {
    if (ticket.cohort) {
      this.requests.offered += 1;
      this.cohortOpen += 1;
    }
    this.count(this.counted.offered, ticket.arrivedAt);
    this.alarms?.book.arrived(ticket.arrivedAt / 1000);
    this.log?.arrived(ticket);
  }

  sent(request: Request, target: string, number: number, copy = false): void {
    const ticket = request as Ticket;
    const now = this.clock.now();
    const index = this.index.get(target) as number;
    ticket.attempts += 1;
    ticket.target = index;
    if (copy) ticket.copies += 1;
    else ticket.lastSentAt = now;
    this.totals.sent += 1;
    this.totals.open += 1;
    this.balance -= now;
    if (this.totals.open > this.inFlightMax) this.inFlightMax = this.totals.open;
    this.countBurst(now, ticket.attempts > 1);
    this.count(this.counted.attempts, now);
    this.alarms?.book.sent(now / 1000);
    this.log?.sent(ticket, target, number, now, copy);
    if (!ticket.cohort) return;
    this.cohortAttemptsOpen += 1;
    if (ticket.attempts <= mostSteps) this.step(ticket, target, number, now);
    this.attempts.sent += 1;
    this.attempts.byTarget[index] = (this.attempts.byTarget[index] as number) + 1;
    if (ticket.attempts > 1) return;
    this.attempts.firstSent += 1;
    this.count(this.counted.firstSent, now);
  }

  ended(
    request: Request,
    target: string,
    number: number,
    outcome: Outcome,
    tokens: number,
    facts: WireFacts | undefined,
    copy = false,
  ): void {
    const ticket = request as Ticket;
    const now = this.clock.now();
    const first = !copy && ticket.attempts - ticket.copies === 1;
    this.totals.open -= 1;
    if (facts === undefined) this.totals.cancelled += 1;
    else this.totals.answered += 1;
    this.balance += now;
    const refused = outcome.class === 'capacity';
    if (refused) this.count(this.counted.capacityRefused, now);
    this.log?.ended(ticket, target, number, now, outcome, tokens, facts);
    if (first && refused) ticket.firstCapacity = true;
    this.alarms?.ended(outcome.class, first, now / 1000);
    if (!ticket.cohort) return;
    this.cohortAttemptsOpen -= 1;
    if (ticket.steps !== undefined) stepEnded(ticket.steps, target, number, now, outcome.class);
    countClass(this.attempts.byClass, outcome.class);
    if (refused) this.attempts.capacityRefused += 1;
    if (!first || (!refused && outcome.class !== 'rate_limited')) return;
    this.attempts.firstRefused += 1;
    this.count(this.counted.firstRefused, now);
  }

  passedOver(request: Request, target: string, why: string): void {
    this.log?.goesPast(request as Ticket, target, this.clock.now(), why);
  }

  /** An admitted attempt of this request was billed. */
  billed(request: Request, tokens: number, usd: number): void {
    if (!(request as Ticket).cohort) return;
    this.tokensBilled += tokens;
    this.costUsd += usd;
  }

  /** The request has its outcome. */
  finished(ticket: Ticket, run: Settled): void {
    const now = run.endedAt;
    if (run.held !== undefined) ticket.dueAt += run.held;
    const latency = now - ticket.dueAt;
    const ok = run.class === 'ok';
    if (ok) this.totals.ok += 1;
    else this.totals.failed += 1;
    this.count(ok ? this.counted.ok : this.counted.failed, now);
    this.alarms?.book.finished(now / 1000, ok);
    this.log?.finished(ticket, run, this.targetOf(ticket));
    const good = ok && this.isGood(ticket, run, latency);
    if (ok) this.completed(now, good);
    if (good) this.count(this.counted.good, now);
    if (ticket.cohort) this.cohort(ticket, run, latency, good);
  }

  /** Σ over time of attempts in flight so far, attempt-microseconds. */
  inFlightArea(): number {
    return this.balance + this.totals.open * this.clock.now();
  }

  private cohort(ticket: Ticket, run: Settled, latency: number, good: boolean): void {
    const { columns } = this;
    const latencyMs = latency / 1000;
    this.cohortOpen -= 1;
    countClass(this.requests.byClass, run.class);
    if (run.gaveUp === 'none') this.gaveUpBy.none += 1;
    else this.gaveUpBy[run.gaveUp] += 1;
    if (good) this.requests.good += 1;
    if (this.options.limited) columns.queueWaitMs.push(run.queueWait / 1000);
    columns.backoffMs.push(run.backoff / 1000);
    if (run.held !== undefined) columns.deferMs.push(run.held / 1000);
    if (run.submit !== undefined) columns.submitMs.push(run.submit / 1000);
    if (ticket.firstCapacity) this.firstCapacityRefused += 1;
    if (run.class === 'ok') this.answered(ticket, run, latencyMs);
    else columns.latencyFailed.push(latencyMs);
    if (run.class === 'deadline') this.patience[longest(run, latency)] += 1;
    if (this.slowest.wants(latencyMs)) this.slowest.add(this.kept(ticket, run, latencyMs));
    if (run.class !== 'ok' && this.failed.next()) this.failed.add(this.kept(ticket, run, latencyMs));
  }

  private answered(ticket: Ticket, run: Settled, latencyMs: number): void {
    const { columns } = this;
    columns.latencyOk.push(latencyMs);
    columns.serviceMs.push(((run.answeredAt ?? run.endedAt) - ticket.lastSentAt) / 1000);
    const { firstTokenAt, tokens } = run;
    if (firstTokenAt !== undefined) {
      columns.firstTokenMs.push((firstTokenAt - ticket.dueAt) / 1000);
      if (ticket.stream && tokens > 1) columns.perTokenMs.push(((run.answeredAt ?? run.endedAt) - firstTokenAt) / 1000 / (tokens - 1));
    }
    this.tokensDelivered += tokens;
    this.qualitySum += this.options.targets[ticket.target]?.quality ?? 0;
    if (ticket.target !== 0) this.fallbackOk += 1;
    if (ticket.firstCapacity) {
      const retries = Math.min(mostRetries, ticket.attempts - ticket.copies - 1);
      while (this.okByRetry.length < retries) this.okByRetry.push(0);
      this.okByRetry[retries - 1] = (this.okByRetry[retries - 1] as number) + 1;
    }
  }

  private isGood(ticket: Ticket, run: Settled, latency: number): boolean {
    const { good } = this.options;
    if (good.latency !== undefined && latency > good.latency * 1000) return false;
    return good.firstToken === undefined || (run.firstTokenAt !== undefined && run.firstTokenAt - ticket.dueAt <= good.firstToken * 1000);
  }

  private completed(now: number, good: boolean): void {
    const { warmUp, end } = this.options;
    if (now < warmUp || now >= end) return;
    if (good) this.goodCompletions += 1;
    const bin = Math.floor((now - warmUp) / steadyMicros);
    this.steady[bin] = (this.steady[bin] as number) + 1;
  }

  private step(ticket: Ticket, target: string, send: number, sentAt: number): void {
    const step = { target, send, sentAt, endedAt: undefined, as: undefined };
    if (ticket.steps === undefined) ticket.steps = [step];
    else ticket.steps.push(step);
  }

  private kept(ticket: Ticket, run: Settled, latencyMs: number): KeptRequest {
    const { replication } = this.options;
    return {
      replication,
      entity: ticket.entity,
      arrivedMs: ticket.arrivedAt / 1000,
      latencyMs,
      outcome: run.class,
      attempts: ticket.attempts,
      target: this.targetOf(ticket),
      course: courseOf(ticket.steps ?? [], run, ticket.arrivedAt),
    };
  }

  private targetOf(ticket: Ticket): string {
    return ticket.attempts === 0 ? '' : (this.options.targets[ticket.target]?.name ?? '');
  }

  private count(counts: Float64Array, at: number): void {
    if (at >= this.options.end) return;
    const bucket = Math.floor(at / this.bucket);
    counts[bucket] = (counts[bucket] as number) + 1;
  }

  private countBurst(now: number, retry: boolean): void {
    const burst = Math.floor(now / burstMicros);
    if (burst !== this.burst) {
      this.burst = burst;
      this.burstCount = 0;
      this.burstRetries = 0;
    }
    this.burstCount += 1;
    if (this.burstCount > this.peakAttempts) this.peakAttempts = this.burstCount;
    if (!retry) return;
    this.burstRetries += 1;
    if (this.burstRetries > this.peakRetries) this.peakRetries = this.burstRetries;
  }
}

/** What took most of a request's time; a job that was not taken yet waits in its own queue. */
function longest({ queueWait, backoff, reason }: Settled, latency: number): keyof Recorder['patience'] {
  if (reason === 'submit') return 'queue';
  const attempts = latency - queueWait - backoff;
  if (queueWait >= backoff && queueWait >= attempts) return 'queue';
  return backoff >= attempts ? 'wait' : 'attempt';
}

/** The two classes that nearly all belong to are named: a key that varies costs several times as much. */
function countClass(counts: Record<string, number> & { ok: number; capacity: number }, name: string): void {
  if (name === 'ok') counts.ok += 1;
  else if (name === 'capacity') counts.capacity += 1;
  else counts[name] = (counts[name] ?? 0) + 1;
}

function zero<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
