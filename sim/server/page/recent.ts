import type { State } from '../admin/state.ts';

/** What the counters said at an instant of real time, ms. */
export interface Snapshot {
  readonly atMs: number;
  readonly state: State;
}

/** As far back as the page looks, ms. */
export const minuteMs = 60_000;

/** Snapshots of the last minute, the oldest first. */
export class Recent {
  #snapshots: Snapshot[] = [];

  /** Takes the next one. After a reset everything begins anew: nothing of before can be compared with it. */
  add(snapshot: Snapshot): void {
    const last = this.#snapshots.at(-1);
    if (last !== undefined && snapshot.state.time.sinceStartMs < last.state.time.sinceStartMs) this.#snapshots = [];
    // One from before the minute stays, so that a whole minute can be told.
    while ((this.#snapshots[1]?.atMs ?? Number.POSITIVE_INFINITY) <= snapshot.atMs - minuteMs) this.#snapshots.shift();
    this.#snapshots.push(snapshot);
  }

  get all(): readonly Snapshot[] {
    return this.#snapshots;
  }
}

/** The last one from at least `ms` before `now`, else the oldest; `now` itself where there is none. */
export function earlier(snapshots: readonly Snapshot[], now: Snapshot, ms: number): Snapshot {
  return snapshots.findLast(({ atMs }) => atMs <= now.atMs - ms) ?? snapshots[0] ?? now;
}
