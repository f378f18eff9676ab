/** Below this a comparison sort is as fast. */
const fewest = 4096;
const digits = 65_536;
/** Which of its four 16-bit words is a number's lowest. */
const lowest = new Uint16Array(Float64Array.of(Number.MIN_VALUE).buffer).indexOf(1);

/**
 * The values in ascending order, none of them negative; the array handed over is scratch afterwards. Radix sort, four
 * digits of 16 bits: the bits of numbers that are not negative order as the numbers do.
 */
export function sortAscending(values: Float64Array): Float64Array {
  const { length } = values;
  if (length < fewest) return values.sort();
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(length);
  for (let digit = 0; digit < 4; digit++) {
    const words = new Uint16Array(from.buffer, from.byteOffset, 4 * length);
    const offset = lowest === 0 ? digit : 3 - digit;
    const next = placesOf(words, offset);
    if (next === undefined) continue;
    for (let i = 0; i < length; i++) {
      const word = words[4 * i + offset] as number;
      const place = next[word] as number;
      next[word] = place + 1;
      to[place] = from[i] as number;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Where the first number with each digit goes; undefined when all have the same. */
function placesOf(words: Uint16Array, offset: number): Uint32Array | undefined {
  const places = new Uint32Array(digits);
  for (let i = offset; i < words.length; i += 4) places[words[i] as number] = (places[words[i] as number] as number) + 1;
  if (places[words[offset] as number] === words.length / 4) return undefined;
  let sum = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = places[digit] as number;
    places[digit] = sum;
    sum += count;
  }
  return places;
}
