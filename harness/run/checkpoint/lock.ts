import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * Takes a file for this process alone; a process that was killed has lost it. Returns what gives it back, or the id of the
 * process that has it. Throws what the system says.
 */
export function lock(path: string): (() => void) | number {
  const name = `${path}.lock`;
  for (;;) {
    try {
      const file = openSync(name, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(name, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = holderOf(name);
      if (holder !== undefined) return holder;
      rmSync(name, { force: true });
    }
  }
}

/** Undefined when whoever wrote it is gone. */
function holderOf(name: string): number | undefined {
  let id: number;
  try {
    id = Number(readFileSync(name, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // In a container that was started anew this process may have the number of the one before.
  return Number.isSafeInteger(id) && id > 0 && id !== process.pid && isRunning(id) ? id : undefined;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
