import type { Clock } from '../../../sim/kernel/clock.ts';
import { dressed, replace } from './replace.ts';

/** `performance.now` and `timeOrigin`, `process.hrtime` and `uptime`: time since the clock began. */
export function installMonotonic(clock: Clock, startEpochMs: number): void {
  const { hrtime } = process;
  const nowMs = (): number => clock.now() / 1000;
  replace(performance, 'now', dressed(nowMs, performance.now));
  replace(performance, 'timeOrigin', startEpochMs);
  replace(process, 'uptime', () => clock.now() / 1e6);
  const time = (before?: [number, number]): [number, number] => {
    // Node's own words for what is no time.
    if (before !== undefined && (!Array.isArray(before) || before.length !== 2)) return hrtime(before);
    const now = clock.now() - (before === undefined ? 0 : before[0] * 1e6 + before[1] / 1000);
    const seconds = Math.floor(now / 1e6);
    return [seconds, Math.round((now - seconds * 1e6) * 1000)];
  };
  const bigint = (): bigint => BigInt(Math.round(clock.now() * 1000));
  replace(process, 'hrtime', Object.assign(time, { bigint }));
}
