import { InputError } from '../../../sim/kernel/problem.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** InputError for strategies that are the user's code, which has its own way to a server. */
export function refuseCode({ strategies }: Scenario): void {
  const problems = strategies
    .filter(({ code }) => code !== undefined)
    .map(({ name }) => ({
      message: `strategy ${name} is code of yours, which runs in virtual time: leave it out of a live run, or point it at serve`,
    }));
  if (problems.length > 0) throw new InputError(problems);
}
