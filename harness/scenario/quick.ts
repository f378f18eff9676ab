import { dayMs, formatWallTime, hourMs, parseWallTime } from '../../sim/curves/calendar.ts';
import type { Scenario } from './scenario.ts';

const fromHour = 10;
const toHour = 16;

/**
 * The short form of a scenario: one replication, and of a run that holds a whole 10:00 to 16:00 only the first of them.
 * A shorter run keeps its time. Warm-up is kept.
 */
export function quick(scenario: Scenario): Scenario {
  const { time } = scenario;
  const start = parseWallTime(time.start) ?? 0;
  const day = Math.floor(start / dayMs) * dayMs;
  const from = start <= day + fromHour * hourMs ? day + fromHour * hourMs : day + dayMs + fromHour * hourMs;
  const length = (toHour - fromHour) * hourMs;
  const holds = from + length <= start + time.length;
  const cut = holds ? { ...time, start: formatWallTime(from), length, warmUp: Math.min(time.warmUp, length / 2) } : time;
  return { ...scenario, replications: 1, time: cut };
}
