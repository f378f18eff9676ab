import { describe, expect, test } from 'vitest';
import { type ClimbBounds, nextConcurrency } from '../../harness/probe/climb.ts';
import type { StepFigures } from '../../harness/probe/figures.ts';
import { judge } from '../../harness/probe/judge.ts';
import { stepOf } from './steps.ts';

const bounds: ClimbBounds = { from: 3, max: 64, balance: 0.01 };

/** Every concurrency that is tried on a provider that shows `of`, in order. */
function climb(of: (concurrency: number) => StepFigures, { from, max, balance }: ClimbBounds = bounds) {
  const steps: StepFigures[] = [];
  for (;;) {
    const next = nextConcurrency(steps, { from, max, balance });
    if (next === undefined) return { tried: steps.map(({ concurrency }) => concurrency), judgement: judge(steps, balance) };
    expect(steps.map(({ concurrency }) => concurrency)).not.toContain(next);
    expect(steps.length).toBeLessThan(40);
    steps.push(of(next));
  }
}

/** So many slots of a second each; who finds none is refused, and asks again after a second. */
const slots = (n: number) => (c: number) => stepOf(c, Math.min(c, n), Math.max(0, c - n) / c);
/** So many slots, and a queue without end. */
const queue = (n: number) => (c: number) => stepOf(c, Math.min(c, n), 0);

describe('a provider that refuses', () => {
  test('8 slots: one by one to 8, two steps above, then the one between', () => {
    expect(climb(slots(8)).tried).toEqual([3, 4, 5, 6, 7, 8, 10, 13, 9]);
  });

  test.each(Array.from({ length: 50 }, (_, i) => i + 3))('%i slots are found', (n) => {
    expect(climb(slots(n)).judgement).toMatchObject({ balancePoint: n, smallestAsGood: n, limit: n, openAbove: false });
  });

  test('fewer slots than the first step has users', () => {
    const { tried, judgement } = climb(slots(2));
    expect(tried).toEqual([3, 4]);
    expect(judgement).toMatchObject({ balancePoint: null, limit: 3 });
    expect(climb(slots(2), { ...bounds, from: 1 }).judgement).toMatchObject({ balancePoint: 2, limit: 2 });
  });

  test('one unlucky refusal does not end the climb', () => {
    for (const n of [8, 9, 11, 12, 14]) {
      const { judgement } = climb((c) => stepOf(c, Math.min(c, n), c === 5 ? 0.02 : Math.max(0, c - n) / c));
      expect(judgement).toMatchObject({ balancePoint: n });
    }
  });
});

describe('a provider that lets wait', () => {
  test.each([4, 8, 20, 33])('%i slots and a queue: more than %i at once are answered no faster', (n) => {
    expect(climb(queue(n)).judgement).toMatchObject({ smallestAsGood: n, limit: n, openAbove: true });
  });
});

describe('bounds', () => {
  test('never above max, and max itself is tried', () => {
    const { tried, judgement } = climb(slots(1000), { ...bounds, max: 20 });
    expect(tried).toEqual([3, 4, 5, 6, 7, 8, 10, 13, 17, 20]);
    expect(judgement).toMatchObject({ balancePoint: 20, highest: 20, openAbove: true });
  });

  test('from may be max', () => expect(climb(slots(8), { ...bounds, from: 5, max: 5 }).tried).toEqual([5]));

  test('few answers say nothing of growth: it goes on until refused', () => {
    const slow = (c: number) => stepOf(c, 0.1, Math.max(0, c - 12) / c, { answered: 5 });
    expect(climb(slow).judgement).toMatchObject({ balancePoint: 12 });
  });
});

describe('bounds beside refusals', () => {
  const upTo = (n: number, beyond: 'seen' | 'shown'): ClimbBounds => ({
    ...bounds,
    beyond: ({ concurrency }) => (concurrency > n ? beyond : 'no'),
  });
  const climbing = (within: ClimbBounds) => {
    const steps: StepFigures[] = [];
    for (let next = nextConcurrency(steps, within); next !== undefined; next = nextConcurrency(steps, within)) steps.push(queue(64)(next));
    return steps.map(({ concurrency }) => concurrency);
  };

  test('one step that is shown to miss one ends the way upward; the gap below it is closed', () => {
    expect(climbing(upTo(5, 'shown'))).toEqual([3, 4, 5, 6]);
    expect(climbing(upTo(11, 'shown'))).toEqual([3, 4, 5, 6, 7, 8, 10, 13, 11, 12]);
  });

  test('what may be luck ends it when it comes twice in a row', () => {
    expect(climbing(upTo(5, 'seen'))).toEqual([3, 4, 5, 6, 7]);
  });
});
