import type { Spans } from './cells.ts';
import type { LocalClock } from './local-clock.ts';

/** When recordings began and ended whose times count from a start that `clock` knows, all of this length. */
export function runSpans(runs: ReadonlySet<number>, clock: LocalClock, lengthMs: number): Spans {
  const [from, to] = [clock({ kind: 'offset', ms: 0 }), clock({ kind: 'offset', ms: lengthMs })];
  return new Map([...runs].map((run) => [run, [from, to] as const]));
}
