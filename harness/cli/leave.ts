import { removeTemporaries } from '../../reports/formats/write.ts';
import { exitCodes } from './exit.ts';

let asked = false;

/** Ends the program at once, whatever still goes on. */
export function leave(code: number): never {
  asked = true;
  process.exit(code);
}

/** Leaves no temporary file behind however the program ends, and says so when somebody else ends it. */
export function watchTheEnd(): void {
  process.on('exit', () => {
    removeTemporaries();
    if (asked) return;
    process.exitCode = exitCodes.wrongUse;
    process.stderr.write('Ended before it was done: a module of the scenario ends the program, or waits for what never comes.\n');
  });
}

/**
 * Ends the program once everything written has been read, with the code that stands then: what cannot be written is told last.
 * Timers of a user's module would keep it alive.
 */
export async function leaveQuietly(code: () => number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  await compiled();
  leave(code());
}

/**
 * Time for V8 to end the compilations that it does beside us: Node waits for them when it exits, and one that needs a
 * collection then waits for a thread that is leaving, for ever (nodejs/node issue 54918). The more has run, the more is
 * compiled; a short command does not wait.
 */
function compiled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(50, process.uptime() * 20)));
}
