import type { Pool } from '../../provider/pool.ts';

/** A request of a batch that waits for a slot. */
export interface Waiting {
  /** It needs none any more. */
  readonly over: boolean;
  /** There is one: takes it at once, or leaves it. */
  start(): void;
}

/** The requests of batches that wait for slots of one pool, first come, first served. */
export interface Lane {
  add(waiting: readonly Waiting[]): void;
}

/** Finished places at the head of the queue that are worth copying the rest. */
const worthCopying = 1024;

/**
 * A lower class than everybody who waits in front of the pool: one starts when nobody else waits and, with it, at least
 * ⌊`spare` · slots⌋ slots are still free.
 */
export function createLane(pool: Pool, spare: number): Lane {
  let queue: Waiting[] = [];
  let head = 0;
  let offering = false;

  function room(): boolean {
    pool.begin();
    return pool.waiting.all === 0 && pool.slots - pool.busy > Math.floor(spare * pool.slots);
  }

  function startAll(): void {
    while (head < queue.length) {
      const first = queue[head] as Waiting;
      if (!first.over && !room()) return;
      head += 1;
      if (!first.over) first.start();
    }
  }

  /** One that ends at once offers its slot while this runs: the loop sees it. */
  function offer(): void {
    if (offering) return;
    offering = true;
    try {
      startAll();
    } finally {
      offering = false;
    }
    if (head > worthCopying && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
    pool.watchSpare(head < queue.length ? offer : undefined);
  }

  return {
    add(waiting) {
      for (const one of waiting) queue.push(one);
      offer();
    },
  };
}
