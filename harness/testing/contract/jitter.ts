import type { Jitter } from '../../strategy/retry/jitter/jitter.ts';
import { type Driver, dice, finite, pure, steps } from './driver.ts';

const uniform = dice('jitter');
const times = [0, 1, 100, 1000, 1500, 60_000, 1e9, 1e12];

/** Waits of every size, with every wait before. */
export const jitterDriver: Driver<Jitter, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: number[] = [];
    for (let i = 0; i < steps; i++) {
      const [delayMs, baseMs, previousMs] = [0, 1, 2].map((n) => times[Math.floor(uniform(i, n) * times.length)] as number) as [
        number,
        number,
        number,
      ];
      const luck = i % 10 === 0 ? 1e-16 : i % 10 === 1 ? 1 - 1e-16 : uniform(i, 3);
      const wait = pure('jitter', () => part(delayMs, baseMs, previousMs, luck));
      finite(`jitter of ${delayMs} ms`, wait);
      said.push(wait);
    }
    return said;
  },
};
