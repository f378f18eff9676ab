import { sortAscending } from './sort-ascending.ts';

const firstLength = 256;
const longest = 16_384;

/** Numbers from 0 up, one after another in blocks, short ones first: 8 bytes each, nothing copied while it grows. */
export class Column {
  readonly #blocks: Float64Array[] = [];
  #last: Float64Array = new Float64Array(0);
  #filled = 0;
  #before = 0;

  get length(): number {
    return this.#before + this.#filled;
  }

  push(value: number): void {
    if (this.#filled === this.#last.length) this.#grow();
    this.#last[this.#filled] = value;
    this.#filled += 1;
  }

  /** All of it in ascending order. */
  sorted(): Float64Array {
    const { length } = this;
    const all = new Float64Array(length);
    let from = 0;
    for (const block of this.#blocks) {
      all.set(from + block.length <= length ? block : block.subarray(0, length - from), from);
      from += block.length;
    }
    sortAscending(all);
    return all;
  }

  #grow(): void {
    this.#before += this.#filled;
    this.#filled = 0;
    this.#last = new Float64Array(Math.min(longest, Math.max(firstLength, 2 * this.#last.length)));
    this.#blocks.push(this.#last);
  }
}
