import type { Pace, PaceAsk } from '../pace/pace.ts';
import { type Guard, methodOf, refuse } from './call.ts';

export const guardPace: Guard<Pace> = (part, users) => {
  const reserve = methodOf(part, 'reserve', users);
  const release = methodOf(part, 'release', users);
  const ended = methodOf(part, 'ended', users);
  /** What the part was handed, by what it is a copy of. */
  const handed = new WeakMap<PaceAsk, PaceAsk>();
  return {
    reserve(ask) {
      const copy = Object.freeze({ ...ask });
      handed.set(ask, copy);
      const wait = reserve(copy);
      if (typeof wait === 'number' && wait >= 0 && wait < Number.POSITIVE_INFINITY) return wait;
      return refuse(users, 'reserve', 'a finite number of ms from 0 up', wait);
    },
    release(ask) {
      release(handed.get(ask));
    },
    ended(sample) {
      ended(Object.freeze({ ...sample, outcome: Object.freeze({ ...sample.outcome }) }));
    },
  };
};
