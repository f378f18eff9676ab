import type { Send } from '../../sim/kernel/transport.ts';

/** The same transport, told to say what answers say. */
export function readingTexts(send: Send): Send {
  return (attempt, listener) => send({ ...attempt, readText: true }, listener);
}
