import assert from 'node:assert/strict';
import type { Hedge } from '../../strategy/hedge/hedge.ts';
import { type Driver, dice, finite, pure, steps } from './driver.ts';

const uniform = dice('hedge');

/** 10,000 attempts whose durations have a long tail and become longer half way; half of the copies that are offered are taken. */
export const hedgeDriver: Driver<Hedge, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: (number | boolean | null)[] = [];
    for (let step = 0; step < steps; step++) {
      const nowMs = step * 1000;
      part.sent?.(nowMs);
      for (let copies = 1; copies <= 3; copies++) {
        const wait = pure('delayMs', () => part.delayMs(nowMs, copies));
        if (wait !== undefined) finite(`delayMs at ${nowMs} ms`, wait);
        said.push(wait ?? null);
      }
      if (uniform(step) < 0.5) said.push(taken(part, nowMs));
      const slow = uniform(step, 1) < 0.05 ? 20 : 1;
      part.ended({ nowMs: nowMs + 500, durationMs: Math.round(400 * slow * (1 + uniform(step, 2)) * (step > steps / 2 ? 2 : 1)) });
    }
    return said;
  },
};

function taken(part: Hedge, nowMs: number): boolean {
  const may = part.take(nowMs);
  assert.equal(typeof may, 'boolean', `take at ${nowMs} ms: expected true or false, found ${may}`);
  return may;
}
