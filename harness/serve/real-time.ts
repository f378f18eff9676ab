import type { RealTime } from '../../sim/kernel/wall-clock.ts';

/** This machine's own time. */
export const realTime: RealTime = {
  nowMs: () => performance.now(),
  wait(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
