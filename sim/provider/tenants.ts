import type { Steps } from '../curves/curve.ts';
import { Inverter } from '../curves/inverter.ts';
import { splice } from '../curves/splice.ts';
import type { Luck, Stream } from '../kernel/random.ts';
import type { TenantsSpec } from './spec.ts';
import { TimeHeap } from './time-heap.ts';

/** Longest chain of tries one tenant may make; the number of the try is packed beside the tenant's own. */
const mostTries = 64;

export interface TenantsOptions {
  readonly spec: TenantsSpec;
  readonly pool: string;
  /** Offered load over time, as a share of the nominal slots, noise included. */
  readonly load: Steps;
  readonly nominalSlots: number;
  /** Start of the run, microseconds, by default 0: they come from max(10 · hold, 60 s) before it. */
  readonly startsAt?: number | undefined;
  /** Mean holding time, microseconds. */
  readonly meanHold: number;
  /** Holding time in microseconds of the quantile u. */
  readonly hold: (u: number) => number;
  readonly luck: Luck;
}

/**
 * Everybody else who uses a pool: Poisson arrivals at rate load(t) · nominal slots / mean hold, in batches where asked,
 * each holding one slot. Not processes: a next arrival and two heaps that the pool looks at when it is looked at. The
 * j-th tenant's luck is keyed by (seed, replication, pool, j), so tenants come at the same instants whatever we do.
 */
export class Tenants {
  /** When slots come back. */
  readonly departures = new TimeHeap();
  /** Start of the unreported run-in: max(10 · hold, 60 s) before the start; before 0 the load is that of 0. */
  readonly beginsAt: number;
  readonly #retries = new TimeHeap();
  readonly #options: TenantsOptions;
  readonly #arrivals: Stream;
  readonly #holds: Stream;
  readonly #waits: Stream;
  readonly #tries: number;
  readonly #base: number;
  readonly #batch: number;
  /** Arrivals of a batch that are still to come at `#batchAt`. */
  #inBatch = 0;
  #batchAt: number;
  /** Batches so far; with the place in the batch it numbers the tenants. */
  #batches = 0;
  /** Arrivals of a batch a second where the load is 1. */
  readonly #perSecond: number;
  #cumulative: Inverter;
  #load: Steps;
  /** How often the load was exchanged. */
  #exchanges = 0;

  constructor(options: TenantsOptions) {
    this.#options = options;
    const { spec, luck, pool } = options;
    this.#arrivals = luck.stream('tenant-arrivals', pool);
    this.#holds = luck.stream('tenant-holds', pool);
    this.#waits = luck.stream('tenant-waits', pool);
    this.#tries = spec.retry === 'none' ? 1 : Math.min(mostTries, spec.retry.attempts);
    this.#base = spec.retry === 'none' ? 0 : spec.retry.base * 1000;
    this.#batch = spec.batch;
    this.beginsAt = (options.startsAt ?? 0) - Math.round(Math.max(10 * options.meanHold, 60_000_000));
    this.#perSecond = options.nominalSlots / (options.meanHold / 1e6) / spec.batch;
    this.#load = options.load;
    this.#cumulative = new Inverter(options.load, { scale: this.#perSecond, fromMicros: this.beginsAt });
    this.#batchAt = this.#nextBatch(0);
  }

  /** Offered load over time, as a share of the nominal slots. */
  get load(): Steps {
    return this.#load;
  }

  /**
   * Another load from `now` on, when everybody who comes until then was taken. The next arrival is drawn anew: a Poisson
   * process forgets how long it has waited. Whoever was refused and comes again does so as ever.
   */
  exchangeLoad(load: Steps, now: number): void {
    this.#load = splice(this.#load, load, now);
    this.#cumulative = new Inverter(this.#load, { scale: this.#perSecond, fromMicros: now });
    this.#exchanges += 1;
    this.#batchAt = this.#nextBatch(this.#exchanges);
  }

  /** The slots that a load of 1 would fill. */
  get nominalSlots(): number {
    return this.#options.nominalSlots;
  }

  /** Microseconds. */
  get meanHold(): number {
    return this.#options.meanHold;
  }

  /** When the next tenant comes, for the first time or again. */
  get nextAt(): number {
    return Math.min(this.#batchAt, this.#retries.first);
  }

  /** The tenant who comes at `nextAt`: his number and the number of his try (from 1), packed. */
  take(): number {
    if (this.#retries.first < this.#batchAt) return this.#retries.pop();
    if (this.#inBatch === 0) this.#inBatch = this.#batch;
    this.#inBatch -= 1;
    const tenant = this.#batches * this.#batch + this.#inBatch;
    if (this.#inBatch === 0) {
      this.#batches += 1;
      this.#batchAt = this.#nextBatch(0);
    }
    return tenant * mostTries + 1;
  }

  /** The tenant has a slot from `now` on. */
  admit(packed: number, now: number): void {
    const tenant = Math.floor(packed / mostTries);
    this.departures.push(now + Math.round(this.#options.hold(this.#holds.uniform(tenant, 0))), 0);
  }

  /** The tenant was refused: he comes again after base · 2^(k−1) · U(0, 1), k his tries so far, or gives up. */
  refuse(packed: number, now: number): void {
    const tries = packed % mostTries;
    if (tries >= this.#tries) return;
    let wait = this.#base;
    for (let k = 1; k < tries; k++) wait *= 2;
    const tenant = Math.floor(packed / mostTries);
    this.#retries.push(now + Math.round(wait * this.#waits.uniform(tenant, tries)), packed + 1);
  }

  #nextBatch(draw: number): number {
    return Math.round(this.#cumulative.next(-Math.log(this.#arrivals.uniform(this.#batches, draw))));
  }
}
