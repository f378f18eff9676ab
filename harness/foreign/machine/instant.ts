import type { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import { callingPlace } from './calling-place.ts';

/** Events at one instant from which on it is looked at who arms them, and of how many calls one is looked at. */
const suspicious = 1000;
const every = 31;

/** The events of the present instant. */
export interface Instant {
  /** One more; true when there are more than may be. */
  event(): boolean;
  /** Somebody starts what will cause one. */
  caused(): void;
  /** The user's line that armed something at this instant, once there have been many events. */
  readonly where: string | undefined;
}

/** Counts events between which no time passes, and finds whose they are. */
export function watchInstant(clock: VirtualClock, most: number): Instant {
  let at = Number.NaN;
  let count = 0;
  let calls = 0;
  let where: string | undefined;
  const caused = (): void => {
    if (count < suspicious) return;
    calls += 1;
    if (calls % every === 0) where = callingPlace() ?? where;
  };
  const arm: VirtualClock['arm'] = (...args) => {
    caused();
    Object.getPrototypeOf(clock).arm.apply(clock, args);
  };
  return {
    caused,
    event: () => {
      const now = clock.now();
      if (now !== at) {
        if (count >= suspicious) Reflect.deleteProperty(clock, 'arm');
        at = now;
        count = 0;
        where = undefined;
      }
      count += 1;
      if (count === suspicious) clock.arm = arm;
      return count > most;
    },
    get where() {
      return where;
    },
  };
}
