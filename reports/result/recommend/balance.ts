import type { Result } from '../result.ts';
import { selectionSet } from '../sets.ts';
import { isLimit } from './limit-key.ts';
import { refusedRates, type SweptChoice } from './swept.ts';
import { percent } from './words.ts';

export interface Balance {
  readonly balancePoint: number | null;
  readonly balanceReason: string | null;
}

/** Why even the smallest value refuses too many first attempts. */
function noneReason(swept: SweptChoice, rate: number | null, result: Result): string {
  const least = swept.values[0];
  if (least === undefined || rate === null) return 'none: no first attempt was sent';
  const provider =
    selectionSet(result)
      .cohort(least.candidate.name)
      ?.replications.map(({ provider }) => provider) ?? [];
  if (provider.some(({ tenantArrivals }) => tenantArrivals > 0)) {
    return `none: other tenants fill the provider at peak; a limit cannot help below ${percent(rate)}`;
  }
  return `none: at ${swept.parameter} ${least.text}, the smallest tried, ${percent(rate)} of first attempts are refused`;
}

function differs(swept: SweptChoice, point: { value: number; rate: number }, bound: number): string | null {
  const value = swept.chosen?.value ?? null;
  if (value === null || value === point.value) return null;
  return value > point.value
    ? `above ${point.value} more than ${percent(bound)} of first attempts are refused, yet ${value} has more goodput: so low a limit sheds more than it saves`
    : `up to ${point.value} fewer than ${percent(bound)} of first attempts are refused, but more than ${value} has no more goodput`;
}

/**
 * The largest swept limit whose first attempts are refused in less than `recommend.balance` of cases, and why it is not the
 * recommended one. It is a notion of limits; another swept parameter has none. `rates` are shares of first attempts refused,
 * one a value.
 */
export function balanceAmong(result: Result, swept: SweptChoice, rates: readonly (number | null)[]): Balance {
  if (!isLimit(swept.parameter)) return { balancePoint: null, balanceReason: `none: ${swept.parameter} is not a limit` };
  const bound = result.scenario.recommend.balance;
  const under = swept.values.flatMap(({ value }, i) => {
    const rate = rates[i] ?? null;
    return rate !== null && rate < bound ? [{ value, rate }] : [];
  });
  const point = under.at(-1);
  if (point === undefined) return { balancePoint: null, balanceReason: noneReason(swept, rates[0] ?? null, result) };
  return { balancePoint: point.value, balanceReason: differs(swept, point, bound) };
}

/** The same from the replications that a run selects on. */
export function balanceOf(result: Result, swept: SweptChoice): Balance {
  return balanceAmong(result, swept, refusedRates(swept, selectionSet(result)));
}
