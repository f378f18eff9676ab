import type { RealTime } from '../../sim/kernel/wall-clock.ts';

/** The longest delay a Node timer keeps, ms; a longer one fires at once, again and again for whoever looks at the clock. */
const longestMs = 2_147_483_647;

/** This machine's own time. A wait that no timer keeps ends early. */
export const realTime: RealTime = {
  nowMs: () => performance.now(),
  wait(ms, run) {
    const timer = setTimeout(run, Math.min(longestMs, ms));
    return () => clearTimeout(timer);
  },
};
