import type { Defer, DeferScope } from './defer.ts';
import { stepAt } from './defer.ts';

/** Hours of the day, minutes from midnight; on the days named. */
export interface WindowSpec {
  readonly days: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * Hours that are known to be quiet: inside them nothing is held; a request that comes outside is taken up at
 * opens + U · (closes − opens) of the next window, U uniform, so that what was held does not come all at once when it opens.
 */
export function createWindow(spec: WindowSpec, scope: DeferScope): Defer {
  const steps = scope.curve({ window: { ...spec, value: 1, outside: 0 } });
  const { atMicros, value } = steps;
  return {
    startMs(nowMs, uniform) {
      let at = stepAt(steps, nowMs);
      if ((value[at] as number) > 0) return nowMs;
      while (at < value.length && (value[at] as number) === 0) at += 1;
      if (at >= value.length) return nowMs;
      const opens = (atMicros[at] as number) / 1000;
      while (at < value.length && (value[at] as number) > 0) at += 1;
      const closes = at < value.length ? (atMicros[at] as number) / 1000 : opens;
      return opens + uniform * (closes - opens);
    },
    ended() {},
  };
}
