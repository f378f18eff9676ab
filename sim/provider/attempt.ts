import type { Cause } from '../dialects/cause.ts';
import { limitsAfter } from '../dialects/reading/said-limits.ts';
import { type Clock, eventClass, Timer } from '../kernel/clock.ts';
import type { Stream } from '../kernel/random.ts';
import type { Attempt, CancelReason, Listener, Sent, WireFacts, WireLimits } from '../kernel/transport.ts';
import { type Answer, refusalOf } from './answer.ts';
import type { Counts } from './counts.ts';
import type { LostEffect, RefusingEffect, ServingEffect } from './faults/effect.ts';
import type { CapacityForm, Model } from './model.ts';
import { planOf } from './plan.ts';
import type { Waiter } from './pool.ts';

const never = Number.POSITIVE_INFINITY;

/** What an attempt needs to know of its provider. */
export interface Surroundings {
  readonly clock: Clock;
  /** Half the round trip, microseconds. */
  readonly half: number;
  readonly counts: Counts;
  /** The service quantile, keyed by the entity alone. */
  readonly service: Stream;
  /** An admitted attempt gave its slot back: what is billed for it. */
  readonly billed: (attempt: Attempt, model: Model, inputTokens: number, outputTokens: number) => void;
}

/** Where the attempt is. `returning`: the slot is given back, the end of the answer is on its way to the client. */
type State = 'travelling' | 'refusing' | 'queued' | 'serving' | 'returning' | 'over';

const silentBeforeHeaders: WireFacts = Object.freeze({ how: 'silent', afterTokens: 0, complete: false });

/**
 * One attempt's way through the provider (MODEL section 4). It is its own timer: half a round trip to the provider, then
 * quota, faults, capacity, service, and half a round trip back. The slot is held in between.
 */
export class ServedAttempt extends Timer implements Sent, Waiter {
  private readonly world: Surroundings;
  private readonly model: Model;
  private readonly attempt: Attempt;
  private listener: Listener | undefined;
  /** Told what is sent, and when; a server's alone. */
  private readonly answered: ((answer: Answer) => void) | undefined;
  private state: State = 'travelling';
  private readonly sentAt: number;
  private admittedAt = 0;
  private quotaAt = 0;
  private place: object | undefined;
  private effect: ServingEffect | undefined;
  /** Instants of the client: first token, end; and of the provider: the slot's return, the arrival of a cancel. */
  private firstAt = never;
  private endAt = never;
  private releaseAt = never;
  private cancelAt = never;
  /** Output tokens that reach the client, and the most the provider ever sends. */
  private tokens = 0;
  private most = 0;
  private step = 0;
  private firstAfter = 0;
  /** The slot comes back before the answer is whole, because the client left. */
  private cutShort = false;
  private natural: 'completed' | 'cutOrFailed' = 'completed';
  private facts: WireFacts | undefined;
  /** What its headers tell of the quota, at the provider's instant at which they were written. */
  private limits: WireLimits | undefined;
  private limitsAt = 0;
  /** The first token is an event of its own. */
  private announces: boolean;

  constructor(at: Surroundings, model: Model, attempt: Attempt, listener: Listener, answered?: (answer: Answer) => void) {
    super();
    this.world = at;
    this.model = model;
    this.attempt = attempt;
    this.listener = listener;
    this.answered = answered;
    this.announces = attempt.watchFirst === true;
    this.sentAt = at.clock.now();
  }

  /** Sends it on its way; without a round trip it arrives at once. */
  begin(): this {
    this.world.counts.travelling += 1;
    if (this.world.half === 0) this.arrive();
    else this.world.clock.arm(this, this.sentAt + this.world.half, eventClass.arrival);
    return this;
  }

  fire(): void {
    if (this.state === 'travelling') this.arrive();
    else if (this.state === 'queued') this.leaveQueue();
    else this.progress();
  }

