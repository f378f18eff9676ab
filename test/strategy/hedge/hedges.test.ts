import { describe, expect, test } from 'vitest';
import { boundedHedge } from '../../../harness/strategy/hedge/bounded.ts';
import type { Hedge } from '../../../harness/strategy/hedge/hedge.ts';
import { recentDurations } from '../../../harness/strategy/hedge/recent-durations.ts';
import { hedges } from '../../../harness/strategy/hedge/registry.ts';
import { Luck } from '../../../sim/kernel/random.ts';

function hedgeOf(name: keyof typeof hedges, written: unknown): Hedge {
  const plugin = hedges[name];
  return plugin.create(plugin.options.parse(written) as never, undefined);
}

test('delay: the same time after every send', () => {
  const hedge = hedgeOf('delay', '2s');
  expect([1, 2, 3].map((copies) => hedge.delayMs(0, copies))).toEqual([2000, 2000, 2000]);
});

describe('percentile', () => {
  test('the nearest rank of the last answers, once there are enough', () => {
    const hedge = hedgeOf('percentile', { p: 95, window: 100, least: 20 });
    for (let i = 1; i < 20; i++) hedge.ended({ nowMs: 0, durationMs: i });
    expect(hedge.delayMs(0, 1)).toBeUndefined();
    hedge.ended({ nowMs: 0, durationMs: 20 });
    // The 19th of 20.
    expect(hedge.delayMs(0, 1)).toBe(19);
    for (let i = 21; i <= 100; i++) hedge.ended({ nowMs: 0, durationMs: i });
    expect(hedge.delayMs(0, 1)).toBe(95);
    // A hundred others: those before are forgotten.
    for (let i = 1; i <= 100; i++) hedge.ended({ nowMs: 0, durationMs: 1000 + i });
    expect(hedge.delayMs(0, 1)).toBe(1095);
  });

  test('expects no more answers before the first copy than it remembers', () => {
    const said = hedges.percentile.options.safeParse({ p: 95, window: 10, least: 11 });
    expect(said.error?.issues.map(({ message }) => message)).toEqual(['expected at most window, 10, found 11']);
  });

  test('recent durations are those of a plain sort, equal ones and a full window included', () => {
    const luck = new Luck(1, 0).stream('durations');
    const recent = recentDurations(17);
    const all: number[] = [];
    for (let i = 0; i < 500; i++) {
      const ms = Math.floor(luck.uniform(i, 0) * 12);
      recent.add(ms);
      all.push(ms);
      const last = all.slice(-17).sort((a, b) => a - b);
      for (const p of [1, 50, 95, 99.9]) {
        if (recent.percentile(p) !== last[Math.ceil((p * last.length) / 100) - 1]) throw new Error(`p${p} after ${i}: ${last}`);
      }
    }
    expect(recent.count).toBe(17);
  });
});

describe('bounds', () => {
  const always: Hedge = { delayMs: () => 100, take: () => true, ended: () => {} };

  test('so many copies of one attempt', () => {
    const hedge = boundedHedge(always, { copies: 2, budget: 'unlimited' });
    expect([1, 2, 3].map((sends) => hedge.delayMs(0, sends))).toEqual([100, 100, undefined]);
  });

  test('a share of attempts, one at the start, ten saved up at most', () => {
    const hedge = boundedHedge(always, { copies: 1, budget: 0.1 });
    const take = (times: number): boolean[] => Array.from({ length: times }, () => hedge.take(0));
    expect(take(2)).toEqual([true, false]);
    for (let i = 0; i < 9; i++) hedge.sent?.(0);
    expect(take(1)).toEqual([false]);
    hedge.sent?.(0);
    expect(take(2)).toEqual([true, false]);
    for (let i = 0; i < 1000; i++) hedge.sent?.(0);
    expect(take(11)).toEqual([...Array<boolean>(10).fill(true), false]);
  });

  test('a copy that the part does not want costs nothing', () => {
    let wants = false;
    const hedge = boundedHedge({ ...always, take: () => wants }, { copies: 1, budget: 0 });
    expect(hedge.take(0)).toBe(false);
    wants = true;
    expect([hedge.take(0), hedge.take(0)]).toEqual([true, false]);
  });

  test('over 10,000 random attempts: never more copies than one and the share', () => {
    const luck = new Luck(2, 0).stream('bounds');
    for (const budget of [0, 0.05, 0.3, 1]) {
      const hedge = boundedHedge(always, { copies: 1, budget });
      let sends = 0;
      let copies = 0;
      for (let i = 0; i < 10_000; i++) {
        if (luck.uniform(i, 0) < 0.5) {
          hedge.sent?.(0);
          sends += 1;
        } else if (hedge.take(0)) copies += 1;
        if (copies > 1 + budget * sends + 1e-9) throw new Error(`${copies} copies for ${sends} attempts`);
      }
      expect(copies).toBeGreaterThanOrEqual(1);
    }
  });
});
