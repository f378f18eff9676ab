/** Something that happened in a job and that somebody should know of. */
export interface Notice {
  /** What the strategy does, such as `asks for api.example.com:443`. */
  readonly what: string;
  /** How often; undefined where that depends on the machine. */
  readonly times: number | undefined;
}

/** What is noticed of the strategies of a run. */
export interface Notices {
  add(strategyIndex: number, replication: number, notices: readonly Notice[]): void;
  /** Forgets what later replications of a strategy said than the one that ended it. */
  dropAfter(strategyIndex: number, replication: number): void;
  /** A sentence for each thing, over all replications, in the order of the strategies. */
  sentences(nameOf: (strategyIndex: number) => string): readonly string[];
}

/** Sentences of one strategy. */
const most = 10;

export function createNotices(): Notices {
  const all = new Map<number, Map<number, readonly Notice[]>>();
  return {
    add(strategyIndex, replication, notices) {
      if (notices.length === 0) return;
      const own = all.get(strategyIndex) ?? new Map<number, readonly Notice[]>();
      all.set(strategyIndex, own.set(replication, notices));
    },
    dropAfter(strategyIndex, last) {
      const own = all.get(strategyIndex);
      for (const replication of [...(own?.keys() ?? [])]) if (replication > last) own?.delete(replication);
    },
    sentences: (nameOf) =>
      ascending(all).flatMap(([index, own]) => {
        const times = totals(ascending(own).flatMap(([, notices]) => notices));
        const told = [...times]
          .slice(0, most)
          .map(([what, n]) => `${what}${n === undefined ? '' : ` (${n === 1 ? 'once' : `${n} times`})`}`);
        const more = times.size > most ? [`… and ${times.size - most} more of the kind`] : [];
        return [...told, ...more].map((what) => `${nameOf(index)} ${what}`);
      }),
  };
}

/** Keys in their order, whenever they came. */
function ascending<Value>(map: ReadonlyMap<number, Value>): readonly (readonly [number, Value])[] {
  return [...map].toSorted(([a], [b]) => a - b);
}

function totals(notices: readonly Notice[]): ReadonlyMap<string, number | undefined> {
  const times = new Map<string, number | undefined>();
  for (const { what, times: n } of notices) times.set(what, n === undefined ? undefined : (times.get(what) ?? 0) + n);
  return times;
}
