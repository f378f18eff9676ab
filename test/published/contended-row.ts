import type { Backoff } from '../../harness/strategy/retry/retry.ts';
import { type EventClass, eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck, probit } from '../../sim/kernel/random.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';

/** What it took until every client had written once. */
export interface Contention {
  readonly writes: number;
  /** Until the last answer came, ms. */
  readonly timeMs: number;
}

/** One way of a message, ms: |N(10, 2)|. */
const wayMs = { mean: 10, deviation: 2 };

/**
 * One row with optimistic concurrency, which all clients want to change once, from the same instant: read its version,
 * write if it is still that one, else wait and read again. The example of M. Brooker, "Exponential Backoff And Jitter", AWS
 * Architecture Blog, 2015. Only the waits are the program's; nothing is refused for want of capacity here, so the provider
 * has no part in it.
 */
export function contendedRow(clients: number, backoff: Backoff, seed: number): Contention {
  const clock = new VirtualClock();
  const luck = new Luck(seed, 0);
  const ways = luck.stream('ways');
  const waits = luck.stream('waits');
  let version = 0;
  let writes = 0;

  for (let client = 0; client < clients; client++) {
    let messages = 0;
    let failures = 0;
    let previousDelayMs = 0;
    const travel = (arrive: () => void, order: EventClass): void => {
      const ms = Math.abs(wayMs.mean + wayMs.deviation * probit(ways.uniform(client, messages++)));
      later(clock, Math.round(ms * 1000), arrive, order);
    };
    const read = (): void =>
      travel(() => {
        const seen = version;
        travel(() => write(seen), eventClass.completion);
      }, eventClass.arrival);
    const write = (seen: number): void =>
      travel(() => {
        writes += 1;
        const right = seen === version;
        if (right) version += 1;
        travel(right ? () => {} : again, eventClass.completion);
      }, eventClass.arrival);
    const again = (): void => {
      failures += 1;
      const outcome = { class: 'capacity', reason: 'conflict' } as const;
      const past = { attempt: failures, totalAttempts: failures, totalWaitMs: 0, previousDelayMs, outcome };
      previousDelayMs = backoff.delayMs(past, waits.uniform(client, failures)) ?? 0;
      later(clock, Math.round(previousDelayMs * 1000), read, eventClass.arrival);
    };
    read();
  }
  let last = 0;
  while (clock.step()) last = clock.now();
  return { writes, timeMs: last / 1000 };
}
