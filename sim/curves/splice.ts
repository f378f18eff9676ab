import type { Steps } from './curve.ts';
import { joined } from './pieces.ts';
import { stepAt } from './read.ts';

/** So many steps of the past are kept when curves follow each other without end. */
const mostPast = 10_000;

/** `before` until `micros`, `after` from then on. Of a long past the earliest steps become one. */
export function splice(before: Steps, after: Steps, micros: number): Steps {
  if (micros <= 0) return after;
  const until = stepAt(before, micros) + ((before.atMicros[stepAt(before, micros)] as number) < micros ? 1 : 0);
  const skipped = Math.max(0, until - mostPast);
  const from = stepAt(after, micros);
  const at = new Float64Array(until - skipped + after.atMicros.length - from);
  const value = new Float64Array(at.length);
  at.set(before.atMicros.subarray(skipped, until));
  value.set(before.value.subarray(skipped, until));
  at.set(after.atMicros.subarray(from), until - skipped);
  value.set(after.value.subarray(from), until - skipped);
  at[0] = 0;
  if (until > skipped) at[until - skipped] = micros;
  return joined(at, value, at.length);
}
