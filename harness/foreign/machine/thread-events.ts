import { placeName, where } from '../where.ts';
import { callingPlace } from './calling-place.ts';
import type { Findings } from './finding.ts';
import { replace } from './replace.ts';

/**
 * Listens to what Node says of the thread: that its loop died, that something was thrown and not caught. It stands before all
 * listeners, so that nobody can take it away: those of the user hear of exceptions as well, but never of `beforeExit`, which
 * comes after every event, as long as `died` says that the thread goes on.
 */
export function listenToThread(findings: Findings, died: () => boolean): void {
  const { emit } = process;
  const toListeners = (name: string, args: unknown[]): boolean => Reflect.apply(emit, process, [name, ...args]) as boolean;
  replace(process, 'emit', (name: string, ...args: unknown[]): boolean => {
    if (name === 'beforeExit') return died() || toListeners(name, args);
    if (name !== 'unhandledRejection' && name !== 'uncaughtException') return toListeners(name, args);
    findings.note(name === 'uncaughtException' ? 'uncaught' : 'unhandled', textOf(args[0]), placeOf(args[0]));
    toListeners(name, args);
    return true;
  });
}

function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'something that cannot be shown';
  }
}

function placeOf(thrown: unknown): string | undefined {
  try {
    return placeName(where(thrown instanceof Error ? thrown.stack : undefined)) ?? callingPlace();
  } catch {
    return undefined;
  }
}
