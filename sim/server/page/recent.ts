import type { State } from '../admin/state.ts';

/** What the counters said at an instant of real time, ms. */
export interface Snapshot {
  readonly atMs: number;
  readonly state: State;
  /** The same for all between two resets: only their counters can be compared. */
  readonly life: object;
}

/** As far back as the page looks, ms. */
export const minuteMs = 60_000;

/** Snapshots of the last minute, the oldest first. */
export class Recent {
  #snapshots: Snapshot[] = [];

  /** Takes the next one. */
  add(snapshot: Snapshot): void {
    this.#snapshots = [...this.comparable(snapshot), snapshot];
    // One from before the minute stays, so that a whole minute can be told.
    while ((this.#snapshots[1]?.atMs ?? Number.POSITIVE_INFINITY) <= snapshot.atMs - minuteMs) this.#snapshots.shift();
  }

  /** Those of the same life as `now`. */
  comparable(now: Snapshot): readonly Snapshot[] {
    return this.#snapshots.filter(({ life }) => life === now.life);
  }
}

/** The last one from at least `ms` before `now`, else the oldest; `now` itself where there is none. */
export function earlier(snapshots: readonly Snapshot[], now: Snapshot, ms: number): Snapshot {
  return snapshots.findLast(({ atMs }) => atMs <= now.atMs - ms) ?? snapshots[0] ?? now;
}
