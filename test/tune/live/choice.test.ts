import { describe, expect, test } from 'vitest';
import { choose } from '../../../harness/tune/live/live-choice.ts';
import type { LiveTried } from '../../../harness/tune/live/live-trials.ts';
import { broken } from '../../../reports/result/tune/tried.ts';

const balance = 0.01;

/** What four parts of a step show that each had so many good answers a second. */
function tried(concurrency: number, goodputPerSecond: number, more: Partial<LiveTried> = {}): LiveTried {
  return {
    ...broken,
    goodputs: [1, 1, 1, 1].map((each) => each * goodputPerSecond),
    standing: 'met',
    excess: -1,
    refused: 0,
    p95: 1000,
    concurrency,
    steps: 1,
    requests: 100,
    goodputPerSecond,
    errorRate: 0,
    verdicts: [],
    refusedShown: false,
    ...more,
  };
}

/** A server with eight slots of a second: whoever finds none is refused at once. */
const slots = (concurrency: number): LiveTried =>
  tried(concurrency, Math.min(8, concurrency), { refused: Math.max(0, concurrency - 8) / concurrency });

const chosen = (all: readonly LiveTried[]) => choose(all, balance).guess?.concurrency;

describe('of what was measured', () => {
  test('the smallest that is as good as the best: eight slots', () => {
    const { guess, within } = choose([3, 4, 5, 6, 7, 8, 9, 10, 13].map(slots), balance);
    expect(guess?.concurrency).toBe(8);
    expect(within.map(({ concurrency }) => concurrency)).toEqual([8]);
  });

  test('a queue without end: more at once are answered, and no faster', () => {
    expect(chosen([7, 8, 9, 10].map((each) => tried(each, Math.min(8, each))))).toBe(8);
  });

  test('fast refusals make no higher one look better, not even with 5 % more answers', () => {
    expect(chosen([slots(7), slots(8), tried(10, 8.4, { refused: 0.2 })])).toBe(8);
  });

  test('where even the smallest is refused too often, goodput decides', () => {
    expect(chosen([tried(1, 0.9, { refused: 0.1 }), tried(2, 1.7, { refused: 0.15 })])).toBe(2);
  });

  test('what is shown to miss a bound is not chosen, what is seen beyond one only where nothing else is left', () => {
    const missed = tried(8, 8, { standing: 'missed', excess: 1 });
    const doubtful = tried(7, 7, { standing: 'doubtful', excess: 0.2 });
    expect(chosen([slots(6), doubtful, missed])).toBe(6);
    expect(chosen([doubtful, missed])).toBe(7);
    expect(choose([missed], balance)).toMatchObject({ guess: undefined, within: [], nearest: { concurrency: 8 } });
  });

  test('what a later step has struck out is not chosen again', () => {
    expect(chosen([slots(7), { ...slots(8), struck: 'missed' }])).toBe(7);
  });

  test('without a good answer there is none', () => {
    expect(chosen([tried(3, 0)])).toBeUndefined();
    expect(chosen([])).toBeUndefined();
  });
});
