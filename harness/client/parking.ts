import { Callback, type Clock, eventClass, type Micros, Timer } from '../../sim/kernel/clock.ts';
import type { Effect, Resumable } from '../../sim/kernel/process.ts';

export interface ParkingOptions {
  readonly clock: Clock;
  /** Requests that may be parked at once; Infinity: unlimited. */
  readonly length: number;
  /** From one try of the first in line to the next, while nothing succeeds; microseconds. */
  readonly every: Micros;
}

/**
 * Where a client's requests wait when retries and route are used up. The first in line is tried again every so often; when
 * any request of the client succeeds, it is tried at once, so that the line moves as fast as there is room. One that
 * fails again goes back to its old place.
 */
export class Parking {
  readonly clock: Clock;
  readonly #length: number;
  readonly #every: Micros;
  readonly #line: Parked[] = [];
  readonly #turn: Timer;
  #arrivals = 0;

  constructor({ clock, length, every }: ParkingOptions) {
    this.clock = clock;
    this.#length = length;
    this.#every = every;
    this.#turn = new Callback(() => this.#next());
  }

  /** Requests that wait now. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Whether one more may wait; one that was here before may always come back. */
  hasRoom(place: number | undefined): boolean {
    return place !== undefined || this.#line.length < this.#length;
  }

  /** A place behind everybody who came before. */
  place(): number {
    this.#arrivals += 1;
    return this.#arrivals;
  }

  /** Waits at this place for `patience` microseconds at most; resumes with true when it is to be tried again, else false. */
  wait(place: number, patience: Micros): Effect {
    return new Parked(this, place, patience);
  }

  /** A request of the client has its answer. */
  succeeded(): void {
    if (this.#line.length > 0) this.#next();
  }

  join(parked: Parked): void {
    const behind = this.#line.findIndex(({ place }) => place > parked.place);
    this.#line.splice(behind < 0 ? this.#line.length : behind, 0, parked);
    if (!this.#turn.armed) this.#arm();
  }

  leave(parked: Parked): void {
    const at = this.#line.indexOf(parked);
    if (at >= 0) this.#line.splice(at, 1);
    if (this.#line.length === 0) this.clock.disarm(this.#turn);
  }

  #next(): void {
    const first = this.#line.shift();
    first?.grant();
    if (this.#line.length > 0) this.#arm();
    else this.clock.disarm(this.#turn);
  }

  #arm(): void {
    this.clock.arm(this.#turn, this.clock.now() + this.#every, eventClass.grant);
  }
}

/** One who waits; its timer is first its patience, then its turn. */
class Parked extends Timer implements Effect {
  readonly place: number;
  readonly #parking: Parking;
  readonly #patience: Micros;
  #process: Resumable | undefined;
  #granted = false;

  constructor(parking: Parking, place: number, patience: Micros) {
    super();
    this.#parking = parking;
    this.place = place;
    this.#patience = patience;
  }

  start(process: Resumable): void {
    this.#process = process;
    const { clock } = this.#parking;
    if (this.#patience < Number.POSITIVE_INFINITY) clock.arm(this, clock.now() + this.#patience, eventClass.timeout);
    this.#parking.join(this);
  }

  grant(): void {
    this.#granted = true;
    const { clock } = this.#parking;
    clock.arm(this, clock.now(), eventClass.grant);
  }

  fire(): void {
    if (!this.#granted) this.#parking.leave(this);
    this.#process?.resume(this.#granted);
  }

  cancel(): void {
    this.#parking.clock.disarm(this);
    this.#parking.leave(this);
  }
}
