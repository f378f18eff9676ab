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
  /** Entries, the earliest first; `length` of them are in use. */
  private heap = new Int32Array(64);
  private length = 0;
  /** By entry: when; event class and sequence number in one number; place in the heap; chain of events at one instant. */
  private at = new Float64Array(64);
  private rank = new Float64Array(64);
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
    return this.length === 0 ? undefined : this.at[this.heap[0] as number];
  }

  arm(timer: Timer, at: Micros, order: EventClass): void {
    let entry = timer.entry;
    if (entry >= 0) this.remove(this.place[entry] as number);
    else {
      entry = this.free.pop() ?? this.timers.length;
      if (entry === this.heap.length) this.grow();
      this.timers[entry] = timer;
      timer.entry = entry;
    }
    const later = at > this.time;
    this.at[entry] = later ? at : this.time;
    this.rank[entry] = order * perClass + this.sequence++;
    this.chains[entry] = later ? 0 : this.chain + 1;
    this.up(this.length++, entry);
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
    const entry = this.heap[0] as number;
    const timer = this.timers[entry] as Timer;
    this.time = this.at[entry] as number;
    this.chain = this.chains[entry] as number;
    this.remove(0);
    this.release(entry, timer);
    if (this.chain > longestChain)
      throw new CodedError('livelock', `more than ${longestChain} events follow one another at ${this.time / 1e6} s without time passing`);
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
    const entry = this.heap[last] as number;
    if (place > 0 && this.before(entry, this.heap[(place - 1) >> 1] as number)) this.up(place, entry);
    else this.down(place, entry);
  }

  private up(from: number, entry: number): void {
    const { heap, place: places } = this;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as number;
      if (!this.before(entry, parent)) break;
      heap[place] = parent;
      places[parent] = place;
      place = above;
    }
    heap[place] = entry;
    places[entry] = place;
  }

  private down(from: number, entry: number): void {
    const { heap, length, place: places } = this;
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      let child = heap[below] as number;
      if (below + 1 < length && this.before(heap[below + 1] as number, child)) child = heap[++below] as number;
      if (this.before(entry, child)) break;
      heap[place] = child;
      places[child] = place;
      place = below;
    }
    heap[place] = entry;
    places[entry] = place;
  }

  private before(a: number, b: number): boolean {
    const mine = this.at[a] as number;
    const other = this.at[b] as number;
    return mine < other || (mine === other && (this.rank[a] as number) < (this.rank[b] as number));
  }

  private grow(): void {
    const length = this.heap.length * 2;
    this.heap = grown(this.heap, new Int32Array(length));
    this.at = grown(this.at, new Float64Array(length));
    this.rank = grown(this.rank, new Float64Array(length));
    this.place = grown(this.place, new Int32Array(length));
    this.chains = grown(this.chains, new Int32Array(length));
  }
}

function grown<Numbers extends Float64Array | Int32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
