import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Which versions of which files something was made from. */
export type Stamps = ReadonlyMap<string, string>;

const pollMs = 200;

export function stampsOf(files: Iterable<string>): Stamps {
  return new Map([...files].map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'none';
  }
}

/**
 * Resolves to true once a file differs from its stamp and has then been left alone for a moment, to false when the signal
 * aborts first. Looks at the files instead of asking the system to report: editors replace files, and some systems report
 * nothing from network drives.
 */
export async function changed(stamps: Stamps, signal: AbortSignal): Promise<boolean> {
  let before = stamps;
  let different = false;
  for (;;) {
    try {
      await sleep(pollMs, undefined, { signal });
    } catch {
      return false;
    }
    const now = stampsOf(stamps.keys());
    const moved = [...now].some(([file, stamp]) => before.get(file) !== stamp);
    if (different && !moved) return true;
    different ||= moved;
    before = now;
  }
}
