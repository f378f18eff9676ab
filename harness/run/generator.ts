import { type Clock, eventClass, Timer } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import type { Settled, Taker } from '../client/settled.ts';
import type { Arrival, Arrivals } from '../workload/arrivals/arrivals.ts';
import { mostRequests } from '../workload/bounds.ts';
import type { SizesOf } from '../workload/sizes.ts';
import type { WorkloadSpec } from '../workload/spec.ts';
import type { Recorder } from './recorder.ts';
import { Ticket } from './ticket.ts';

export interface GeneratorOptions {
  readonly clock: Clock;
  readonly workload: WorkloadSpec;
  readonly arrivals: Arrivals;
  readonly sizes: SizesOf;
  /** Think times of users, keyed by the entity. */
  readonly think: Stream;
  /** Which requests are urgent, keyed by the entity. */
  readonly urgent: Stream;
  readonly clients: readonly Taker[];
  readonly recorder: Recorder;
  /** Microseconds. */
  readonly warmUp: number;
  readonly end: number;
}

/** The generator's side of the books. `open` requests have no outcome yet. */
export interface Generator {
  readonly offered: number;
  readonly started: number;
  readonly open: number;
  /** From a batch's start until its last job was done; null for other workloads, and when jobs were left. */
  readonly makespanMs: number | null;
  /** That span, ms from the start of the run. */
  readonly batchMs: readonly [number, number] | null;
}

/** Hands requests to the clients as the workload says; `entity` k goes to client k mod n. */
export function createGenerator(options: GeneratorOptions): Generator {
  const books = new Books(options);
  const { arrivals } = options;
  if (arrivals.kind === 'open') new OpenLoop(books, arrivals.next).prime();
  else if (arrivals.kind === 'users')
    for (let user = 0; user < arrivals.count; user++) new User(books, user, arrivals.count, arrivals.thinkMs).think();
  else new Batch(books, arrivals).prime();
  return books;
}

class Books implements Generator {
  readonly options: GeneratorOptions;
  offered = 0;
  started = 0;
  open = 0;
  batchMs: readonly [number, number] | null = null;

  constructor(options: GeneratorOptions) {
    this.options = options;
  }

  get makespanMs(): number | null {
    return this.batchMs === null ? null : this.batchMs[1] - this.batchMs[0];
  }

  /** Whether the workload still wants requests. */
  get more(): boolean {
    return this.offered < (this.options.workload.requests ?? Number.POSITIVE_INFINITY);
  }

  begin(entity: number, at: number, traced: Arrival | undefined, done?: (run: Settled) => void, work?: object): void {
    const { workload, clients, recorder, sizes, warmUp, end } = this.options;
    const client = entity % clients.length;
    const urgent = workload.urgent >= 1 || this.options.urgent.uniform(entity, 0) < workload.urgent;
    const ticket = new Ticket(entity, sizes(entity, traced), workload.stream, at, client, at >= warmUp && at < end, work, urgent);
    if (this.offered >= mostRequests) throw new CodedError('bound', `more than ${mostRequests} requests in one replication`);
    this.offered += 1;
    this.started += 1;
    this.open += 1;
    recorder.arrived(ticket);
    const deadlineAt = workload.deadline === undefined ? Number.POSITIVE_INFINITY : at + Math.round(workload.deadline * 1000);
    const ended = (run: Settled): void => {
      this.open -= 1;
      recorder.finished(ticket, run);
      done?.(run);
    };
    (clients[client] as Taker).begin(ticket, deadlineAt, ended);
  }
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

/** Jobs that are there at once; workers take them in order, a failed one goes to the tail and is submitted again. */
class Batch extends Timer {
  readonly #books: Books;
  readonly #atMs: number;
  readonly #queue: { readonly job: number }[];
  #free: number;
  #head = 0;
  #left: number;

  constructor(books: Books, spec: { readonly jobs: number; readonly atMs: number; readonly workers: number }) {
    super();
    this.#books = books;
    this.#atMs = spec.atMs;
    this.#free = spec.workers;
    this.#left = spec.jobs;
    this.#queue = Array.from({ length: spec.jobs }, (_, job) => ({ job }));
  }

  prime(): void {
    this.#books.options.clock.arm(this, Math.round(this.#atMs * 1000), eventClass.arrival);
  }

  fire(): void {
    const { clock, end } = this.#books.options;
    // A job that fails is submitted again until the run's end, so that a provider that is down cannot go on for ever.
    while (clock.now() < end && this.#free > 0 && this.#head < this.#queue.length && this.#books.more) {
      const entry = this.#queue[this.#head++];
      if (entry === undefined) return;
      this.#free -= 1;
      const done = (run: Settled): void => {
        this.#free += 1;
        if (run.class === 'ok') this.#left -= 1;
        else this.#queue.push(entry);
        if (this.#left === 0) this.#books.batchMs = [this.#atMs, run.endedAt / 1000];
        // Not at once: a chain of refusals would otherwise be recursion.
        if (!this.armed) clock.arm(this, clock.now(), eventClass.arrival);
      };
      this.#books.begin(entry.job, clock.now(), undefined, done, entry);
    }
  }
}
