import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tell, unwritable } from './tell.mjs';

/** Time in which a process that has made the lock file must have written its id into it. */
const graceMs = 5000;

/**
 * Runs `work` while no other process sets up the same folder. The lock is a file with the owner's process id;
 * the lock of a process that is gone is taken over.
 */
export async function withLock(root, work) {
  const file = join(root, '.set-up.lock');
  await acquire(file, root);
  const release = () => rmSync(file, { force: true });
  const onSignal = (signal) => {
    release();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    release();
  }
}

async function acquire(file, root) {
  for (let told = false; ; ) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw unwritable(error, root) ?? error;
    }
    if (abandoned(file)) {
      takeAway(file);
      continue;
    }
    if (!told) tell('Another set-up of this folder is under way; waiting for it.');
    told = true;
    await sleep(200);
  }
}

function abandoned(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner === 0) return Date.now() - statSync(file).mtimeMs > graceMs;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Renaming is atomic: of several processes that found the lock abandoned, one moves it away. */
function takeAway(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  rmSync(aside, { force: true });
}
