import type { ReplicationFold } from '../fold.ts';
import { kornGraubard } from '../stats/korn-graubard.ts';
import { against } from './line.ts';
import type { Tried } from './tried.ts';
import type { Gain } from './tune-answer.ts';

/** The same fresh replications of a schedule, or of the one value to take. */
export interface Ran {
  readonly tried: Tried;
  readonly replications: readonly ReplicationFold[];
}

/** What a schedule gains over the one value (null: none was found); null when nothing is shown, or not that it meets every bound. */
export function gainOf(schedule: Ran, constant: Ran | null, { paired, balance }: { paired: boolean; balance: number }): Gain | null {
  if (schedule.tried.standing !== 'met' || !schedule.tried.goodputs.some((goodput) => goodput > 0)) return null;
  if (constant === null) return 'bounds';
  if (against({ paired }, constant.tried, schedule.tried) === 'worse') return 'goodput';
  const isBalanced = (refusedInterval(schedule)?.[1] ?? 1) < balance;
  const isOff = (refusedInterval(constant)?.[0] ?? 0) >= balance;
  return isBalanced && isOff && against({ paired }, schedule.tried, constant.tried) === 'within' ? 'refusals' : null;
}

function refusedInterval({ replications }: Ran): ReturnType<typeof kornGraubard> {
  return kornGraubard(replications.map(({ attempts: { firstRefused, firstSent } }) => ({ part: firstRefused, whole: firstSent })));
}
