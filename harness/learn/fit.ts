import type { Interval } from '../../reports/result/summary.ts';
import type { Cell } from './cells.ts';
import { rateOf, shareOf } from './figures.ts';

/** How well the hours of earlier days say what later ones had. */
export interface Fit {
  readonly learnedDays: number;
  readonly heldDays: number;
  /** Calls: hours of the day compared, those whose intervals meet, and Σ|said − came| / Σ came. */
  readonly arrivals: { readonly hours: number; readonly met: number; readonly error: number | null };
  /** Refused first calls: the same, and what was said and what came over the held-out days. */
  readonly refused: { readonly hours: number; readonly met: number; readonly said: number | null; readonly came: number | null };
}

/** Days below which none can be held out. */
const fewestDays = 4;

/** Hours of attempts, whose refusals are counted, and of what is counted as calls: requests where a log has them. */
export interface FitCells {
  readonly attempts: readonly Cell[];
  readonly arrivals: readonly Cell[];
}

/** Hours learnt from the first three quarters of the days against the last quarter; null for fewer than four days. */
export function fitOf({ attempts, arrivals: arrived }: FitCells): Fit | null {
  const days = [...new Set(attempts.filter(({ coveredMs }) => coveredMs > 0).map(dayOf))];
  if (days.length < fewestDays) return null;
  const held = new Set(days.slice(days.length - Math.ceil(days.length / 4)));
  const groupsOf = (all: readonly Cell[]): readonly Group[] =>
    Array.from({ length: 24 }, (_, hour) => {
      const own = all.filter((cell) => cell.hour === hour);
      return { learned: own.filter((cell) => !held.has(dayOf(cell))), came: own.filter((cell) => held.has(dayOf(cell))) };
    });
  const [arrivals, refused] = [arrivalsFit(groupsOf(arrived)), refusedFit(groupsOf(attempts))];
  return { learnedDays: days.length - held.size, heldDays: held.size, arrivals, refused };
}

const dayOf = ({ run, day }: Cell): string => `${run} ${day}`;

interface Group {
  readonly learned: readonly Cell[];
  readonly came: readonly Cell[];
}

function arrivalsFit(groups: readonly Group[]): Fit['arrivals'] {
  let [hours, met, apart, all] = [0, 0, 0, 0];
  for (const { learned, came } of groups) {
    const [said, found] = [rateOf(learned), rateOf(came)];
    if (said.perHour === null || found.perHour === null || said.interval === null || found.interval === null) continue;
    hours += 1;
    if (meet(said.interval, found.interval)) met += 1;
    apart += Math.abs(said.perHour - found.perHour);
    all += found.perHour;
  }
  return { hours, met, error: all > 0 ? apart / all : null };
}

function refusedFit(groups: readonly Group[]): Fit['refused'] {
  let [hours, met, saidSum, part, whole] = [0, 0, 0, 0, 0];
  for (const { learned, came } of groups) {
    const [said, found] = [shareOf(learned), shareOf(came)];
    if (said.share === null || found.share === null || said.interval === null || found.interval === null) continue;
    hours += 1;
    if (meet(said.interval, found.interval)) met += 1;
    saidSum += said.share * found.whole;
    part += found.part;
    whole += found.whole;
  }
  return { hours, met, said: whole > 0 ? saidSum / whole : null, came: whole > 0 ? part / whole : null };
}

function meet(one: Interval, other: Interval): boolean {
  return one[0] <= other[1] && other[0] <= one[1];
}
