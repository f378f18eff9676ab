const blockLength = 16_384;

/** Numbers one after another in blocks: 8 bytes each, nothing copied while it grows. */
export class Column {
  readonly #blocks: Float64Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const place = this.#length % blockLength;
    if (place === 0) this.#blocks.push(new Float64Array(blockLength));
    (this.#blocks[this.#blocks.length - 1] as Float64Array)[place] = value;
    this.#length += 1;
  }

  /** All of it in ascending order, followed by `tail` times +∞. */
  sorted(tail = 0): Float64Array {
    const all = new Float64Array(this.#length + tail);
    for (const [index, block] of this.#blocks.entries()) {
      const from = index * blockLength;
      all.set(from + blockLength <= this.#length ? block : block.subarray(0, this.#length - from), from);
    }
    all.subarray(0, this.#length).sort();
    all.fill(Number.POSITIVE_INFINITY, this.#length);
    return all;
  }
}
