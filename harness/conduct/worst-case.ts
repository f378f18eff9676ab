/** Counts occasions, and keeps the first of the worst as an example. */
export class WorstCase {
  count = 0;
  of = 0;
  worst: number | null = null;
  example: string | null = null;

  add(size: number, example: () => string): void {
    this.count += 1;
    if (this.worst !== null && size <= this.worst) return;
    this.worst = size;
    this.example = example();
  }

  result(): { readonly count: number; readonly of: number; readonly worst: number | null; readonly example: string | null } {
    const { count, of, worst, example } = this;
    return { count, of, worst, example };
  }
}
