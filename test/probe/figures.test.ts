import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../harness/probe/figures.ts';
import { sample } from './steps.ts';

const step = { concurrency: 2, sendingMs: 10_000 };

describe('goodput', () => {
  test('an answer that ends after the step counts by the share of its time inside', () => {
    // 3 whole answers, and one of 4 s that began 1 s before the end: 3.25 in 10 s.
    const samples = [sample('ok', 0, 3000), sample('ok', 3000, 3000), sample('ok', 6000, 3000), sample('ok', 9000, 4000)];
    expect(figuresOf({ ...step, samples }).goodputPerSecond).toBeCloseTo(0.325, 12);
  });

  test('a user who always waits for the same time gives 1 / that time, wherever the step ends', () => {
    for (const sendingMs of [1, 700, 1000, 1500, 9999]) {
      const samples = Array.from({ length: Math.ceil(sendingMs / 1000) }, (_, i) => sample('ok', i * 1000, 1000));
      expect(figuresOf({ ...step, sendingMs, samples }).goodputPerSecond).toBeCloseTo(1, 9);
    }
  });

  test('only answers count', () => {
    const samples = [sample('capacity', 0, 10), sample('server_error', 20, 10), sample('cancelled', 40, 10)];
    expect(figuresOf({ ...step, samples })).toMatchObject({ goodputPerSecond: 0, answered: 0, answerMs: { p50: null, p95: null } });
  });

  test('a step of no time has none', () => expect(figuresOf({ ...step, sendingMs: 0, samples: [] }).goodputPerSecond).toBe(0));
});

describe('percentiles', () => {
  test('nearest rank, refusals apart from answers', () => {
    const answers = Array.from({ length: 20 }, (_, i) => sample('ok', 0, 1000 + i));
    const refused = [3, 1, 2].map((ms) => sample('capacity', 0, ms));
    const figures = figuresOf({ ...step, samples: [...refused, ...answers.toReversed()] });
    // Ranks 10 and 19 of 20, rank 2 of 3.
    expect(figures).toMatchObject({ answerMs: { p50: 1009, p95: 1018 }, refusalMs: { p50: 2 } });
  });
});

describe('counts', () => {
  test('add up, and shares are of what ended', () => {
    const samples = [
      ...(['ok', 'ok', 'ok', 'capacity', 'rate_limited', 'timeout', 'connection', 'malformed'] as const).map((name) => sample(name, 0, 1)),
      sample('cancelled', 0, 1),
    ];
    expect(figuresOf({ ...step, samples })).toMatchObject({
      sent: 9,
      answered: 3,
      refused: 2,
      failed: 3,
      cancelled: 1,
      refusedShare: 0.25,
      classes: { ok: 3, capacity: 1, rate_limited: 1, timeout: 1, connection: 1, malformed: 1, cancelled: 1 },
    });
  });

  test('without an end there is no share', () => {
    expect(figuresOf({ ...step, samples: [sample('cancelled', 0, 1)] }).refusedShare).toBeNull();
  });
});
