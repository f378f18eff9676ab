import { describe, expect, test } from 'vitest';
import type { Step } from '../../../harness/probe/step.ts';
import { createLiveTrials, measurable } from '../../../harness/tune/live/live-trials.ts';
import { unitsOf } from '../../../harness/tune/live/step-units.ts';
import { sample } from '../../probe/steps.ts';

const judged = { good: {}, stream: false, targets: [{ name: 'big', quality: 0 }], deadline: undefined };

/** Four seconds: parts of a second each. */
const step = (samples: Step['samples'], more: Partial<Step> = {}): Step => ({ concurrency: 2, samples, sendingMs: 4000, ...more });

describe('the parts of a step', () => {
  const goodputs = (samples: Step['samples'], more = {}) =>
    unitsOf(step(samples), { ...judged, ...more }, 0).map(({ fold }) => fold.goodCompletions / fold.windowSeconds);

  test('an answer is spread over the time that it took, and what lies beyond the end counts nowhere', () => {
    // Half of it in each of two parts; a quarter of it in the last part; one second of four in each part.
    expect(goodputs([sample('ok', 500, 1000)])).toEqual([0.5, 0.5, 0, 0]);
    expect(goodputs([sample('ok', 3500, 2000)])).toEqual([0, 0, 0, 0.25]);
    expect(goodputs([sample('ok', 0, 4000)])).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test('refusals and failures are no answers, however fast', () => {
    expect(goodputs([sample('capacity', 0, 1), sample('rate_limited', 10, 1), sample('server_error', 20, 1)])).toEqual([0, 0, 0, 0]);
  });

  test('an answer that is late, or not what the scenario calls good, is none', () => {
    expect(goodputs([sample('ok', 0, 1000)], { deadline: 999 })).toEqual([0, 0, 0, 0]);
    expect(goodputs([sample('ok', 0, 1000)], { deadline: 1000 })).toEqual([1, 0, 0, 0]);
    expect(goodputs([sample('ok', 0, 1000)], { good: { latency: 999 } })).toEqual([0, 0, 0, 0]);
  });

  test('every request is counted once, in the part in which it was sent', () => {
    const starts = [0, 999, 1000, 2500, 3999, 4000];
    const units = unitsOf(step(starts.map((startedMs) => sample('ok', startedMs, 10))), judged, 4);
    expect(units.map(({ fold }) => fold.requests.offered)).toEqual([2, 1, 1, 2]);
    expect(units.map(({ fold }) => fold.replication)).toEqual([4, 5, 6, 7]);
  });
});

describe('bounds', () => {
  const tried = (slo: Record<string, number>, samples: Step['samples'], more: Partial<Step> = {}) => {
    const trials = createLiveTrials({ slo, balance: 0.01, judged });
    trials.add(step(samples, more));
    return trials.tried(2);
  };
  /** `n` requests, evenly over the step, of which the first `failed` failed. */
  const requests = (n: number, failed = 0): Step['samples'] =>
    Array.from({ length: n }, (_, i) => sample(i < failed ? 'server_error' : 'ok', (4000 * i) / n, 100));

  test.each([
    // Without a failure the interval of a share ends at 1 − 0.025^(1/n): 0.0499 of 72 requests, 0.0506 of 71.
    [72, 0, 'met'],
    [71, 0, 'open'],
    // 8 of 80 are 10 %, beyond the bound, and so close to it that it may be luck.
    [80, 8, 'doubtful'],
    [80, 80, 'missed'],
  ])('errorRate ≤ 5 %% by %i requests with %i failures: %s', (n, failed, standing) => {
    expect(tried({ errorRate: 0.05 }, requests(n, failed))?.standing).toBe(standing);
  });

  test('a percentile is judged by the share beyond it, and a failure is beyond any', () => {
    expect(tried({ 'latency.p95': 100 }, requests(72))?.standing).toBe('met');
    expect(tried({ 'latency.p95': 99 }, requests(72))?.standing).toBe('missed');
    expect(tried({ 'latency.p95': 1000 }, requests(80, 80))).toMatchObject({ standing: 'missed', p95: Number.POSITIVE_INFINITY });
  });

  test('a step that was cut short, or sent nothing, counts nowhere', () => {
    expect(tried({}, [])).toBeUndefined();
    expect(tried({}, requests(10), { cutShort: 'requests' })).toBeUndefined();
  });

  test('those that a ramp has no figure for are named', () => {
    const slo = { errorRate: 0.01, 'latency.p95': 1, 'firstTokenMs.p90': 1, amplification: 2, costUsd: 1, 'queueWaitMs.p95': 1 };
    expect(measurable(slo, true).unmeasured).toEqual(['amplification', 'costUsd', 'queueWaitMs.p95']);
    expect(measurable(slo, false).unmeasured).toEqual(['firstTokenMs.p90', 'amplification', 'costUsd', 'queueWaitMs.p95']);
    expect(Object.keys(measurable(slo, false).slo)).toEqual(['errorRate', 'latency.p95']);
  });
});
