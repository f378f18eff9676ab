import { describe, expect, test } from 'vitest';
import { exponentialAverage } from '../../../harness/strategy/limit/exponential-average.ts';
import { log10Root } from '../../../harness/strategy/limit/vegas.ts';
import { limitOf, sample } from './limit-of.ts';
import { vectors } from './vectors.ts';

describe('Netflix concurrency-limits, its own tests', () => {
  test.each(vectors.aimd)('AIMDLimit: $options becomes $limit', ({ options, rttMs, inFlight, drop, limit }) => {
    const part = limitOf('aimd', { ...options, step: 'attempt', decrease: 0.9, slow: '5s' });
    part.ended(sample(part, { durationMs: rttMs, inFlight, verdict: drop ? 'failure' : 'success' }));
    expect(part.current(0)).toBe(limit);
  });

  test('AIMDLimit: what takes longer than 5 s is a drop', () => {
    const limitAfter = (durationMs: number): number => {
      const part = limitOf('aimd', { initial: 30, step: 'attempt', decrease: 0.9, slow: '5s' });
      part.ended(sample(part, { durationMs }));
      return part.current(0);
    };
    expect([limitAfter(5000), limitAfter(5001)]).toEqual([31, 27]);
  });

  test.each(vectors.vegas)('VegasLimit: $options, samples $samples', ({ options, samples, limits }) => {
    const part = limitOf('vegas', options);
    const said = samples.map(([durationMs, inFlight]) => {
      part.ended(sample(part, { durationMs, inFlight }));
      return part.current(0);
    });
    expect(said).toEqual(limits);
  });

  test.each(vectors.log10Root)('Log10RootFunction: %d → %d', (n, root) => expect(log10Root(n)).toBe(root));

  test('ExpAvgMeasurement', () => {
    const { window, warmUp, adds, means, thenAdd, thenMean, tolerance } = vectors.expAvg;
    const average = exponentialAverage(window, warmUp);
    expect(adds.map((value) => average.add(value))).toEqual(means);
    expect(Math.abs(average.add(thenAdd) - thenMean)).toBeLessThanOrEqual(tolerance);
  });
});

describe('by the published rule', () => {
  // The limit is the whole part of the level; where a level is whole up to rounding, either neighbour may show.
  test.each(vectors.gradient2)('Gradient2Limit from $initial, $inFlight in flight', ({ initial, rttsMs, inFlight, levels }) => {
    const part = limitOf('gradient2', { initial });
    rttsMs.forEach((durationMs, index) => {
      const level = levels[index] as number;
      part.ended(sample(part, { durationMs, inFlight }));
      expect([Math.floor(level - 1e-3), Math.floor(level + 1e-3)], `after sample ${index}`).toContain(part.current(0));
    });
  });

  test.each(vectors.envoyGradient.runs)('Envoy’s gradient controller from $from, buffer $buffer', ({ from, buffer, samplesMs, limits }) => {
    const part = limitOf('gradient', { initial: from, buffer, window: '100ms', samples: 50 });
    for (let i = 0; i < 50; i++) {
      expect(part.current(0)).toBe(3);
      part.ended(sample(part, { nowMs: 5, durationMs: vectors.envoyGradient.minRttMs }));
    }
    expect(part.current(5)).toBe(from);
    const said = samplesMs.map((durationMs, index) => {
      const inWindow = 50 + 100 * index;
      part.ended(sample(part, { nowMs: inWindow, durationMs }));
      // A window ends with whatever ends next; what says nothing about capacity is no sample of the next one.
      part.ended(sample(part, { nowMs: inWindow + 56, durationMs, verdict: 'neutral' }));
      return part.current(inWindow + 56);
    });
    expect(said).toEqual(limits);
  });
});
