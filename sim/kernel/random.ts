/**
 * Luck by counter: a draw is a pure function of (seed, replication, stream name, entity, n), so no draw depends on the
 * order in which others are taken. Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers:
 * as easy as 1, 2, 3", SC11), 64-bit key, in 32-bit integers.
 */

let word0 = 0;
let word1 = 0;

/** Encrypts the counter (c0, c1) under the key (k0, k1); the result is left in `word0` and `word1`. */
function threefry(k0: number, k1: number, c0: number, c1: number): void {
  const k2 = k0 ^ k1 ^ 0x1bd11bda;
  let x = (c0 + k0) | 0;
  let y = (c1 + k1) | 0;
  x = (x + y) | 0;
  y = ((y << 13) | (y >>> 19)) ^ x;
  x = (x + y) | 0;
  y = ((y << 15) | (y >>> 17)) ^ x;
  x = (x + y) | 0;
  y = ((y << 26) | (y >>> 6)) ^ x;
  x = (x + y) | 0;
  y = ((y << 6) | (y >>> 26)) ^ x;
  x = (x + k1) | 0;
  y = (y + k2 + 1) | 0;
  x = (x + y) | 0;
  y = ((y << 17) | (y >>> 15)) ^ x;
  x = (x + y) | 0;
  y = ((y << 29) | (y >>> 3)) ^ x;
  x = (x + y) | 0;
  y = ((y << 16) | (y >>> 16)) ^ x;
  x = (x + y) | 0;
  y = ((y << 24) | (y >>> 8)) ^ x;
  x = (x + k2) | 0;
  y = (y + k0 + 2) | 0;
  x = (x + y) | 0;
  y = ((y << 13) | (y >>> 19)) ^ x;
  x = (x + y) | 0;
  y = ((y << 15) | (y >>> 17)) ^ x;
  x = (x + y) | 0;
  y = ((y << 26) | (y >>> 6)) ^ x;
  x = (x + y) | 0;
  y = ((y << 6) | (y >>> 26)) ^ x;
  x = (x + k0) | 0;
  y = (y + k1 + 3) | 0;
  x = (x + y) | 0;
  y = ((y << 17) | (y >>> 15)) ^ x;
  x = (x + y) | 0;
  y = ((y << 29) | (y >>> 3)) ^ x;
  x = (x + y) | 0;
  y = ((y << 16) | (y >>> 16)) ^ x;
  x = (x + y) | 0;
  y = ((y << 24) | (y >>> 8)) ^ x;
  x = (x + k1) | 0;
  y = (y + k2 + 4) | 0;
  x = (x + y) | 0;
  y = ((y << 13) | (y >>> 19)) ^ x;
  x = (x + y) | 0;
  y = ((y << 15) | (y >>> 17)) ^ x;
  x = (x + y) | 0;
  y = ((y << 26) | (y >>> 6)) ^ x;
  x = (x + y) | 0;
  y = ((y << 6) | (y >>> 26)) ^ x;
  word0 = (x + k2) | 0;
  word1 = (y + k0 + 5) | 0;
}

/** The two output words, unsigned; for the published test vectors. */
export function threefry2x32(key: readonly [number, number], counter: readonly [number, number]): [number, number] {
  threefry(key[0] | 0, key[1] | 0, counter[0] | 0, counter[1] | 0);
  return [word0 >>> 0, word1 >>> 0];
}

/** Draws of one purpose in one replication. */
export class Stream {
  readonly #k0: number;
  readonly #k1: number;

  constructor(k0: number, k1: number) {
    this.#k0 = k0 | 0;
    this.#k1 = k1 | 0;
  }

  /** A uniform number in the open interval (0, 1), 52 bits; `entity` and `n` are integers below 2^32. */
  uniform(entity: number, n: number): number {
    threefry(this.#k0, this.#k1, entity, n);
    return ((word0 >>> 6) * 67108864 + (word1 >>> 6) + 0.5) / 4503599627370496;
  }
}

/** All the luck of one replication. */
export class Luck {
  readonly #k0: number;
  readonly #k1: number;

  /** `seed` is an integer in 0 … 2^53 − 1, `replication` one below 2^32. */
  constructor(seed: number, replication: number) {
    threefry(seed | 0, Math.floor(seed / 4294967296) | 0, replication, 0x61636170);
    this.#k0 = word0;
    this.#k1 = word1;
  }

  /** The stream of this name (and sub-name, e.g. a target); renaming another one changes nothing here. */
  stream(name: string, sub = ''): Stream {
    const text = `${name}\u0000${sub}`;
    let k0 = this.#k0;
    let k1 = this.#k1;
    for (let i = 0; i < text.length; i++) {
      threefry(k0, k1, text.charCodeAt(i), i);
      k0 = word0;
      k1 = word1;
    }
    return new Stream(k0, k1);
  }
}

/** Quantile of the standard normal distribution; Wichura's AS 241 (PPND16, Applied Statistics 37, 1988), about 16 digits. */
export function probit(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q *
        (((((((2509.0809287301226727 * r + 33430.575583588128105) * r + 67265.770927008700853) * r + 45921.953931549871457) * r +
          13731.693765509461125) *
          r +
          1971.5909503065514427) *
          r +
          133.14166789178437745) *
          r +
          3.387132872796366608)) /
      (((((((5226.495278852854561 * r + 28729.085735721942674) * r + 39307.89580009271061) * r + 21213.794301586595867) * r +
        5394.1960214247511077) *
        r +
        687.1870074920579083) *
        r +
        42.313330701600911252) *
        r +
        1)
    );
  }
  let r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  let value: number;
  if (r <= 5) {
    r -= 1.6;
    value =
      (((((((7.7454501427834140764e-4 * r + 0.0227238449892691845833) * r + 0.24178072517745061177) * r + 1.27045825245236838258) * r +
        3.64784832476320460504) *
        r +
        5.7694972214606914055) *
        r +
        4.6303378461565452959) *
        r +
        1.42343711074968357734) /
      (((((((1.05075007164441684324e-9 * r + 5.475938084995344946e-4) * r + 0.0151986665636164571966) * r + 0.14810397642748007459) * r +
        0.68976733498510000455) *
        r +
        1.6763848301838038494) *
        r +
        2.05319162663775882187) *
        r +
        1);
  } else {
    r -= 5;
    value =
      (((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 0.0012426609473880784386) * r + 0.026532189526576123093) * r +
        0.29656057182850489123) *
        r +
        1.7848265399172913358) *
        r +
        5.4637849111641143699) *
        r +
        6.6579046435011037772) /
      (((((((2.04426310338993978564e-15 * r + 1.4215117583164458887e-7) * r + 1.8463183175100546818e-5) * r + 7.868691311456132591e-4) * r +
        0.0148753612908506148525) *
        r +
        0.13692988092273580531) *
        r +
        0.59983220655588793769) *
        r +
        1);
  }
  return q < 0 ? -value : value;
}