  /** Takes the attempt away from its listener now; the provider hears of it half a round trip later. */
  cancel(_why: CancelReason): number {
    const { clock, half } = this.world;
    const now = clock.now();
    if (this.attempt.request.stream && now >= this.firstAt) this.listener?.first(this.firstAt);
    this.listener = undefined;
    this.cancelAt = now + half;
    const tokens = this.tokensBy(now + half);
    if (this.state === 'queued') this.watchQueue();
    else if (this.state === 'refusing' || this.state === 'returning') {
      clock.disarm(this);
      this.state = 'over';
    } else if (this.state === 'serving') {
      this.hangUp();
      this.endAt = never;
      this.firstAt = never;
      this.progress();
    }
    return tokens;
  }

  /** A slot of the pool is ours. */
  granted(): void {
    this.world.counts.queued -= 1;
    this.place = undefined;
    this.serve();
    // Not at once: a queue of answers that take no time would be served by recursion.
    const next = this.nextAt();
    if (next < never) this.world.clock.arm(this, next, eventClass.completion);
  }

  private arrive(): void {
    const { counts, clock } = this.world;
    const { request } = this.attempt;
    const model = this.model;
    const now = clock.now();
    counts.travelling -= 1;
    const effect = model.faultAt(now, this.attempt);
    if (effect?.kind === 'lost') {
      counts.lost += 1;
      this.refuse(effect, effect.facts, 0);
      return;
    }
    counts.arrived += 1;
    const hard = model.hardFault(request);
    if (hard !== undefined) {
      counts.hard += 1;
      this.refuse('context_length', hard, model.refuseAfter);
      return;
    }
    if (model.quota !== undefined) {
      const wait = model.quota.admit(now, request.inputTokens, request.maxTokens);
      if (wait !== 0) {
        if (wait === never) counts.hard += 1;
        else counts.quotaRefused += 1;
        this.refuse(model.quotaCause(wait), model.quotaFacts(wait), model.refuseAfter);
        return;
      }
      this.quotaAt = now;
    }
    if (effect?.kind === 'refuse') {
      counts.faulted += 1;
      this.giveQuotaBack();
      this.refuse(effect, ((request.stream && effect.inStream) || effect).facts, model.refuseAfter);
      return;
    }
    this.effect = effect;
    if (model.pool.admit()) {
      this.serve();
      this.progress();
    } else this.queue();
  }

  /** No slot is free: wait in the pool's queue, or be refused for capacity. */
  private queue(): void {
    const { counts } = this.world;
    this.place = this.model.pool.enqueue(this);
    if (this.place === undefined) {
      counts.capacityRefused += 1;
      this.outOfCapacity();
      return;
    }
    counts.queued += 1;
    this.state = 'queued';
    this.watchQueue();
  }

  /** While queued the timer is armed for the earliest of: patience, the client's bound on silence, its cancel. */
  private watchQueue(): void {
    const { clock } = this.world;
    const at = Math.min(this.queueExpiresAt(), this.silentHeaderAt(), this.cancelAt);
    if (at <= clock.now() && this.cancelAt <= clock.now()) this.leaveQueue();
    else if (at < never) clock.arm(this, at, eventClass.timeout);
  }

  private queueExpiresAt(): number {
    return this.sentAt + this.world.half + this.model.queueMaxWait;
  }

  private leaveQueue(): void {
    const { counts, clock, half } = this.world;
    const now = clock.now();
    if (now < this.queueExpiresAt() && now < this.cancelAt) {
      // The client hangs up: its bound on silence has passed. The provider hears of it half a round trip later.
      const { listener } = this;
      this.listener = undefined;
      this.cancelAt = now + half;
      this.watchQueue();
      listener?.end({ facts: silentBeforeHeaders, tokens: 0 });
      return;
    }
    // A slot that came free at this very instant is taken first.
    if (!this.model.pool.leave(this.place as object)) return;
    counts.queued -= 1;
    clock.disarm(this);
    if (now >= this.cancelAt) {
      counts.queueCancelled += 1;
      this.giveQuotaBack();
      this.state = 'over';
      return;
    }
    counts.queueExpired += 1;
    this.outOfCapacity();
  }

