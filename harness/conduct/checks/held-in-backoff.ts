import type { Count, Finding, Load } from '../check.ts';

/** Seen for less time than this, a limit is none: requests may wait for other reasons. */
const leastShare = 0.9;
/** Held for less of the time, nobody suffers. */
const mostHeld = 0.05;

interface Seen {
  readonly load: Load;
  ms: number;
}

export const heldInBackoff = {
  summary: 'Whether requests that wait between two attempts keep the slots of a concurrency limit that others wait for',
  callerOnly: true,
  start({ timeOf }) {
    const scopes = new Map<number, Map<string, Seen>>();
    let most: { readonly at: number; readonly load: Load } | undefined;
    return {
      passed(scope, load, since, until) {
        if (load.waiting === 0) return;
        const seen = scopes.get(scope) ?? new Map<string, Seen>();
        scopes.set(scope, seen);
        const key = `${load.open}+${load.backingOff}`;
        const entry = seen.get(key) ?? { load, ms: 0 };
        seen.set(key, entry);
        entry.ms += (until - since) / 1000;
        if (most === undefined || load.backingOff > most.load.backingOff) most = { at: since, load };
      },
      result(): Count {
        const held = [...scopes.values()].map((seen) => heldOf([...seen.values()]));
        const sum = (pick: (each: ReturnType<typeof heldOf>) => number) => Math.round(held.reduce((total, each) => total + pick(each), 0));
        const count = sum(({ heldMs }) => heldMs);
        return {
          count,
          of: sum(({ slotMs }) => slotMs),
          worst: most === undefined || count === 0 ? null : most.load.backingOff,
          example:
            most === undefined || count === 0
              ? null
              : `at ${timeOf(most.at)} ${most.load.backingOff} of ${most.load.open + most.load.backingOff} slots waited between two attempts, ${most.load.waiting} ${most.load.waiting === 1 ? 'request' : 'requests'} waited for a slot`,
        };
      },
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No request waited for a slot of a concurrency limit.' }
      : count > mostHeld * of
        ? {
            verdict: 'bad',
            says: `Slots are held in backoff, ${Math.round((100 * count) / of)} % of the slot time while others wait; up to ${worst} at once`,
          }
        : { verdict: 'good', says: 'Slots are free while their requests wait between two attempts' },
  advice: 'Take the slot for each attempt and give it back before the backoff: retry outside of the limit, not inside of it.',
} satisfies Finding;

/** A limit shows as a number of requests that is not exceeded and nearly always reached while others wait. */
function heldOf(seen: readonly Seen[]): { readonly heldMs: number; readonly slotMs: number } {
  const all = seen.reduce((sum, { ms }) => sum + ms, 0);
  const limit = mostOf(seen, ({ load }) => load.open + load.backingOff);
  const within = seen.filter(({ load }) => load.open + load.backingOff === limit);
  const full = within.reduce((sum, { ms }) => sum + ms, 0);
  if (full < leastShare * all) return freeOf(seen, all);
  return { heldMs: within.reduce((sum, { load, ms }) => sum + load.backingOff * ms, 0), slotMs: limit * full };
}

/** Or as a number of attempts, when backoffs hold nothing. */
function freeOf(seen: readonly Seen[], all: number): { readonly heldMs: number; readonly slotMs: number } {
  const limit = mostOf(seen, ({ load }) => load.open);
  const full = seen.reduce((sum, { load, ms }) => (load.open === limit ? sum + ms : sum), 0);
  return { heldMs: 0, slotMs: full < leastShare * all ? 0 : limit * full };
}

/** Of any number of them: spread into arguments, more than some ten thousand end in an error. */
function mostOf(seen: readonly Seen[], pick: (each: Seen) => number): number {
  return seen.reduce((most, each) => Math.max(most, pick(each)), 0);
}
