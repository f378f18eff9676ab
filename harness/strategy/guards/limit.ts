import type { Limit } from '../limit/limit.ts';
import { type Guard, isWholeFrom, methodOf, refuse } from './call.ts';

export const guardLimit: Guard<Limit> = (part, where) => {
  const current = methodOf(part, 'current', where);
  const ended = methodOf(part, 'ended', where);
  const nextChangeMs = methodOf(part, 'nextChangeMs', where, true);
  return {
    current(nowMs) {
      const limit = current(nowMs);
      return isWholeFrom(1, limit) ? limit : refuse(where, 'current', 'a whole number from 1 up', limit);
    },
    ended(sample) {
      ended(Object.freeze({ ...sample }));
    },
    ...(nextChangeMs && {
      nextChangeMs(nowMs: number) {
        const next = nextChangeMs(nowMs);
        if (next === undefined || (typeof next === 'number' && next > nowMs)) return next;
        return refuse(where, 'nextChangeMs', `a time after ${nowMs} ms, or undefined`, next);
      },
    }),
  };
};
