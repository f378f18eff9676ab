/** Something that is kept for its owner. */
interface Kept {
  /** Memory, more or less. */
  readonly bytes: number;
  /** It may go when there is no room. */
  readonly over: boolean;
  /** It goes. */
  drop(): void;
}

/** What one request of a batch takes beside its text, bytes, roundly. */
export const requestBytes = 1000;

/** Entries by their ids, in the order in which they came: so many of so many bytes at most. */
export interface Shelf<Entry extends Kept> {
  get(id: string): Entry | undefined;
  /** The newest first. */
  all(): readonly (readonly [id: string, entry: Entry])[];
  /** Whether there is room for `bytes` more, once the oldest ones that are over have gone. They go, unless that is not enough. */
  makeRoom(bytes: number): boolean;
  put(id: string, entry: Entry): void;
  remove(id: string): void;
}

export function createShelf<Entry extends Kept>(most: number, mostBytes: number): Shelf<Entry> {
  const entries = new Map<string, Entry>();
  const remove = (id: string): void => {
    entries.get(id)?.drop();
    entries.delete(id);
  };
  const fits = (beside: readonly Entry[], bytes: number): boolean =>
    beside.length < most && beside.reduce((sum, entry) => sum + entry.bytes, bytes) <= mostBytes;
  return {
    get: (id) => entries.get(id),
    all: () => [...entries].reverse(),
    makeRoom(bytes) {
      const running = [...entries.values()].filter(({ over }) => !over);
      if (!fits(running, bytes)) return false;
      for (const [id, { over }] of entries) {
        if (fits([...entries.values()], bytes)) break;
        if (over) remove(id);
      }
      return true;
    },
    put: (id, entry) => void entries.set(id, entry),
    remove,
  };
}
