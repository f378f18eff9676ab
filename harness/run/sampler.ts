import { type Clock, eventClass, Timer } from '../../sim/kernel/clock.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import type { Takers } from '../client/fleet.ts';
import type { Recorder } from './recorder.ts';

export interface SamplerOptions {
  readonly clock: Clock;
  /** Of the window, microseconds. */
  readonly end: number;
  readonly recorder: Recorder;
  readonly fleet: Takers;
  /** Behind the strategy's first target; undefined where it cannot be looked at. */
  readonly pool: Pool | undefined;
}

/** Reads, at the end of every bucket of the timeline, what is a mean over it. */
export class Sampler extends Timer {
  readonly #options: SamplerOptions;
  #bucket = 0;
  #before = { inFlight: 0, waiting: 0, freeSlots: 0, limit: 0 };
  #at = 0;

  constructor(options: SamplerOptions) {
    super();
    this.#options = options;
  }

  start(): void {
    const { clock, end, recorder } = this.#options;
    const length = recorder.options.timeline.bucketSeconds * 1e6;
    clock.arm(this, Math.min(end, (this.#bucket + 1) * length), eventClass.arrival);
  }

  fire(): void {
    const { clock, end, recorder } = this.#options;
    const now = clock.now();
    const areas = this.#areas();
    const passed = now - this.#at;
    for (const column of ['inFlight', 'waiting', 'freeSlots', 'limit'] as const) {
      recorder.options.timeline.means[column][this.#bucket] = passed > 0 ? (areas[column] - this.#before[column]) / passed : 0;
    }
    this.#before = areas;
    this.#at = now;
    this.#bucket += 1;
    if (now < end) this.start();
  }

  #areas(): { inFlight: number; waiting: number; freeSlots: number; limit: number } {
    const { recorder, fleet, pool } = this.#options;
    pool?.observe();
    return {
      inFlight: recorder.inFlightArea(),
      waiting: fleet.permits.reduce((sum, permits) => sum + permits.waitArea(), 0),
      freeSlots: pool?.freeArea() ?? 0,
      limit: fleet.permits.reduce((sum, permits) => sum + permits.limitArea(), 0) / Math.max(1, fleet.permits.length),
    };
  }
}
