import { expect, test } from 'vitest';
import { boundedHedge } from '../../../harness/strategy/hedge/bounded.ts';
import { hedges } from '../../../harness/strategy/hedge/registry.ts';
import { Luck } from '../../../sim/kernel/random.ts';

const histories = 10_000;
const steps = 30;
const luck = new Luck(17, 0).stream('hedge histories');

/** Attempts that are sent, answered, or ended by their caller or a bound, which a hedge never hears of; clocks that jump. */
function history(i: number): string {
  const [p, window, least, copies] = [1 + (i % 99), 1 + (i % 12), 1 + (i % 3), 1 + (i % 3)];
  const budget = [0, 0.1, 0.5, 1, 'unlimited'][i % 5] as number | 'unlimited';
  const part = hedges.percentile.create({ p, window, least: Math.min(least, window) }, undefined);
  const hedge = boundedHedge(part, { copies, budget });
  const answered: number[] = [];
  let [nowMs, attempts, taken] = [0, 0, 0];
  for (let step = 0; step < steps; step++) {
    const draw = (n: number): number => luck.uniform(i, 8 * step + n);
    nowMs += draw(0) < 0.03 ? 1e8 * draw(1) : 500 * draw(1);
    hedge.sent?.(nowMs);
    attempts += 1;
    for (let sends = 1; sends <= copies + 1; sends++) {
      const delayMs = hedge.delayMs(nowMs, sends);
      if (sends > copies && delayMs !== undefined) return 'one copy more than allowed';
      if (delayMs === undefined) {
        if (sends <= copies && answered.length >= Math.min(least, window)) return 'no copies, though enough was answered';
        break;
      }
      const recent = answered.slice(-window);
      if (!(delayMs >= Math.min(...recent) && delayMs <= Math.max(...recent))) return `a delay of ${delayMs} ms after ${recent}`;
      if (draw(2 + sends) < 0.4) break;
      if (!hedge.take(nowMs)) break;
      taken += 1;
      if (budget !== 'unlimited' && taken > 1 + budget * attempts + 1e-9) return `${taken} copies for ${attempts} attempts`;
    }
    if (draw(6) < 0.7) {
      const durationMs = Math.floor(20 * draw(7)) * (draw(1) < 0.05 ? 1e6 : 100);
      answered.push(durationMs);
      hedge.ended({ nowMs, durationMs });
    }
  }
  if (budget === 'unlimited' || budget === 0) return 'kept';
  // Attempts bring copies back: nobody is left without for ever.
  for (let more = 0; more < 1 / budget; more++) hedge.sent?.(nowMs);
  return hedge.take(nowMs) ? 'kept' : 'never a copy again';
}

test('10,000 random histories: delays of recent answers, no copy beyond its bounds, and never none for ever', () => {
  for (let i = 0; i < histories; i++) {
    const said = history(i);
    if (said !== 'kept') expect.fail(`history ${i}: ${said}`);
  }
});
