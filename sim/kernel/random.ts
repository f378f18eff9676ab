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
        (((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r + 13731.69376550946) * r +
          1971.5909503065513) *
          r +
          133.14166789178438) *
          r +
          3.3871328727963665)) /
      (((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r + 5394.196021424751) * r +
        687.1870074920579) *
        r +
        42.31333070160091) *
        r +
        1)
    );
  }
  let r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  let value: number;
  if (r <= 5) {
    r -= 1.6;
    value =
      (((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r + 1.2704582524523684) * r +
        3.6478483247632045) *
        r +
        5.769497221460691) *
        r +
        4.630337846156546) *
        r +
        1.4234371107496835) /
      (((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r + 0.14810397642748008) * r +
        0.6897673349851) *
        r +
        1.6763848301838038) *
        r +
        2.053191626637759) *
        r +
        1);
  } else {
    r -= 5;
    value =
      (((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r + 0.026532189526576124) * r +
        0.29656057182850487) *
        r +
        1.7848265399172913) *
        r +
        5.463784911164114) *
        r +
        6.657904643501103) /
      (((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r + 0.0007868691311456133) * r +
        0.014875361290850615) *
        r +
        0.1369298809227358) *
        r +
        0.599832206555888) *
        r +
        1);
  }
  return q < 0 ? -value : value;
}
