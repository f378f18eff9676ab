import { mean } from 'simple-statistics';
import { equalGoodput } from '../recommend/winner.ts';
import { pairedDifference } from '../stats/paired.ts';
import { tQuantile } from '../stats/student.ts';
import { unpairedDifference } from '../stats/unpaired.ts';
import { type Day, failedShare, inHours, refusedShare, sumOf } from './day.ts';

/** Days of each value that was tried by its position in the values of the line: one a replication, as many of each, two at least. */
export type DaysOf = ReadonlyMap<number, readonly Day[]>;

/** What a value is held to in a part of the day. */
export interface SuitRules {
  /** Same luck in the same replication of every value. */
  readonly paired: boolean;
  /** Share of first attempts refused that is still balance. */
  readonly balance: number;
  /** Bound on the share of failed requests; null without one. */
  readonly errorRate: number | null;
}

/** Shares this close to the least are as good, where none is within its bound. */
const equalShare = 0.01;

/**
 * Values that suit these hours, positions ascending: first those not shown worse than the best there by more than 1 % of goodput,
 * then those of them within the bound on errors, then those with fewer first attempts refused than is balance; where no value is
 * within a bound, those within a point of the least. `looks`: how many parts of the day are looked at, so that all that is
 * "shown" is shown at 95 % of all of them together.
 */
export function suited(days: DaysOf, hours: readonly number[], rules: SuitRules, looks: number): readonly number[] {
  const parts = [...days.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([position, each]) => {
      const counts = each.map((day) => inHours(day, hours));
      return { position, goods: counts.map(({ good }) => good), all: sumOf(counts) };
    });
  const best = parts.reduce((top, part) => (mean(part.goods) > mean(top.goods) ? part : top));
  const alive = parts.filter(({ goods }) => !isWorse(goods, best.goods, rules.paired, looks));
  const bound = rules.errorRate ?? Number.POSITIVE_INFINITY;
  const sound = leastOf(
    alive,
    ({ all }) => failedShare(all),
    (share) => share <= bound,
  );
  return leastOf(
    sound,
    ({ all }) => refusedShare(all),
    (share) => share < rules.balance,
  ).map(({ position }) => position);
}

/** The interval of value − 0.99 · best lies below 0. */
function isWorse(own: readonly number[], best: readonly number[], paired: boolean, looks: number): boolean {
  const most = best.map((good) => equalGoodput * good);
  const difference = (paired ? pairedDifference : unpairedDifference)(own, most);
  if (difference === null || own === best) return false;
  const { value, error, degrees } = difference;
  return value + (error === 0 ? 0 : tQuantile(1 - 0.025 / looks, degrees) * error) < 0;
}

function leastOf<Part>(parts: readonly Part[], shareOf: (part: Part) => number, isWithin: (share: number) => boolean): readonly Part[] {
  const within = parts.filter((part) => isWithin(shareOf(part)));
  if (within.length > 0) return within;
  const least = Math.min(...parts.map(shareOf));
  return parts.filter((part) => shareOf(part) <= least + equalShare);
}
