/** Integer microseconds. */
export type Micros = number;

/**
 * Order of events at one instant (MODEL section 1): a slot freed at t serves an arrival at t, an answer at its deadline
 * is in time, a grant comes after every completion and time-out of its instant.
 */
export const eventClass = { capacity: 0, completion: 1, timeout: 2, hedge: 3, grant: 4, tenants: 5, arrival: 6 } as const;
/** The number of one of these classes; smaller ones fire first. */
export type EventClass = (typeof eventClass)[keyof typeof eventClass];

/**
 * Something that happens at a time. A part that waits extends it, so that waiting allocates nothing; it can be armed for
 * one instant at a time and armed anew after it fired or was disarmed. The clock alone writes its field.
 */
export abstract class Timer {
  /** Where the clock keeps it, −1 when not armed. */
  entry = -1;

  abstract fire(): void;

  get armed(): boolean {
    return this.entry >= 0;
  }
}

/** Time, and what happens later. */
export interface Clock {
  /** Microseconds since the clock began; never goes back. */
  now(): Micros;
  /** Arms the timer for the instant `at`; one that lies in the past fires now. Re-arms it in place when it is armed. */
  arm(timer: Timer, at: Micros, order: EventClass): void;
  /** Takes the timer out at once; nothing happens when it is not armed. */
  disarm(timer: Timer): void;
}

/** A timer that calls a function; one that is armed again and again is made once. */
export class Callback extends Timer {
  readonly #run: () => void;
  constructor(run: () => void) {
    super();
    this.#run = run;
  }
  fire(): void {
    this.#run();
  }
}

/** Runs `run` after `delay` microseconds; returns the timer, to be disarmed. */
export function after(clock: Clock, delay: Micros, run: () => void, order: EventClass = eventClass.arrival): Timer {
  const timer = new Callback(run);
  clock.arm(timer, clock.now() + delay, order);
  return timer;
}
