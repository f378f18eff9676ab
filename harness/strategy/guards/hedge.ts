import type { Hedge } from '../hedge/hedge.ts';
import { type Guard, methodOf, refuse } from './call.ts';

export const guardHedge: Guard<Hedge> = (part, users) => {
  const delayMs = methodOf(part, 'delayMs', users);
  const take = methodOf(part, 'take', users);
  const sent = methodOf(part, 'sent', users, true);
  const ended = methodOf(part, 'ended', users);
  return {
    delayMs(nowMs, copies) {
      const wait = delayMs(nowMs, copies);
      if (wait === undefined || (typeof wait === 'number' && wait >= 0 && wait < Number.POSITIVE_INFINITY)) return wait;
      return refuse(users, 'delayMs', 'a finite number of ms from 0 up, or undefined', wait);
    },
    take(nowMs) {
      const may = take(nowMs);
      return typeof may === 'boolean' ? may : refuse(users, 'take', 'true or false', may);
    },
    ...(sent && { sent: (nowMs: number) => void sent(nowMs) }),
    ended(sample) {
      ended(Object.freeze({ ...sample }));
    },
  };
};
