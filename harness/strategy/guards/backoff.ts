import type { Backoff } from '../retry/retry.ts';
import { type Guard, methodOf, refuse } from './call.ts';

export const guardBackoff: Guard<Backoff> = (part, users) => {
  const delayMs = methodOf(part, 'delayMs', users);
  return {
    delayMs(past, uniform) {
      const wait = delayMs(Object.freeze({ ...past, outcome: Object.freeze({ ...past.outcome }) }), uniform);
      if (wait === undefined || (typeof wait === 'number' && wait >= 0 && wait < Number.POSITIVE_INFINITY)) return wait;
      return refuse(users, 'delayMs', 'a finite number of ms from 0 up, or undefined', wait);
    },
  };
};
