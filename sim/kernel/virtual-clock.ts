import type { Clock, EventClass, Micros, Timer } from './clock.ts';
import { CodedError } from './errors.ts';

/** 2^40 sequence numbers fit under each event class. */
const perClass = 1_099_511_627_776;
/** Longest chain of events at one instant (each armed by the one before) that is not yet a livelock. */
export const longestChain = 10_000;

/**
 * Time that passes only from event to event: a binary heap ordered by (time, event class, sequence). Timers know their
 * entry and entries their place, so that disarming removes at once; lazy deletion costs a sixth of the speed. The heap is
 * of numbers: looking into timers of many classes to compare them would cost more than all the rest. Driven from outside
 * by `step()`.
 */
export class VirtualClock implements Clock {
  private time: Micros = 0;
  private sequence = 0;
  private chain = 0;
  private count = 0;
  private length = 0;
  /** By place in the heap: when, event class and sequence number in one number, and whose entry. */
  private at = new Float64Array(64);
  private rank = new Float64Array(64);
  private entry = new Int32Array(64);
  /** By entry: its place in the heap, its chain of events at one instant, its timer. */
  private place = new Int32Array(64);
  private chains = new Int32Array(64);
  private readonly timers: (Timer | undefined)[] = [];
  private readonly free: number[] = [];

  now(): Micros {
    return this.time;
  }

  /** Events fired so far. */
  get fired(): number {
    return this.count;
  }

  /** When the next event is due; undefined when none is. */
  get nextAt(): Micros | undefined {
    return this.length === 0 ? undefined : this.at[0];
  }

  arm(timer: Timer, at: Micros, order: EventClass): void {
    let entry = timer.entry;
    if (entry >= 0) this.remove(this.place[entry] as number);
    else {
      entry = this.free.pop() ?? this.timers.length;
      if (entry === this.at.length) this.grow();
      this.timers[entry] = timer;
      timer.entry = entry;
    }
    const later = at > this.time;
    this.chains[entry] = later ? 0 : this.chain + 1;
    this.up(this.length++, later ? at : this.time, order * perClass + this.sequence++, entry);
  }

  disarm(timer: Timer): void {
    const { entry } = timer;
    if (entry < 0) return;
    this.remove(this.place[entry] as number);
    this.release(entry, timer);
  }

  /** Fires the next event; false when there is none. Throws `livelock` when an instant never ends. */
  step(): boolean {
    if (this.length === 0) return false;
    const at = this.at[0] as number;
    const entry = this.entry[0] as number;
    const timer = this.timers[entry] as Timer;
    const chain = this.chains[entry] as number;
    this.remove(0);
    this.release(entry, timer);
    this.time = at;
    this.chain = chain;
    if (chain > longestChain)
      throw new CodedError('livelock', `more than ${longestChain} events follow one another at ${at / 1e6} s without time passing`);
    this.count += 1;
    timer.fire();
    return true;
  }

  /** Fires everything up to and including the instant `until`, then moves there. */
  runUntil(until: Micros): void {
    for (let next = this.nextAt; next !== undefined && next <= until; next = this.nextAt) this.step();
    if (until > this.time) {
      this.time = until;
      this.chain = 0;
    }
  }

  private release(entry: number, timer: Timer): void {
    timer.entry = -1;
    this.timers[entry] = undefined;
    this.free.push(entry);
  }

  /** Takes an entry out of the heap: the last one fills its place. */
  private remove(place: number): void {
    const last = --this.length;
    if (place === last) return;
    const at = this.at[last] as number;
    const rank = this.rank[last] as number;
    const entry = this.entry[last] as number;
    if (place > 0 && this.before(at, rank, (place - 1) >> 1)) this.up(place, at, rank, entry);
    else this.down(place, at, rank, entry);
  }

  private up(from: number, at: number, rank: number, entry: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.before(at, rank, above)) break;
      this.move(above, place);
      place = above;
    }
    this.put(place, at, rank, entry);
  }

  private down(from: number, at: number, rank: number, entry: number): void {
    const { length } = this;
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      if (below + 1 < length && this.before(this.at[below + 1] as number, this.rank[below + 1] as number, below)) below += 1;
      if (this.before(at, rank, below)) break;
      this.move(below, place);
      place = below;
    }
    this.put(place, at, rank, entry);
  }

  private before(at: number, rank: number, place: number): boolean {
    const other = this.at[place] as number;
    return at < other || (at === other && rank < (this.rank[place] as number));
  }

  private move(from: number, to: number): void {
    this.put(to, this.at[from] as number, this.rank[from] as number, this.entry[from] as number);
  }

  private put(place: number, at: number, rank: number, entry: number): void {
    this.at[place] = at;
    this.rank[place] = rank;
    this.entry[place] = entry;
    this.place[entry] = place;
  }

  private grow(): void {
    const length = this.at.length * 2;
    this.at = grown(this.at, new Float64Array(length));
    this.rank = grown(this.rank, new Float64Array(length));
    this.entry = grown(this.entry, new Int32Array(length));
    this.place = grown(this.place, new Int32Array(length));
    this.chains = grown(this.chains, new Int32Array(length));
  }
}

function grown<Numbers extends Float64Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
