import type { RealTime } from '../../sim/kernel/wall-clock.ts';

/** Time that passes `scale` times as fast as another one. */
export function fasterTime(time: RealTime, scale: number): RealTime {
  if (scale === 1) return time;
  return { nowMs: () => time.nowMs() * scale, wait: (ms, run) => time.wait(ms / scale, run) };
}
