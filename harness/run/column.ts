import { sortAscending } from './sort-ascending.ts';

const blockLength = 16_384;

/** Numbers from 0 up, one after another in blocks: 8 bytes each, nothing copied while it grows. */
export class Column {
  private readonly blocks: Float64Array[] = [];
  private block = new Float64Array(0);
  private used = 0;

  get length(): number {
    return this.blocks.length * blockLength - this.block.length + this.used;
  }

  push(value: number): void {
    if (this.used === this.block.length) {
      this.block = new Float64Array(blockLength);
      this.blocks.push(this.block);
      this.used = 0;
    }
    this.block[this.used++] = value;
  }

  /** All of it in ascending order. */
  sorted(): Float64Array {
    const { length } = this;
    const all = new Float64Array(length);
    for (const [index, block] of this.blocks.entries()) all.set(block.subarray(0, length - index * blockLength), index * blockLength);
    return sortAscending(all);
  }
}
