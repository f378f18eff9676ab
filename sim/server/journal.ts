import type { RefusedBy } from '../provider/answer.ts';
import type { AttemptRecord, Watcher } from './attempt-record.ts';
import { zeroTally } from './books.ts';

/** So many attempts are kept by default. */
export const usualJournal = 1000;

/** Exact, however little is kept. */
export interface JournalCounters {
  /** Attempts that are over; each is admitted, refused or undecided. */
  readonly ended: number;
  readonly admitted: number;
  readonly refused: Readonly<Record<RefusedBy, number>>;
  /** The client left before either. */
  readonly undecided: number;
  /** Their client left before the end; of admitted ones too. */
  readonly left: number;
  readonly tokensWritten: number;
}

/** An attempt that is over; numbered from 1 in the order in which they end. */
export interface Kept {
  readonly id: number;
  readonly record: Readonly<AttemptRecord>;
}

/** Keeps the latest attempts that are over in a ring, and counts all of them. */
export class Journal implements Watcher {
  readonly #size: number;
  readonly #ring: Readonly<AttemptRecord>[] = [];
  /** Ids of the latest one, and of the latest one that was forgotten on purpose. */
  #last = 0;
  #cleared = 0;
  #counters = zeroCounters();

  constructor(size: number) {
    this.#size = size;
  }

  get counters(): JournalCounters {
    return { ...this.#counters, refused: { ...this.#counters.refused } };
  }

  /** Ids of what is kept: from `oldest` to `newest`; nothing is where the second is less. */
  get oldest(): number {
    return Math.max(this.#cleared, this.#last - this.#size) + 1;
  }

  get newest(): number {
    return this.#last;
  }

  attempt(record: Readonly<AttemptRecord>): void {
    if (this.#size > 0) this.#ring[this.#last % this.#size] = record;
    this.#last += 1;
    const counters = this.#counters;
    counters.ended += 1;
    counters.tokensWritten += record.tokensWritten;
    if (record.left) counters.left += 1;
    if (record.outcome === 'admitted' || record.outcome === 'undecided') counters[record.outcome] += 1;
    else counters.refused[record.outcome] += 1;
  }

  /** Those after the id `after`, the oldest first, at most `limit`. */
  read(after: number, limit: number): readonly Kept[] {
    const from = Math.max(this.oldest, after + 1);
    const count = Math.max(0, Math.min(limit, this.#last - from + 1));
    return Array.from({ length: count }, (_, i) => ({ id: from + i, record: this.#ring[(from + i - 1) % this.#size] as AttemptRecord }));
  }

  /** Forgets all and counts from 0; ids go on. */
  clear(): void {
    this.#cleared = this.#last;
    this.#ring.length = 0;
    this.#counters = zeroCounters();
  }

  /** As if nothing had ever come. */
  restart(): void {
    this.clear();
    this.#last = 0;
    this.#cleared = 0;
  }
}

function zeroCounters() {
  return { ended: 0, admitted: 0, refused: zeroTally().refused, undecided: 0, left: 0, tokensWritten: 0 };
}
