/** First index in [from, to) whose value is at least `pivot`; with `after`, whose value is above it; else `to`. */
function bound(sorted: Float64Array, pivot: number, from: number, to: number, after: boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] as number;
    if (value < pivot || (after && value === pivot)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function longest(from: Int32Array, to: Int32Array): number {
  let best = 0;
  for (let i = 1; i < from.length; i++) {
    if ((to[i] as number) - (from[i] as number) > (to[best] as number) - (from[best] as number)) best = i;
  }
  return best;
}

/**
 * The k-th smallest (k from 1) of all values in arrays that are each sorted ascending, without merging them.
 *
 * Every round takes a pivot from the longest remaining range and keeps the values on the side of it that holds rank k.
 * The pivot stands where the rank would be if the arrays were alike, which replications nearly are; every other round it
 * is the median, so that a range at least halves whatever the arrays hold.
 */
export function rankOfSorted(arrays: readonly Float64Array[], k: number): number {
  const total = arrays.reduce((sum, values) => sum + values.length, 0);
  if (!Number.isInteger(k) || k < 1 || k > total) throw new RangeError(`expected a rank from 1 to ${total}, found ${k}`);
  const from = new Int32Array(arrays.length);
  const to = Int32Array.from(arrays, (values) => values.length);
  const below = new Int32Array(arrays.length);
  const upTo = new Int32Array(arrays.length);
  let remaining = total;
  let rank = k;
  for (let round = 0; ; round++) {
    const chosen = longest(from, to);
    const first = from[chosen] as number;
    const length = (to[chosen] as number) - first;
    const share = round % 2 === 0 ? (rank - 0.5) / remaining : 0.5;
    const pivot = (arrays[chosen] as Float64Array)[first + Math.floor(share * length)] as number;
    if (Number.isNaN(pivot)) throw new RangeError('expected samples, found NaN');
    let countBelow = 0;
    let countUpTo = 0;
    for (let i = 0; i < arrays.length; i++) {
      const values = arrays[i] as Float64Array;
      below[i] = bound(values, pivot, from[i] as number, to[i] as number, false);
      upTo[i] = bound(values, pivot, below[i] as number, to[i] as number, true);
      countBelow += (below[i] as number) - (from[i] as number);
      countUpTo += (upTo[i] as number) - (from[i] as number);
    }
    if (rank > countBelow && rank <= countUpTo) return pivot;
    if (rank <= countBelow) {
      to.set(below);
      remaining = countBelow;
    } else {
      from.set(upTo);
      remaining -= countUpTo;
      rank -= countUpTo;
    }
  }
}
