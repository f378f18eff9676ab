import { expect, test } from 'vitest';
import { Luck } from '../../../sim/kernel/random.ts';
import { answer, paceOf } from './pace-of.ts';

const histories = 10_000;
const steps = 40;
const luck = new Luck(19, 0).stream('aws-adaptive histories');
const cancelled = { outcome: { class: 'cancelled', reason: 'caller' }, facts: undefined } as const;

/** Attempts that come, wait, leave before their turn, are refused, answered, or ended by a caller; clocks that jump. */
function history(i: number): string {
  const minRate = 0.5 + (i % 4);
  const pace = paceOf('aws-adaptive', { minRate: `${minRate}/s`, beta: 0.1 + (i % 9) / 10, smoothing: 0.1 + (i % 8) / 10 });
  let nowMs = 0;
  let reserved = 0;
  const waiting: { nowMs: number; tokens: number }[] = [];
  for (let step = 0; step < steps; step++) {
    const draw = (n: number): number => luck.uniform(i, 8 * step + n);
    nowMs += draw(0) < 0.03 ? 1e8 * draw(1) : 800 * draw(1);
    if (draw(2) < 0.5) {
      const ask = { nowMs, tokens: 0 };
      const waitMs = pace.reserve(ask);
      reserved += 1;
      // At the worst it comes behind all that ever came, at the slowest rate.
      if (!(waitMs >= 0 && waitMs <= (1000 * reserved) / minRate)) return `a wait of ${waitMs} ms`;
      if (waitMs > 0) waiting.push(ask);
    } else if (draw(3) < 0.3 && waiting.length > 0) {
      const [leaver] = waiting.splice(Math.floor(draw(4) * waiting.length), 1);
      if (leaver !== undefined) pace.release(leaver);
    } else if (draw(5) < 0.1) pace.ended({ nowMs, ...cancelled });
    else pace.ended(answer(nowMs, draw(6) < 0.4));
  }
  // Nothing is left once everybody's turn must have come.
  const later = { nowMs: nowMs + (1000 * (reserved + 1)) / minRate, tokens: 0 };
  return pace.reserve(later) === 0 ? 'kept' : 'starved';
}

test('10,000 random histories: every wait is one that ends, whatever is refused', () => {
  for (let i = 0; i < histories; i++) {
    const said = history(i);
    if (said !== 'kept') expect.fail(`history ${i}: ${said}`);
  }
});
