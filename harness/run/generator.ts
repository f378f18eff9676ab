import { eventClass, Timer } from '../../sim/kernel/clock.ts';
import type { Arrival } from '../workload/arrivals/arrivals.ts';
import { Batch } from './batch.ts';
import { Books, type Generator, type GeneratorOptions } from './books.ts';

/** Hands requests to the clients as the workload says; `entity` k goes to client k mod n. */
export function createGenerator(options: GeneratorOptions): Generator {
  const books = new Books(options);
  const { arrivals } = options;
  if (arrivals.kind === 'open') new OpenLoop(books, arrivals.next).prime();
  else if (arrivals.kind === 'users')
    for (let user = 0; user < arrivals.count; user++) new User(books, user, arrivals.count, arrivals.thinkMs).think();
  else {
    const batch = new Batch(books, arrivals);
    books.batch = batch;
    batch.prime();
  }
  return books;
}

/** Arrivals that wait for nobody; all of one instant in one event, so that a burst is no chain. */
class OpenLoop extends Timer {
  readonly #books: Books;
  readonly #next: () => Arrival | undefined;
  #arrival: Arrival | undefined;

  constructor(books: Books, next: () => Arrival | undefined) {
    super();
    this.#books = books;
    this.#next = next;
  }

  prime(): void {
    this.#arrival = this.#next();
    const { clock, end } = this.#books.options;
    if (this.#arrival !== undefined && this.#arrival.atMicros < end && this.#books.more)
      clock.arm(this, this.#arrival.atMicros, eventClass.arrival);
  }

  fire(): void {
    const { clock, end } = this.#books.options;
    // A clock of real time may be late: what was due by now, and never what is due after the end.
    const due = Math.min(clock.now(), end - 1);
    let arrival = this.#arrival;
    while (arrival !== undefined && arrival.atMicros <= due && this.#books.more) {
      this.#books.begin(this.#books.offered, arrival.atMicros, arrival);
      arrival = this.#next();
    }
    this.#arrival = arrival;
    if (arrival !== undefined && arrival.atMicros < end && this.#books.more) clock.arm(this, arrival.atMicros, eventClass.arrival);
  }
}

/** Closed loop: thinks, asks, waits for the answer, thinks again. The i-th question of user u is entity i · users + u. */
class User extends Timer {
  readonly #books: Books;
  readonly #users: number;
  readonly #thinkMs: number;
  #entity: number;

  constructor(books: Books, user: number, users: number, thinkMs: number) {
    super();
    this.#books = books;
    this.#users = users;
    this.#thinkMs = thinkMs;
    this.#entity = user;
  }

  think(): void {
    const { clock, think, end } = this.#books.options;
    const ms = -this.#thinkMs * Math.log1p(-think.uniform(this.#entity, 0));
    const at = clock.now() + Math.round(ms * 1000);
    if (at < end && this.#books.more) clock.arm(this, at, eventClass.arrival);
  }

  fire(): void {
    const entity = this.#entity;
    this.#entity += this.#users;
    if (this.#books.more) this.#books.begin(entity, this.#books.options.clock.now(), undefined, () => this.think());
  }
}