  private outOfCapacity(): void {
    const model = this.model;
    model.pool.refused();
    this.giveQuotaBack();
    const form = model.capacityForm(this.attempt);
    this.refuse('capacity', form.facts, Math.max(model.refuseAfter, form.afterMicros), form);
  }

  private giveQuotaBack(): void {
    const { request } = this.attempt;
    this.model.quota?.capacityRefused(this.world.clock.now(), request.inputTokens, request.maxTokens, this.quotaAt);
  }

  /** The slot is ours from now on; everything that follows is known now. */
  private serve(): void {
    const { clock, counts, half, service } = this.world;
    const { request } = this.attempt;
    const now = clock.now();
    clock.disarm(this);
    this.state = 'serving';
    this.admittedAt = now;
    this.noteLimits(now);
    counts.admitted += 1;
    counts.inService += 1;
    counts.holding -= now;
    if (counts.inService > counts.inFlightMax) counts.inFlightMax = counts.inService;
    const plan = planOf(this.model, this.attempt, service.uniform(request.entity, 0), this.effect);
    this.firstAfter = plan.firstAfter;
    this.step = plan.step;
    this.tokens = plan.facts.afterTokens;
    this.most = plan.tokens;
    this.natural = plan.natural;
    this.facts = plan.facts;
    this.releaseAt = now + plan.endAfter;
    this.hangUp();
    if (this.listener !== undefined) {
      this.endAt = now + plan.endAfter + half;
      if (this.tokens > 0) this.firstAt = now + plan.firstAfter + half;
      if (this.boundSilence(now + plan.headersAfter + half, now + plan.silentAfter + half)) this.hangUp();
      this.foresee();
    }
    if (this.answered !== undefined) this.tellService(this.answered, now + plan.headersAfter + half);
  }

  private tellService(answered: (answer: Answer) => void, headersAt: number): void {
    const { effect, firstAt, step, tokens, model } = this;
    const { request } = this.attempt;
    const overloaded = effect?.kind === 'stream-overload';
    const error = overloaded ? model.refusal('capacity', request.stream ? 'stream' : 'status', {}, request) : undefined;
    answered({ headersAt, firstAt, step, tokens, fault: effect?.kind, error });
  }

  /** Whoever knows the end in advance needs no timer for what comes after it. */
  private foresee(): void {
    if (this.listener?.foreseen?.(this.firstAt, this.endAt) === true) this.announces = false;
  }

  /** A bound on silence that passes before the end ends the attempt there, for the client; the provider hears of it later. */
  private boundSilence(headersAt: number, idleAt: number): boolean {
    const { clock, half } = this.world;
    const headerLimit = this.silentHeaderAt();
    const early = headersAt > headerLimit;
    const silentAt = early ? headerLimit : idleAt;
    if (silentAt >= this.endAt) return false;
    this.endAt = Math.max(silentAt, clock.now());
    if (early) this.firstAt = never;
    this.tokens = early ? 0 : this.tokensBy(silentAt - half);
    this.facts = early ? silentBeforeHeaders : { how: 'silent', status: 200, afterTokens: this.tokens, complete: false };
    this.cancelAt = this.endAt + half;
    return true;
  }

  /** The provider hears of the cancel at `cancelAt`: the slot comes back then, unless the model finishes what it began. */
  private hangUp(): void {
    if (this.model.spec.onCancel === 'finish' || this.cancelAt >= this.releaseAt) return;
    this.releaseAt = Math.max(this.cancelAt, this.admittedAt);
    this.cutShort = true;
  }

