import type { Send } from '../../sim/kernel/transport.ts';

/** The same transport, told to say what answers tell of the quota. */
export function watchingLimits(send: Send): Send {
  return (attempt, listener) => send({ ...attempt, watchLimits: true }, listener);
}
