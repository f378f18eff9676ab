/** Things by a number, the least first; of equal ones the first that came. */
export interface Heap<T> {
  readonly length: number;
  readonly first: T | undefined;
  push(thing: T, by: number): void;
  /** Does nothing for one that is not inside. */
  remove(thing: T): void;
}

interface Place<T> {
  readonly thing: T;
  readonly by: number;
  /** How many came before. */
  readonly turn: number;
  index: number;
}

/** A binary heap that knows where everybody is: push and remove are O(log n). */
export function newHeap<T>(): Heap<T> {
  const heap: Place<T>[] = [];
  const places = new Map<T, Place<T>>();
  let turns = 0;

  const put = (place: Place<T>, index: number): void => {
    place.index = index;
    heap[index] = place;
  };
  /** Brings a place up or down to where it belongs, from `index`, which is free. */
  const settle = (place: Place<T>, index: number): void => {
    let at = index;
    for (let up = (at - 1) >>> 1; at > 0 && isBefore(place, heap[up]); up = (at - 1) >>> 1) {
      put(heap[up] as Place<T>, at);
      at = up;
    }
    for (let down = lesser(heap, at); isBefore(heap[down], place); down = lesser(heap, at)) {
      put(heap[down] as Place<T>, at);
      at = down;
    }
    put(place, at);
  };
  return {
    get length() {
      return heap.length;
    },
    get first() {
      return heap[0]?.thing;
    },
    push(thing, by) {
      const place = { thing, by, turn: turns, index: heap.length };
      turns += 1;
      places.set(thing, place);
      settle(place, heap.length);
    },
    remove(thing) {
      const place = places.get(thing);
      if (place === undefined) return;
      places.delete(thing);
      const last = heap.pop();
      if (last !== undefined && last !== place) settle(last, place.index);
    },
  };
}

/** The child that comes first; past the end when there is none. */
function lesser<T>(heap: readonly Place<T>[], index: number): number {
  const left = 2 * index + 1;
  return isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
}

function isBefore<T>(one: Place<T> | undefined, other: Place<T> | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.by < other.by || (one.by === other.by && one.turn < other.turn);
}
