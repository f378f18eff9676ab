/** A sum whose parts count half as much after each half-life, ms. */
export class DecayedSum {
  readonly #halfLifeMs: number;
  #value = 0;
  #atMs = 0;

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs;
  }

  at(nowMs: number): number {
    return this.#value * Math.exp((-Math.LN2 * Math.max(0, nowMs - this.#atMs)) / this.#halfLifeMs);
  }

  add(nowMs: number, part: number): void {
    this.#value = this.at(nowMs) + part;
    this.#atMs = Math.max(this.#atMs, nowMs);
  }
}
