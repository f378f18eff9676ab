import { readFileSync } from 'node:fs';

/** True when no such process runs any more; one that waits for somebody to take its exit code does not run. */
export function gone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
