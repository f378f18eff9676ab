import type { Steps } from '../curves/curve.ts';
import { stepAt } from '../curves/read.ts';
import { splice } from '../curves/splice.ts';
import { type Clock, eventClass, Timer } from '../kernel/clock.ts';
import type { Tenants } from './tenants.ts';

/** A spell of saturation ends when so long passes without a capacity refusal (MODEL section 11), microseconds. */
const quietMicros = 10_000_000;

/** One of our attempts that waits in the pool's queue. `granted` is called at the instant at which a slot is its own. */
export interface Waiter {
  granted(): void;
}

interface Entry {
  /** Undefined for a tenant. */
  readonly own: Waiter | undefined;
  readonly tenant: number;
  readonly expiresAt: number;
  open: boolean;
}

export interface PoolOptions {
  readonly name: string;
  readonly clock: Clock;
  /** Slots over time; the floor counts. */
  readonly slots: Steps;
  readonly queueLength: number;
  /** Patience of everybody in the queue, microseconds; Infinity: unbounded. */
  readonly queueMaxWait: number;
  readonly slowdown: { readonly full: number; readonly power: number } | undefined;
  readonly tenants: Tenants | undefined;
  /** Tenants are refused outright while this holds (an outage that includes them). */
  readonly tenantsRefused: (now: number) => boolean;
  /** The run's window: spells and tenants are counted in [startsAt, end); by default from 0. */
  readonly startsAt?: number | undefined;
  readonly end: number;
}

/**
 * Slots shared by our attempts and other tenants, with one FIFO queue for both. Tenants are brought up to date only when
 * the pool is looked at; the outcome is that of event by event, at a third of the cost. While one of ours waits, the
 * pool wakes itself at the next instant that may free a slot.
 */
