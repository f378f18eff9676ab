import type { Breaker } from '../breaker/breaker.ts';
import { type Guard, methodOf, refuse } from './call.ts';

export const guardBreaker: Guard<Breaker> = (part, users) => {
  const opensAt = methodOf(part, 'opensAt', users);
  const admit = methodOf(part, 'admit', users);
  const release = methodOf(part, 'release', users);
  const ended = methodOf(part, 'ended', users);
  return {
    opensAt(nowMs) {
      const at = opensAt(nowMs);
      return typeof at === 'number' && Number.isFinite(at) ? at : refuse(users, 'opensAt', 'a finite number of ms', at);
    },
    admit(nowMs) {
      const admitted = admit(nowMs);
      return typeof admitted === 'boolean' ? admitted : refuse(users, 'admit', 'true or false', admitted);
    },
    release: () => void release(),
    ended: (sample) => void ended(Object.freeze({ ...sample })),
  };
};
