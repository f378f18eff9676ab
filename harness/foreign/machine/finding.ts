/**
 * What happened in the thread that somebody should know of:
 * `unhandled`: a promise was rejected and nobody looked; `uncaught`: an exception that nobody caught;
 * `refused`: a way out of the process, which was not taken; `real`: something that lives in real time was started;
 * `odd`: a call that does something else than it says.
 */
export interface Finding {
  readonly kind: 'unhandled' | 'uncaught' | 'refused' | 'real' | 'odd';
  readonly what: string;
  /** Virtual time of its first time, ms. */
  readonly atMs: number;
  /** `module:line` of the user's code, where it is known. */
  readonly where: string | undefined;
  /** How often the same was found at the same place. */
  readonly times: number;
}

export interface Findings {
  readonly list: readonly Finding[];
  note(kind: Finding['kind'], what: string, where: string | undefined): void;
}

/** Different findings that are kept; what repeats is counted, what is beyond is left out. */
const most = 1000;

export function createFindings(nowMs: () => number): Findings {
  const list: Finding[] = [];
  const places = new Map<string, number>();
  return {
    list,
    note: (kind, what, where) => {
      const key = JSON.stringify([kind, what, where]);
      const place = places.get(key);
      const there = place === undefined ? undefined : list[place];
      if (place !== undefined && there !== undefined) list[place] = { ...there, times: there.times + 1 };
      else if (list.length < most) {
        places.set(key, list.length);
        list.push({ kind, what, atMs: nowMs(), where, times: 1 });
      }
    },
  };
}
