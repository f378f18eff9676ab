import { mean } from 'simple-statistics';
import { equalGoodput } from '../recommend/winner.ts';
import { type Block, fewestBlocks } from './blocks.ts';
import { moveBoundaries } from './boundaries.ts';
import { failedShare, hoursOfDay, inHours, refusedShare, sumOf } from './day.ts';
import { type DaysOf, type SuitRules, suited } from './suited.ts';

/** What the day asks for, as far as values were tried: of each block the smallest of its positions is to be taken. */
export type DayPlan = readonly Block[];

/** The fewest blocks of the day that no one value suits together, each judged as a whole; one block where one value suits all hours. */
export function dayPlan(days: DaysOf, rules: SuitRules): DayPlan {
  const suitedAt = hoursOfDay.map((hour) => suited(days, [hour], rules, hoursOfDay.length));
  const blocks = fewestBlocks(suitedAt);
  const judged = joined(blocks.map(({ hours }): Block => ({ hours, positions: suited(days, hours, rules, blocks.length) })));
  if (judged.length < 2) return judged;
  return moveBoundaries(judged, {
    score: (hour, position) => mean((days.get(position) ?? []).map((day) => inHours(day, [hour]).good)),
    isSuited: (hour, position) => suitedAt[hour]?.includes(position) === true,
  });
}

const smallest = ({ positions }: Block): number => positions[0] ?? 0;

/** Neighbours that take the same are one. */
function joined(blocks: DayPlan): DayPlan {
  const found: Block[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last !== undefined && smallest(last) === smallest(block))
      found[found.length - 1] = { ...last, hours: [...last.hours, ...block.hours] };
    else found.push(block);
  }
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || first === last || smallest(first) !== smallest(last)) return found;
  return [...found.slice(1, -1), { ...last, hours: [...last.hours, ...first.hours] }];
}

/** Positions still to be tried: the middles of gaps beside what suits a block; none where one value suits all hours. */
export function planGaps(plan: DayPlan, tried: readonly number[]): readonly number[] {
  if (plan.length < 2) return [];
  const middles = plan.flatMap(({ positions }) => {
    const [low, high] = [positions[0] ?? 0, positions.at(-1) ?? 0];
    const below = tried.findLast((position) => position < low);
    const above = tried.find((position) => position > high);
    return [...middle(below, low), ...middle(high, above)];
  });
  return [...new Set(middles)].toSorted((a, b) => a - b);
}

function middle(lower: number | undefined, upper: number | undefined): readonly number[] {
  return lower === undefined || upper === undefined || upper - lower < 2 ? [] : [Math.floor((lower + upper) / 2)];
}

/** Position of the value to take in each hour of the day. */
export function planAt(plan: DayPlan): readonly number[] {
  return hoursOfDay.map((hour) => smallest(plan.find(({ hours }) => hours.includes(hour)) ?? { hours: [], positions: [0] }));
}

/**
 * Whether a plan is worth replications of its own, by what its values came to in its hours. Beside the one value at `position`:
 * it gives more than 1 % more good answers, or brings first attempts refused into balance for at most 1 % less. Where no one
 * value is to be taken (null): errors are within their bound.
 */
export function promises(days: DaysOf, plan: DayPlan, position: number | null, { balance, errorRate }: SuitRules): boolean {
  if (plan.length < 2) return false;
  const all = (from: number, hours: readonly number[]) => sumOf((days.get(from) ?? []).map((day) => inHours(day, hours)));
  const planned = sumOf(plan.map((block) => all(smallest(block), block.hours)));
  if (position === null) return errorRate === null || failedShare(planned) <= errorRate;
  const constant = all(position, hoursOfDay);
  if (equalGoodput * planned.good > constant.good) return true;
  return planned.good >= equalGoodput * constant.good && refusedShare(planned) < balance && refusedShare(constant) >= balance;
}
