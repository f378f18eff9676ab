import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Takes a file for this process alone; a process that was killed has lost it. Returns what gives it back, or the id of the
 * process that has it. Throws what the system says.
 */
export function lock(path: string): (() => void) | number {
  const name = `${path}.lock`;
  const own = `${name}.${process.pid}`;
  // It comes with its content: an empty one would look like that of nobody.
  writeFileSync(own, String(process.pid));
  try {
    for (;;) {
      try {
        linkSync(own, name);
        return () => rmSync(name, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = holderOf(name);
      if (holder !== undefined) return holder;
      const other = takeAway(name, own);
      if (other !== undefined) return other;
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock of one who is gone away; the id of somebody who has taken it since, to whom it is given back. */
function takeAway(name: string, own: string): number | undefined {
  const away = `${own}.away`;
  try {
    renameSync(name, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const holder = holderOf(away);
  if (holder === undefined) rmSync(away, { force: true });
  else renameSync(away, name);
  return holder;
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
