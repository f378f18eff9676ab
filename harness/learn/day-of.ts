import type { Learnt, Slice } from './learnt.ts';
import { loadOf } from './load.ts';

/** Requests and tenants' calls that a replication may have to simulate: a second or two. */
const mostCalls = 600_000;

/** What a scenario takes for an hour of its day. */
export interface DayHour {
  /** Whether the log has calls in it; the others are like the nearest that has. */
  readonly seen: boolean;
  readonly perHour: number;
  readonly ownErlang: number;
  /** Share of the slots that others ask for. */
  readonly others: number;
  /** Whether `others` is an estimate; else a load that would refuse about half a call more than was refused. */
  readonly estimate: boolean;
}

/** The day of a scenario: its hours, and which of them it runs. */
export interface Day {
  readonly hours: readonly DayHour[];
  readonly from: number;
  /** Minutes. */
  readonly minutes: number;
  readonly short: 'no' | 'unseen' | 'busy';
}

/** Whether a log is long enough for a scenario: it has an hour with a rate. */
export function hasDay({ working, hours }: Learnt): boolean {
  return (working ?? hours).some(isSeen);
}

const isSeen = ({ days, arrivals }: Slice): boolean => days > 0 && arrivals.perHour !== null;

/** A working day where the log tells it from the weekend, else every day, on a pool of `slots` slots, which others hold as long as the log's own calls. */
export function dayOf(learnt: Learnt, slots: number, serviceMs: number, shared: boolean): Day {
  const slices = learnt.working ?? learnt.hours;
  const known = slices.map((slice) => (isSeen(slice) ? hourOf(slice, slots, serviceMs, shared) : undefined));
  const hours = known.map((hour, at): DayHour => hour ?? { ...nearest(known, at), seen: false });
  return { hours, ...stretchOf(hours, ({ perHour, others }) => perHour + (others * slots * 3_600_000) / serviceMs) };
}

function hourOf({ arrivals, full, ownErlang }: Slice, slots: number, serviceMs: number, shared: boolean): DayHour {
  const perHour = arrivals.perHour ?? 0;
  const own = ownErlang ?? (perHour * serviceMs) / 3_600_000;
  if (!shared || full === null || full.share === null) return { seen: true, perHour, ownErlang: own, others: 0, estimate: false };
  const estimate = full.part >= 20;
  const share = estimate ? full.share : (full.part + 0.5) / (full.whole + 1);
  const load = loadOf(Math.min(share, 0.99), slots) ?? 0;
  return { seen: true, perHour, ownErlang: own, others: Math.max(0, load - own) / slots, estimate };
}

const nothing: DayHour = { seen: false, perHour: 0, ownErlang: 0, others: 0, estimate: false };

function nearest(hours: readonly (DayHour | undefined)[], at: number): DayHour {
  for (let away = 1; away <= 12; away += 1) {
    const found = hours[(at + 24 - away) % 24] ?? hours[(at + away) % 24];
    if (found !== undefined) return found;
  }
  return nothing;
}

/** All of the day; of a log that has not seen all of it what it has; of a very busy one its busiest hours. */
function stretchOf(hours: readonly DayHour[], calls: (hour: DayHour) => number): Pick<Day, 'from' | 'minutes' | 'short'> {
  const total = hours.reduce((sum, hour) => sum + (hour.seen ? calls(hour) : 0), 0);
  if (total > mostCalls) return busiest(hours, calls);
  if (hours.every(({ seen }) => seen)) return { from: 0, minutes: 1440, short: 'no' };
  let best = { from: 0, length: 0 };
  for (let from = 0; from < 24; from += 1) {
    let length = 0;
    while (length < 24 && hours[(from + length) % 24]?.seen === true) length += 1;
    if (length > best.length) best = { from, length };
  }
  return { from: best.from, minutes: best.length * 60, short: 'unseen' };
}

function busiest(hours: readonly DayHour[], calls: (hour: DayHour) => number): Pick<Day, 'from' | 'minutes' | 'short'> {
  const loads = hours.map((hour) => (hour.seen ? calls(hour) : 0));
  const top = loads.indexOf(Math.max(...loads));
  if ((loads[top] ?? 0) > mostCalls)
    return { from: top, minutes: Math.max(1, Math.floor((60 * mostCalls) / (loads[top] ?? 1))), short: 'busy' };
  let [from, to, sum] = [top, top + 1, loads[top] ?? 0];
  for (;;) {
    const [before, after] = [from > 0 ? (loads[from - 1] ?? 0) : 0, to < 24 ? (loads[to] ?? 0) : 0];
    const next = Math.max(before, after);
    if (next <= 0 || sum + next > mostCalls) return { from, minutes: (to - from) * 60, short: 'busy' };
    sum += next;
    if (before >= after) from -= 1;
    else to += 1;
  }
}
