import type { Budget } from '../budget/budget.ts';
import { type Guard, methodOf, refuse } from './call.ts';

export const guardBudget: Guard<Budget> = (part, users) => {
  const began = methodOf(part, 'began', users, true);
  const finished = methodOf(part, 'finished', users, true);
  const admit = methodOf(part, 'admit', users, true);
  const take = methodOf(part, 'take', users);
  const release = methodOf(part, 'release', users);
  const ended = methodOf(part, 'ended', users);
  return {
    ...(began && { began: (nowMs: number) => void began(nowMs) }),
    ...(finished && { finished: (nowMs: number) => void finished(nowMs) }),
    ...(admit && {
      admit(nowMs: number, uniform: number) {
        const admitted = admit(nowMs, uniform);
        return typeof admitted === 'boolean' ? admitted : refuse(users, 'admit', 'true or false', admitted);
      },
    }),
    take(ask) {
      const taken = take(Object.freeze({ ...ask, outcome: Object.freeze({ ...ask.outcome }) }));
      if (taken === undefined || (typeof taken === 'number' && taken >= 0 && taken < Number.POSITIVE_INFINITY)) return taken;
      return refuse(users, 'take', 'a finite number from 0 up, or undefined', taken);
    },
    release: (taken) => void release(taken),
    ended: (sample) => void ended(Object.freeze({ ...sample, outcome: Object.freeze({ ...sample.outcome }) })),
  };
};
