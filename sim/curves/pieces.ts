import type { Steps } from './curve.ts';

/** From this time on (milliseconds since the start of the run, may be negative) the curve has this value. */
export type Piece = readonly [atMs: number, value: number];

/**
 * Steps from pieces in order of time. Times become whole microseconds here; what lies before the start counts only as
 * the value at the start; of pieces at one time the last wins; neighbours with equal values are joined. Before the first
 * piece the curve is `before`.
 */
export function stepsOf(pieces: Iterable<Piece>, before = 0): Steps {
  const at = [0];
  const value = [before];
  for (const [atMs, level] of pieces) {
    const micros = Math.max(0, Math.round(atMs * 1000));
    if (micros === at[at.length - 1]) value[value.length - 1] = level;
    else {
      at.push(micros);
      value.push(level);
    }
  }
  return joined(Float64Array.from(at), Float64Array.from(value), at.length);
}

/** The first `length` entries without those that repeat the value before them. */
export function joined(at: Float64Array, value: Float64Array, length: number): Steps {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const level = value[i] as number;
    if (kept > 0 && value[kept - 1] === level) continue;
    at[kept] = at[i] as number;
    value[kept] = level;
    kept++;
  }
  return { atMicros: at.slice(0, kept), value: value.slice(0, kept) };
}

/** A curve that never changes. */
export function constantSteps(level: number): Steps {
  return { atMicros: Float64Array.of(0), value: Float64Array.of(level) };
}
