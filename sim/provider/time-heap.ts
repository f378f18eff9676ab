/** Times with a number each, earliest first; equal times come out in the order they went in. Binary heap over flat arrays. */
export class TimeHeap {
  #times: Float64Array = new Float64Array(64);
  #order: Float64Array = new Float64Array(64);
  #values: Float64Array = new Float64Array(64);
  #length = 0;
  #sequence = 0;

  get length(): number {
    return this.#length;
  }

  /** Earliest time, Infinity when empty. */
  get first(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] as number);
  }

  push(time: number, value: number): void {
    if (this.#length === this.#times.length) this.#grow();
    const times = this.#times;
    const order = this.#order;
    const values = this.#values;
    let place = this.#length++;
    // A newcomer has the largest sequence number, so that among equal times it stays below.
    while (place > 0) {
      const above = (place - 1) >> 1;
      if ((times[above] as number) <= time) break;
      times[place] = times[above] as number;
      order[place] = order[above] as number;
      values[place] = values[above] as number;
      place = above;
    }
    times[place] = time;
    order[place] = this.#sequence++;
    values[place] = value;
  }

  /** Takes the earliest out and returns its number. */
  pop(): number {
    const times = this.#times;
    const order = this.#order;
    const values = this.#values;
    const top = values[0] as number;
    const length = --this.#length;
    const time = times[length] as number;
    const rank = order[length] as number;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= length) break;
      const right = below + 1;
      if (right < length && earlier(times, order, right, below)) below = right;
      const childTime = times[below] as number;
      if (childTime > time || (childTime === time && (order[below] as number) > rank)) break;
      times[place] = childTime;
      order[place] = order[below] as number;
      values[place] = values[below] as number;
      place = below;
    }
    times[place] = time;
    order[place] = rank;
    values[place] = values[length] as number;
    return top;
  }

  #grow(): void {
    const size = this.#times.length * 2;
    const copy = (from: Float64Array): Float64Array => {
      const to = new Float64Array(size);
      to.set(from);
      return to;
    };
    this.#times = copy(this.#times);
    this.#order = copy(this.#order);
    this.#values = copy(this.#values);
  }
}

function earlier(times: Float64Array, order: Float64Array, a: number, b: number): boolean {
  const ta = times[a] as number;
  const tb = times[b] as number;
  return ta < tb || (ta === tb && (order[a] as number) < (order[b] as number));
}
