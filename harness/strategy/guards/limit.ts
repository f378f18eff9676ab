import type { Limit } from '../limit/limit.ts';
import { type Guard, isWholeFrom, methodOf, refuse } from './call.ts';

export const guardLimit: Guard<Limit> = (part, users) => {
  const current = methodOf(part, 'current', users);
  const ended = methodOf(part, 'ended', users);
  const nextChangeMs = methodOf(part, 'nextChangeMs', users, true);
  return {
    current(nowMs) {
      const limit = current(nowMs);
      return isWholeFrom(1, limit) ? limit : refuse(users, 'current', 'a whole number from 1 up', limit);
    },
    ended(sample) {
      ended(Object.freeze({ ...sample }));
    },
    ...(nextChangeMs && {
      nextChangeMs(nowMs: number) {
        const next = nextChangeMs(nowMs);
        if (next === undefined || (typeof next === 'number' && next > nowMs)) return next;
        return refuse(users, 'nextChangeMs', `a time after ${nowMs} ms, or undefined`, next);
      },
    }),
  };
};
