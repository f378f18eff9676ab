import { CodedError } from '../../sim/kernel/errors.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { formatProblem, InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';

/** How the program ends; the same numbers for every command. */
export const exitCodes = {
  done: 0,
  /** A fault of this program, or a strategy that could not be simulated to its end. */
  internal: 1,
  /** Wrong options, a scenario with mistakes, a file that cannot be read or written. */
  wrongUse: 2,
  /** `check` found something worse than its baseline or an SLO missed, `run --enforce` the latter, or `tune` no safe value. */
  gateFailed: 3,
  /** The figures do not decide what is asked, a baseline is missing or unreadable, or nothing was measured. */
  cannotDecide: 4,
  interrupted: 130,
} as const;

/** More lines than this say nothing new. */
const mostProblems = 200;

/** Says what went wrong, on stderr, and returns the exit code. */
export function fail(error: unknown, debug: boolean): number {
  if (error instanceof InputError) {
    for (const problem of error.problems.slice(0, mostProblems)) process.stderr.write(`${visible(formatProblem(problem))}\n`);
    const more = error.problems.length - mostProblems;
    if (more > 0) process.stderr.write(`… and ${more} more\n`);
    if (debug) process.stderr.write(`${error.stack ?? ''}\n`);
    return exitCodes.wrongUse;
  }
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof CodedError ? ` (${error.code})` : '';
  process.stderr.write(`at-capacity ${packageVersion()}: internal error${code}: ${visible(message)}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.stderr.write(
    debug
      ? 'This is a fault of at-capacity, not yours. Please report it with the scenario, the command line and the lines above.\n'
      : 'This is a fault of at-capacity, not yours. Please report it with the scenario, the command line and what --debug adds.\n',
  );
  return exitCodes.internal;
}
