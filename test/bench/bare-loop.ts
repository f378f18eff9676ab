import { Luck } from '../../sim/kernel/random.ts';

/**
 * The bench's queueing model as tight as it is written by hand: callbacks over typed arrays, one pending event a request, no
 * client, no provider, no records. It runs on the engine's luck, in whole microseconds and in the same order of events, so
 * that its counts must equal the engine's to the unit.
 */

/** A bound on an attempt; an end that is known to come first needs no timer. */
const patience = 60_000_000;
const slots = 8;
const perSecond = 7;
const meanService = 1_000_000;
const base = 1_000_000;
const mostAttempts = 5;
/** Requests that can be open at once: some dozens are at this load. */
const room = 4096;
/** Completions come before arrivals and retries of the same microsecond; below them events keep their order. */
const completion = 0;
const arrival = 2 ** 40;

export interface BareCounts {
  readonly requests: number;
  readonly attempts: number;
  readonly refused: number;
  readonly failed: number;
}

type Callback = (id: number, now: number) => void;

/** A binary heap of events: when, in which order of that instant, what is called, and for whom. */
class EventHeap {
  private readonly at = new Float64Array(room);
  private readonly rank = new Float64Array(room);
  private readonly owner = new Int32Array(room);
  private readonly calls: Callback[] = new Array<Callback>(room);
  private sequence = 0;
  length = 0;

  push(at: number, order: number, call: Callback, owner: number): void {
    const rank = order + this.sequence++;
    let place = this.length++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.before(at, rank, above)) break;
      this.move(above, place);
      place = above;
    }
    this.put(place, at, rank, call, owner);
  }

  /** Takes the first out and calls it. */
  fire(): void {
    const now = this.at[0] as number;
    const id = this.owner[0] as number;
    const call = this.calls[0] as Callback;
    const last = --this.length;
    const at = this.at[last] as number;
    const rank = this.rank[last] as number;
    let place = 0;
    for (let below = 1; below < last; below = 2 * place + 1) {
      if (below + 1 < last && this.before(this.at[below + 1] as number, this.rank[below + 1] as number, below)) below += 1;
      if (this.before(at, rank, below)) break;
      this.move(below, place);
      place = below;
    }
    this.put(place, at, rank, this.calls[last] as Callback, this.owner[last] as number);
    call(id, now);
  }

  private before(at: number, rank: number, place: number): boolean {
    const other = this.at[place] as number;
    return at < other || (at === other && rank < (this.rank[place] as number));
  }

  private move(from: number, to: number): void {
    this.put(to, this.at[from] as number, this.rank[from] as number, this.calls[from] as Callback, this.owner[from] as number);
  }

  private put(place: number, at: number, rank: number, call: Callback, owner: number): void {
    this.at[place] = at;
    this.rank[place] = rank;
    this.calls[place] = call;
    this.owner[place] = owner;
  }
}

/** All requests that arrive before `end`, microseconds, driven to their outcomes. */
export function bareLoop(end: number, seed: number, replication: number, target: string): BareCounts {
  const luck = new Luck(seed, replication);
  const arrivals = luck.stream('arrivals');
  const service = luck.stream('service');
  const jitter = luck.stream('retry 0', target);
  const heap = new EventHeap();
  const entity = new Uint32Array(room);
  const sends = new Uint8Array(room);
  const late = new Uint8Array(room);
  const free = Int32Array.from({ length: room - 1 }, (_, i) => i + 1);
  let freeLength = free.length;
  let nextArrival = 0;
  let busy = 0;
  let requests = 0;
  let attempts = 0;
  let refused = 0;
  let failed = 0;

  function awaitArrival(): void {
    nextArrival += (-Math.log(arrivals.uniform(requests, 0)) / perSecond) * 1e6;
    if (Math.round(nextArrival) < end) heap.push(Math.round(nextArrival), arrival, arrive, 0);
  }

  function arrive(_: number, now: number): void {
    const id = free[--freeLength] as number;
    entity[id] = requests++;
    sends[id] = 0;
    send(id, now);
    awaitArrival();
  }

  function send(id: number, now: number): void {
    attempts += 1;
    sends[id] = (sends[id] as number) + 1;
    if (busy >= slots) {
      refused += 1;
      retry(id, now);
      return;
    }
    busy += 1;
    const whole = Math.round(-meanService * Math.log1p(-service.uniform(entity[id] as number, 0)));
    late[id] = whole > patience ? 1 : 0;
    heap.push(now + Math.min(whole, patience), completion, finish, id);
  }

  function retry(id: number, now: number): void {
    const made = sends[id] as number;
    if (made < mostAttempts) {
      const wait = Math.round(jitter.uniform(entity[id] as number, 2 * (made - 1)) * base * (1 << (made - 1)));
      heap.push(now + wait, arrival, send, id);
      return;
    }
    failed += 1;
    free[freeLength++] = id;
  }

  function finish(id: number, now: number): void {
    busy -= 1;
    if (late[id] === 1) retry(id, now);
    else free[freeLength++] = id;
  }

  awaitArrival();
  while (heap.length > 0) heap.fire();
  return { requests, attempts, refused, failed };
}
