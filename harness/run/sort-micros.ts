const bits = 11;
const buckets = 1 << bits;
const mask = buckets - 1;
/** Fewer than these sort as fast by comparison. */
const worthwhile = 2000;

/**
 * Sorts milliseconds ascending, in place. Where they are whole microseconds below 2^32 (71 minutes) by radix, three passes of
 * 11 bits over integers, which is several times faster than comparing; else by comparison. The values stay the same to the bit.
 */
export function sortMicros(ms: Float64Array): void {
  const micros = ms.length < worthwhile ? undefined : wholeMicros(ms);
  if (micros === undefined) {
    ms.sort();
    return;
  }
  let from = micros;
  let to = new Uint32Array(micros.length);
  for (let shift = 0; shift < 32; shift += bits) {
    const ends = new Uint32Array(buckets);
    for (const value of from) ends[(value >>> shift) & mask]! += 1;
    let sum = 0;
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = ends[bucket] as number;
      ends[bucket] = sum;
      sum += count;
    }
    for (const value of from) {
      const bucket = (value >>> shift) & mask;
      to[ends[bucket] as number] = value;
      ends[bucket]! += 1;
    }
    [from, to] = [to, from];
  }
  for (let i = 0; i < ms.length; i++) ms[i] = (from[i] as number) / 1000;
}

/** The same numbers in microseconds; undefined when one of them is not whole, or too large. */
function wholeMicros(ms: Float64Array): Uint32Array<ArrayBuffer> | undefined {
  const micros = new Uint32Array(ms.length);
  for (let i = 0; i < ms.length; i++) {
    const value = ms[i] as number;
    const whole = Math.round(value * 1000);
    if (whole > 4_294_967_295 || whole / 1000 !== value) return undefined;
    micros[i] = whole;
  }
  return micros;
}
