import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownFile } from '../../reports/formats/format.ts';
import { openPending, removeLeftovers } from '../../reports/formats/write.ts';
import { InputError } from '../../sim/kernel/problem.ts';

/**
 * Makes the folder and tries to write into it, so that an impossible place is known before a minute of work and not
 * after. A file of somebody else in the place of one of ours is a reason to stop too. What killed runs have left is removed.
 */
export async function checkOutputFolder(folder: string, known: readonly KnownFile[]): Promise<void> {
  const trial = await openPending(folder, known[0]?.name ?? 'trial');
  await trial.abandon();
  await removeLeftovers(
    folder,
    known.map(({ name }) => name),
  );
  const foreign = known.map(({ name, beginning }) => ({ path: join(folder, name), beginning })).filter((file) => isForeign(file));
  if (foreign.length === 0) return;
  const message = 'was not written by at-capacity and is left alone; choose another folder with --out';
  throw new InputError(foreign.map(({ path }) => ({ file: path, message })));
}

/** True for a file that is there, is not empty, and does not begin as ours do. */
export function isForeign({ path, beginning }: { readonly path: string; readonly beginning: string }): boolean {
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
  try {
    const bytes = Buffer.alloc(Buffer.byteLength(beginning));
    const length = readSync(handle, bytes);
    return length > 0 && bytes.toString('utf8', 0, length) !== beginning;
  } catch {
    return true;
  } finally {
    closeSync(handle);
  }
}
