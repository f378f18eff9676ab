import type { Steps } from './curve.ts';
import { joined } from './pieces.ts';

/** Both curves at once: at every time `combine` of their values there. */
function merge(a: Steps, b: Steps, combine: (a: number, b: number) => number): Steps {
  const at = new Float64Array(a.atMicros.length + b.atMicros.length);
  const value = new Float64Array(at.length);
  let i = 0;
  let j = 0;
  let length = 0;
  while (i < a.atMicros.length || j < b.atMicros.length) {
    const atA = a.atMicros[i] ?? Number.POSITIVE_INFINITY;
    const atB = b.atMicros[j] ?? Number.POSITIVE_INFINITY;
    if (atA <= atB) i++;
    if (atB <= atA) j++;
    at[length] = Math.min(atA, atB);
    value[length] = combine(a.value[i - 1] as number, b.value[j - 1] as number);
    length++;
  }
  return joined(at, value, length);
}

/** The sum of two curves at every time. */
export function plus(a: Steps, b: Steps): Steps {
  return merge(a, b, (x, y) => x + y);
}

/** The product of two curves at every time. */
export function times(a: Steps, b: Steps): Steps {
  return merge(a, b, (x, y) => x * y);
}

/** All of `curves` combined, in the order given, pair by pair (n log n for n curves of one size). */
export function mergeAll(curves: readonly Steps[], combine: (a: Steps, b: Steps) => Steps): Steps {
  const [first] = curves;
  if (first === undefined) throw new Error('no curve to merge');
  if (curves.length === 1) return first;
  const half = curves.length >>> 1;
  return combine(mergeAll(curves.slice(0, half), combine), mergeAll(curves.slice(half), combine));
}
