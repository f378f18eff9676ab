import { describe, expect, test } from 'vitest';
import type { Limit } from '../../../harness/strategy/limit/limit.ts';
import { limits } from '../../../harness/strategy/limit/registry.ts';
import { limit, model, pool, runOf, scenario, strategy } from '../../support/scenario.ts';
import { limitOf } from './limit-of.ts';

/**
 * Eight slots of 1 s behind a queue, asked without a pause: with L in flight, eight are served a second, so by Little each
 * takes max(1, L / 8) seconds. The limits after so many seconds.
 */
function behindQueue(part: Limit, seconds: number): number[] {
  const said: number[] = [];
  for (let second = 1; second <= seconds; second++) {
    const inFlight = part.current(second * 1000);
    const durationMs = 1000 * Math.max(1, inFlight / 8);
    for (let i = 0; i < Math.min(8, inFlight); i++)
      part.ended({ nowMs: second * 1000 + i, durationMs: Math.min(durationMs, second * 1000), inFlight, verdict: 'success' });
    said.push(part.current(second * 1000 + 10));
  }
  return said;
}

describe('eight slots of 1 s behind a queue', () => {
  test('vegas: where L − 8 is from alpha to beta, 11 … 14', () => {
    const said = behindQueue(limitOf('vegas', { initial: 3, probe: 1_000_000 }), 100).slice(50);
    expect(Math.min(...said)).toBeGreaterThanOrEqual(11);
    expect(Math.max(...said)).toBeLessThanOrEqual(14);
  });

  test('gradient: where L = ⌊1.25 · 8 + √(1.25 · 8)⌋ = 13', () => {
    expect(behindQueue(limitOf('gradient', { window: '10s', samples: 20 }), 400).slice(200)).toEqual(new Array(200).fill(13));
  });

  test('gradient2: where L = 1.5 · 8 + 4 = 16, while the long-term mean is that without load', () => {
    const said = behindQueue(limitOf('gradient2', { initial: 3, smoothing: 0.02, window: 1_000_000_000 }), 300).slice(200);
    // The level comes close to 16 from below; whole limits are 15 or 16 then.
    expect(Math.min(...said)).toBeGreaterThanOrEqual(15);
    expect(Math.max(...said)).toBe(16);
  });
});

describe('eight slots of 1 s that refuse when full, asked 12 times a second', () => {
  function settled(name: keyof typeof limits, written: unknown, queueLength: number | 'unlimited' = 0): number[] {
    const rule = { [name]: limits[name].options.parse(written) };
    const queue = { length: 'unlimited', maxWait: 2000, order: 'fifo' } as const;
    const ran = runOf(
      scenario({
        time: { length: 400_000 },
        provider: {
          pools: { big: pool(8, { queue: { length: queueLength } }) },
          models: { big: model({ service: 1000, refuseAfter: 10 }) },
        },
        workload: { arrivals: { poisson: { rate: 12 } } },
        strategies: [strategy('s', { limit: limit(1, { rule, queue }) })],
      }),
    );
    const column = Array.from(ran.output.timeline.means.limit as ArrayLike<number>);
    return column.slice(Math.floor(column.length / 2), column.length - 2);
  }

  test('aimd: a saw whose teeth begin where the ninth is refused: from 4.5 to 9', () => {
    const said = settled('aimd', { initial: 3 });
    expect(Math.min(...said)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...said)).toBeLessThanOrEqual(9);
  });

  test('gradient: 8, and one more at times, which is refused', () => {
    const said = settled('gradient', {});
    expect(Math.min(...said)).toBeGreaterThanOrEqual(7);
    expect(Math.max(...said)).toBeLessThanOrEqual(9);
  });

  test('vegas: refusals say nothing of a queue, and only unused room stops it, from 2 · 8 in flight on', () => {
    const said = settled('vegas', {});
    // It grows by 6 a success as long as 2 · 8 ≥ L, so up to 22, and each refusal takes 1.
    expect(said.reduce((sum, value) => sum + value, 0) / said.length).toBeGreaterThan(12);
    expect(Math.max(...said)).toBeLessThanOrEqual(22);
  });

  test('vegas, with a queue at the provider: alpha to beta wait in it', () => {
    // Small steps, for what it sees is as old as an answer takes.
    const said = settled('vegas', { probe: 1_000_000, smoothing: 0.05 }, 'unlimited');
    expect(Math.min(...said)).toBeGreaterThanOrEqual(11);
    expect(Math.max(...said)).toBeLessThanOrEqual(14);
  });
});