  private silentHeaderAt(): number {
    const { maxHeaderMs } = this.attempt;
    return maxHeaderMs === undefined || this.listener === undefined ? never : this.sentAt + Math.round(maxHeaderMs * 1000);
  }

  /** Does what is due now and arms the timer for what is due next. */
  private progress(): void {
    const { clock } = this.world;
    const now = clock.now();
    if (now >= this.firstAt) {
      const at = this.firstAt;
      this.firstAt = never;
      if (this.announces || now >= this.endAt) this.listener?.first(at);
      else this.firstAt = at;
    }
    if (now >= this.releaseAt) this.release(now);
    if (now >= this.endAt) this.deliver();
    const next = this.nextAt();
    if (next < never && this.state !== 'over') clock.arm(this, next, eventClass.completion);
  }

  private nextAt(): number {
    return Math.min(this.announces ? this.firstAt : never, this.releaseAt, this.endAt);
  }

  private deliver(): void {
    const { listener } = this;
    if (this.state !== 'serving') this.state = 'over';
    this.endAt = never;
    this.listener = undefined;
    listener?.end({ facts: this.withLimits(this.facts as WireFacts), tokens: this.tokens });
  }

  private noteLimits(now: number): void {
    if (this.attempt.watchLimits !== true) return;
    this.limits = this.model.limits(now);
    this.limitsAt = now;
  }

  /** Whoever heard no headers was told nothing. */
  private withLimits(facts: WireFacts): WireFacts {
    if (this.limits === undefined || facts.status === undefined) return facts;
    const { clock, half } = this.world;
    return { ...facts, limits: limitsAfter(this.limits, (clock.now() - half - this.limitsAt) / 1000) };
  }

  private release(now: number): void {
    const { counts, billed } = this.world;
    const { request } = this.attempt;
    this.releaseAt = never;
    counts.inService -= 1;
    counts.holding += now;
    counts[this.cutShort ? 'cancelled' : this.natural] += 1;
    const produced = this.cutShort ? this.tokensBy(now) : this.most;
    this.model.quota?.completed(now, produced);
    billed(this.attempt, this.model, request.inputTokens, produced);
    this.state = this.listener === undefined ? 'over' : 'returning';
    this.model.pool.release();
  }

  /** A refusal that leaves the provider after `after` microseconds. */
  private refuse(why: Cause | LostEffect | RefusingEffect, facts: WireFacts, after: number, form?: CapacityForm): void {
    const { clock, half } = this.world;
    this.noteLimits(clock.now());
    this.answered?.(refusalOf(this.model, this.attempt.request, why, facts, { now: clock.now() + half, after, form }));
    if (this.listener === undefined) {
      this.state = 'over';
      return;
    }
    this.state = 'refusing';
    this.facts = facts;
    this.endAt = clock.now() + after + half;
    if (form !== undefined && form.tokens > 0) this.beginLate(form);
    else this.boundSilence(this.endAt, never);
    if (this.endAt > clock.now()) this.foresee();
    this.progress();
  }

  /** A refusal inside a stream that has begun and brings some tokens first; no slot is held. */
  private beginLate(form: CapacityForm): void {
    const { clock, half } = this.world;
    this.admittedAt = clock.now();
    this.tokens = form.tokens;
    this.most = form.tokens;
    this.firstAfter = form.firstAfter;
    this.step = form.step;
    this.firstAt = this.admittedAt + form.firstAfter + half;
    this.boundSilence(this.admittedAt + half, this.admittedAt + half + form.silentAfter);
  }

  /** Output tokens produced by the provider's instant `at`: the first at firstAfter, then one a step. */
  private tokensBy(at: number): number {
    if (this.most === 0) return 0;
    const since = at - this.admittedAt - this.firstAfter;
    if (since < 0) return 0;
    if (this.step === 0) return this.most;
    // Half a microsecond of grace: a token counts from the whole microsecond at which the clock would say it.
    return Math.min(this.most, 1 + Math.floor((since + 0.5) / this.step));
  }
}
