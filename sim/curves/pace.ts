import type { Steps } from './curve.ts';
import { joined } from './pieces.ts';

/** How a day passes on a clock that may be slower or faster than it: both in microseconds since the scenario's start. */
export interface Pace {
  /** When an instant of the day comes. */
  toClock(day: number): number;
  /** Which instant of the day it is. */
  toDay(clock: number): number;
}

/** A day that passes `speed` times as fast as the clock, both showing `from` at the beginning. */
export function paceOf(speed: number, from: number): Pace {
  if (speed === 1) return { toClock: (day) => day, toDay: (clock) => clock };
  return {
    toClock: (day) => Math.round(from + (day - from) / speed),
    toDay: (clock) => Math.round(from + (clock - from) * speed),
  };
}

/** A curve of the day as the clock sees it. Steps that come at one instant are one, the last of them. */
export function paced({ atMicros, value }: Steps, { toClock }: Pace): Steps {
  const at = new Float64Array(atMicros.length);
  const level = new Float64Array(atMicros.length);
  let length = 0;
  for (let i = 0; i < atMicros.length; i++) {
    const micros = i === 0 ? 0 : Math.max(0, toClock(atMicros[i] as number));
    if (length > 0 && at[length - 1] === micros) length -= 1;
    at[length] = micros;
    level[length] = value[i] as number;
    length += 1;
  }
  return joined(at, level, length);
}