export class Pool {
  readonly name: string;
  readonly #options: PoolOptions;
  readonly #clock: Clock;
  readonly #tenants: Tenants | undefined;
  readonly #queue: Entry[] = [];
  #head = 0;
  /** No tenant waits before this place of the queue. */
  #tenantFrom = 0;
  #waiting = 0;
  #ownWaiting = 0;
  readonly #wake: Timer;
  #slots: number;
  #slotSteps: Steps;
  #tenantsRefused: (now: number) => boolean;
  #step = 0;
  #nextStep: number;
  #own = 0;
  #others = 0;
  #since = 0;
  #freeArea = 0;
  #ownSince = 0;
  #ownArea = 0;
  #used = false;
  tenantArrivals = 0;
  tenantRefused = 0;
  /** Our attempts that were refused for capacity, and Σ over them of the share of the slots that our other attempts held. */
  ownRefused = 0;
  heldAtRefusals = 0;
  /** Lengths of the finished spells, ms. */
  readonly spells: number[] = [];
  #spellFrom = Number.NEGATIVE_INFINITY;
  #lastRefusal = Number.NEGATIVE_INFINITY;
  #onSpare: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.name = options.name;
    this.#options = options;
    this.#clock = options.clock;
    this.#tenants = options.tenants;
    this.#slotSteps = options.slots;
    this.#tenantsRefused = options.tenantsRefused;
    this.#slots = Math.floor(options.slots.value[0] ?? 0);
    this.#nextStep = options.slots.atMicros[1] ?? Number.POSITIVE_INFINITY;
    this.#wake = new Wake(this);
  }

  /** Whether anything ever looked: a pool nobody uses is not simulated. */
  get used(): boolean {
    return this.#used;
  }

  get busy(): number {
    return this.#own + this.#others;
  }

  /** Slots that our attempts hold. */
  get own(): number {
    return this.#own;
  }

  /** How many wait in the queue, and how many of them are ours. */
  get waiting(): { readonly all: number; readonly own: number } {
    return { all: this.#waiting, own: this.#ownWaiting };
  }

  /** How many times slower an attempt admitted now is: 1 + (full − 1) · (busy / slots)^power, itself counted. */
  slowdown(): number {
    const slow = this.#options.slowdown;
    if (slow === undefined) return 1;
    const ratio = Math.min(1, this.busy / Math.max(1, this.#slots));
    return 1 + (slow.full - 1) * Math.exp(slow.power * Math.log(ratio));
  }

  /** A slot for one of ours, at once; false when all are busy or others wait before it. */
  admit(): boolean {
    this.#settle(this.#clock.now(), eventClass.tenants);
    if (this.#waiting > 0 || this.busy >= this.#slots) return false;
    this.#free(this.#clock.now());
    this.#own += 1;
    this.#ownChanged(1);
    return true;
  }

  /** A place at the end of the queue; undefined when it is full. Call after `admit` said no. */
  enqueue(own: Waiter): object | undefined {
    if (this.#waiting >= this.#options.queueLength) return undefined;
    const entry: Entry = { own, tenant: 0, expiresAt: this.#clock.now() + this.#options.queueMaxWait, open: true };
    this.#push(entry);
    this.#ownWaiting += 1;
    this.#arm();
    return entry;
  }

  /** Gives up a place in the queue; false when a slot came with this very instant, and `granted` was called. */
  leave(place: object): boolean {
    const entry = place as Entry;
    // Whoever came before now found the place taken.
    this.#settle(this.#clock.now(), eventClass.timeout);
    if (!entry.open) return false;
    entry.open = false;
    this.#waiting -= 1;
    this.#ownWaiting -= 1;
    this.#compact();
    this.#arm();
    return true;
  }

  /** One of ours was refused for capacity now. */
  refused(): void {
    this.ownRefused += 1;
    this.heldAtRefusals += this.#own / Math.max(1, this.#slots, this.busy);
    this.#refusal(this.#clock.now());
  }

  /** One of our slots comes back now. */
  release(): void {
    const now = this.#clock.now();
    this.#settle(now, eventClass.completion);
    this.#free(now);
    this.#own -= 1;
    this.#ownChanged(-1);
    this.#serve(now);
    this.#arm();
    this.#onSpare?.();
  }

  /**
   * `run` is called whenever a slot may have come free that nobody waits for, for work that takes what others leave; undefined:
   * there is none any more.
   */
  watchSpare(run: (() => void) | undefined): void {
    this.#onSpare = run;
    this.#arm();
  }

  /** Lets tenants come from now on, before anybody looks. */
  begin(): void {
    this.#settle(this.#clock.now(), eventClass.tenants);
  }

  /** Brings tenants up to now; for observers, and at the end of the run. */
  observe(): void {
    if (this.#used) this.#settle(this.#clock.now(), eventClass.tenants);
  }

  /** Σ over time of free slots so far, slot-microseconds. */
  freeArea(): number {
    this.#settle(this.#clock.now(), eventClass.tenants);
    this.#free(this.#clock.now());
    return this.#freeArea;
  }

  /** Σ over time of our busy slots so far, slot-microseconds: one side of the identity "busy slot time = Σ holding times". */
  ownArea(): number {
    return this.#ownArea + this.#own * (this.#clock.now() - this.#ownSince);
  }

  get slots(): number {
    return this.#slots;
  }

  /** Slots over time; the floor counts. */
  get slotSteps(): Steps {
    return this.#slotSteps;
  }

  /** Other slots from now on; nothing that runs is ended. */
  exchangeSlots(slots: Steps): void {
    const now = this.#clock.now();
    this.#settle(now, eventClass.tenants);
    this.#free(now);
    this.#slotSteps = splice(this.#slotSteps, slots, now);
    this.#step = stepAt(this.#slotSteps, now);
    this.#slots = Math.floor(this.#slotSteps.value[this.#step] as number);
    this.#nextStep = this.#slotSteps.atMicros[this.#step + 1] ?? Number.POSITIVE_INFINITY;
    this.#serve(now);
    this.#arm();
    this.#onSpare?.();
  }

  /** Another load of the tenants from now on. */
  exchangeLoad(load: Steps): void {
    const now = this.#clock.now();
    this.#settle(now, eventClass.tenants);
    this.#tenants?.exchangeLoad(load, now);
  }

  /** When tenants are refused outright, from now on. */
  exchangeRefusals(tenantsRefused: (now: number) => boolean): void {
    this.#settle(this.#clock.now(), eventClass.tenants);
    this.#tenantsRefused = tenantsRefused;
  }

  /** Offered load of the tenants over time, as a share of `nominalSlots`; undefined where there are none. */
  get loadSteps(): Steps | undefined {
    return this.#tenants?.load;
  }

  /** The slots that a load of 1 would fill; 0 where there are no tenants. */
  get nominalSlots(): number {
    return this.#tenants?.nominalSlots ?? 0;
  }

  /** How long a tenant holds a slot in the mean, microseconds; undefined where there are none. */
  get meanHold(): number | undefined {
    return this.#tenants?.meanHold;
  }

  /** Ends the last spell; call once, at the end. */
  close(): void {
    if (this.#spellFrom >= 0) this.spells.push((this.#lastRefusal - this.#spellFrom) / 1000);
    this.#spellFrom = Number.NEGATIVE_INFINITY;
  }

  wake(): void {
    this.#settle(this.#clock.now(), eventClass.completion);
    this.#arm();
    this.#onSpare?.();
  }

  /** Everything of others up to `now`, in order of time and class; at `now` itself only classes up to `last`. */
  #settle(now: number, last: number): void {
    this.#used = true;
    const tenants = this.#tenants;
    for (;;) {
      const leavesAt = tenants === undefined ? Number.POSITIVE_INFINITY : tenants.departures.first;
      const comesAt = tenants === undefined ? Number.POSITIVE_INFINITY : tenants.nextAt;
      const tiresAt =
        this.#waiting > this.#ownWaiting ? (this.#firstTenant()?.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const at = Math.min(this.#nextStep, leavesAt, tiresAt, comesAt);
      if (at > now) return;
      if (at === this.#nextStep) {
        if (at === now && last < eventClass.capacity) return;
        this.#stepSlots(at);
      } else if (at === leavesAt) {
        if (at === now && last < eventClass.completion) return;
        this.#free(at);
        tenants?.departures.pop();
        this.#others -= 1;
        this.#serve(at);
      } else if (at === tiresAt) {
        if (at === now && last < eventClass.timeout) return;
        this.#tire(at);
      } else {
        if (at === now && last < eventClass.tenants) return;
        this.#come(at);
      }
    }
  }

  #stepSlots(at: number): void {
    this.#free(at);
    const { atMicros, value } = this.#slotSteps;
    this.#step += 1;
    this.#slots = Math.floor(value[this.#step] as number);
    this.#nextStep = atMicros[this.#step + 1] ?? Number.POSITIVE_INFINITY;
    this.#serve(at);
  }

  /** A tenant comes: a slot, a place in the queue, or a refusal. */
  #come(at: number): void {
    const tenants = this.#tenants as Tenants;
    const packed = tenants.take();
    const counted = this.#counts(at);
    if (counted) this.tenantArrivals += 1;
    if (!this.#tenantsRefused(at)) {
      if (this.#waiting === 0 && this.busy < this.#slots) {
        this.#free(at);
        this.#others += 1;
        tenants.admit(packed, at);
        return;
      }
      if (this.#waiting < this.#options.queueLength) {
        this.#push({ own: undefined, tenant: packed, expiresAt: at + this.#options.queueMaxWait, open: true });
        return;
      }
    }
    if (counted) this.tenantRefused += 1;
    this.#refusal(at);
    tenants.refuse(packed, at);
  }

  #serve(at: number): void {
    while (this.#waiting > 0 && this.busy < this.#slots) {
      const entry = this.#queue[this.#head++] as Entry;
      if (!entry.open) continue;
      entry.open = false;
      this.#waiting -= 1;
      this.#free(at);
      if (entry.own === undefined) {
        this.#others += 1;
        this.#tenants?.admit(entry.tenant, at);
      } else {
        this.#ownWaiting -= 1;
        this.#own += 1;
        this.#ownChanged(1);
        entry.own.granted();
      }
    }
    this.#compact();
  }

  /** The tenant who waits longest loses patience first: patience is the same for all. */
  #firstTenant(): Entry | undefined {
    for (let i = Math.max(this.#head, this.#tenantFrom); i < this.#queue.length; i++) {
      const entry = this.#queue[i] as Entry;
      this.#tenantFrom = i;
      if (entry.open && entry.own === undefined) return entry;
    }
    return undefined;
  }

  #tire(at: number): void {
    const entry = this.#firstTenant();
    if (entry === undefined) return;
    entry.open = false;
    this.#waiting -= 1;
    if (this.#counts(at)) this.tenantRefused += 1;
    this.#refusal(at);
    this.#tenants?.refuse(entry.tenant, at);
    this.#compact();
  }

  #push(entry: Entry): void {
    this.#queue.push(entry);
    this.#waiting += 1;
  }

  #compact(): void {
    if (this.#queue.length === 0) return;
    if (this.#waiting === 0) {
      this.#queue.length = 0;
      this.#head = 0;
      this.#tenantFrom = 0;
    } else if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#head);
      this.#tenantFrom = Math.max(0, this.#tenantFrom - this.#head);
      this.#head = 0;
    }
  }

  /** While one of ours waits, or somebody watches for spare slots, the clock itself must stop at the next instant that may free one. */
  #arm(): void {
    const next = Math.min(this.#nextStep, this.#tenants?.departures.first ?? Number.POSITIVE_INFINITY);
    const awaited = this.#ownWaiting > 0 || this.#onSpare !== undefined;
    if (awaited && next < Number.POSITIVE_INFINITY) this.#clock.arm(this.#wake, next, eventClass.completion);
    else this.#clock.disarm(this.#wake);
  }

  #counts(at: number): boolean {
    return at >= (this.#options.startsAt ?? 0) && at < this.#options.end;
  }

  #refusal(at: number): void {
    if (!this.#counts(at)) return;
    if (at - this.#lastRefusal > quietMicros) {
      if (this.#spellFrom >= 0) this.spells.push((this.#lastRefusal - this.#spellFrom) / 1000);
      this.#spellFrom = at;
    }
    this.#lastRefusal = at;
  }

  #free(at: number): void {
    const free = this.#slots - this.#own - this.#others;
    if (at > this.#since) {
      if (free > 0) this.#freeArea += free * (at - this.#since);
      this.#since = at;
    }
  }

  #ownChanged(by: number): void {
    const now = this.#clock.now();
    this.#ownArea += (this.#own - by) * (now - this.#ownSince);
    this.#ownSince = now;
  }
}

class Wake extends Timer {
  readonly #pool: Pool;
  constructor(pool: Pool) {
    super();
    this.#pool = pool;
  }
  fire(): void {
    this.#pool.wake();
  }
}
