import type { RequestClass } from '../../reports/result/outcome.ts';
import { Callback, eventClass, Timer } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import { longestChain } from '../../sim/kernel/virtual-clock.ts';
import type { Settled, Underway } from '../client/settled.ts';
import type { BatchArrivals } from '../workload/arrivals/arrivals.ts';
import { type BatchStore, createBatchStore } from './batch-store.ts';
import type { Books } from './books.ts';

interface Entry {
  readonly job: number;
}

/** After these a batch with checkpoints pauses. */
const busy: ReadonlySet<RequestClass> = new Set<RequestClass>(['capacity', 'rate_limited', 'exhausted']);

/**
 * Jobs that are there at once; workers take them in order, a failed one goes to the tail and is submitted again. With a
 * checkpoint they are taken in chunks: one is done before the next begins, and whenever there is no capacity nothing new
 * begins for a while. A crash ends the process that does all this: what was under way is cut, and only the store is left.
 */
export class Batch extends Timer {
  readonly #books: Books;
  readonly #spec: BatchArrivals;
  readonly #entries: readonly Entry[];
  readonly #restart: Timer;
  readonly #underway = new Set<Underway>();
  #store: BatchStore = createBatchStore();
  /** Jobs of the chunk that wait, from `head` on. */
  #queue: Entry[] = [];
  #head = 0;
  /** Jobs of the chunk that are not done. */
  #left = 0;
  #free = 0;
  #pausedUntil = 0;
  /** Failures at the instant of the last one: a job may be refused before it has been handed over, and no time passes. */
  #failures = { at: -1, count: 0 };
  /** Processes so far; what an earlier one asked for is nothing to a later one. */
  #process = 0;

  constructor(books: Books, spec: BatchArrivals) {
    super();
    this.#books = books;
    this.#spec = spec;
    this.#entries = Array.from({ length: spec.jobs }, (_, job) => ({ job }));
    this.#restart = new Callback(() => this.#start());
  }

  /** What is left when the process ends. */
  get store(): BatchStore {
    return this.#store;
  }

  /** Keeps what is done there, and goes on from what it holds; to be said before the batch begins. */
  keepIn(store: BatchStore): void {
    this.#store = store;
  }

  prime(): void {
    const { clock } = this.#books.options;
    clock.arm(this.#restart, Math.round(this.#spec.atMs * 1000), eventClass.arrival);
    for (const atMs of this.#spec.crashesMs) clock.arm(new Callback(() => this.crash()), Math.round(atMs * 1000), eventClass.arrival);
  }

  /** The process that works through the batch ends, and begins anew after a while; nothing happens before the first or after the last job. */
  crash(): void {
    const { clock, checkpoint } = this.#books.options;
    if (this.#process === 0 || this.#store.size === this.#entries.length) return;
    this.#process += 1;
    clock.disarm(this);
    for (const request of [...this.#underway]) request.abort('caller');
    this.#underway.clear();
    this.#store = checkpoint === undefined ? createBatchStore() : this.#store.reread();
    clock.arm(this.#restart, clock.now() + Math.round(this.#spec.restartMs * 1000), eventClass.arrival);
  }

  /** A process begins: it knows what the store says. */
  #start(): void {
    this.#process += 1;
    this.#free = this.#spec.workers;
    this.#pausedUntil = 0;
    this.#nextChunk();
    this.fire();
  }

  #nextChunk(): void {
    const { store } = this;
    const every = this.#books.options.checkpoint?.every ?? this.#entries.length;
    const chunk = this.#entries.slice(store.checkpoint, store.checkpoint + every);
    this.#queue = chunk.filter(({ job }) => !store.has(job));
    this.#head = 0;
    this.#left = this.#queue.length;
    if (this.#left === 0 && chunk.length > 0) {
      store.mark(store.checkpoint + chunk.length);
      this.#nextChunk();
    }
  }

  fire(): void {
    const { clock, end } = this.#books.options;
    if (clock.now() < this.#pausedUntil) {
      clock.arm(this, this.#pausedUntil, eventClass.arrival);
      return;
    }
    // A job that fails is submitted again until the run's end, so that a provider that is down cannot go on for ever.
    while (clock.now() < end && clock.now() >= this.#pausedUntil && this.#free > 0 && this.#books.more) {
      const entry = this.#queue[this.#head];
      if (entry === undefined) return;
      this.#checkProgress();
      this.#head += 1;
      this.#begin(entry);
    }
  }

  /** Throws `livelock` when every job has failed more than once at this instant: the next one would fail as well. */
  #checkProgress(): void {
    const { at, count } = this.#failures;
    if (at !== this.#books.options.clock.now() || count <= Math.max(longestChain, 2 * this.#left)) return;
    throw new CodedError('livelock', `${count} jobs of the batch have failed at ${at / 1e6} s, one after another without time passing`);
  }

  #begin(entry: Entry): void {
    const { clock } = this.#books.options;
    const process = this.#process;
    let request: Underway | undefined;
    this.#free -= 1;
    const ended = (run: Settled): void => {
      if (request !== undefined) this.#underway.delete(request);
      over = true;
      if (process !== this.#process) return;
      this.#free += 1;
      if (run.class === 'ok') this.#done(entry, run);
      else this.#failed(entry, run);
      // Not at once: a chain of refusals would otherwise be recursion.
      if (!this.armed) clock.arm(this, Math.max(clock.now(), this.#pausedUntil), eventClass.arrival);
    };
    let over = false;
    this.#store.begun(entry.job);
    request = this.#books.begin(entry.job, clock.now(), undefined, ended, entry);
    if (request !== undefined && !over) this.#underway.add(request);
  }

  #done({ job }: Entry, { tokens, endedAt }: Settled): void {
    this.#store.write({ job, tokens });
    this.#left -= 1;
    if (this.#left > 0) return;
    if (this.#store.size === this.#entries.length) this.#books.batchMs = [this.#spec.atMs, endedAt / 1000];
    this.#nextChunk();
  }

  #failed(entry: Entry, { class: outcome }: Settled): void {
    const { clock, checkpoint } = this.#books.options;
    const now = clock.now();
    this.#store.failed(entry.job);
    this.#failures = { at: now, count: this.#failures.at === now ? this.#failures.count + 1 : 1 };
    this.#queue.push(entry);
    if (checkpoint === undefined || !busy.has(outcome)) return;
    this.#pausedUntil = now + Math.round(checkpoint.pause * 1000);
    clock.arm(this, this.#pausedUntil, eventClass.arrival);
  }
}
