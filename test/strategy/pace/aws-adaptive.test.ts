import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCubicRate } from '../../../harness/strategy/pace/cubic-rate.ts';
import { createMeasuredRate } from '../../../harness/strategy/pace/measured-rate.ts';
import type { Pace } from '../../../harness/strategy/pace/pace.ts';
import { answer, paceOf, waits } from './pace-of.ts';

type Pairs = readonly (readonly [number, number])[];
/** Figures of the sources; the file says which. */
const vectors: {
  readonly cubic: {
    readonly beta: number;
    readonly scale: number;
    readonly k: Readonly<Record<string, number>>;
    readonly throttledS: number;
    readonly most: number;
    readonly rates: Pairs;
  };
  readonly botocore: {
    readonly rates: Pairs;
    readonly thenThrottled: readonly (readonly ['succeeded' | 'throttled', number, number])[];
    readonly throttledAt8: number;
  };
  readonly measured: {
    readonly smoothing: number;
    readonly cases: readonly { readonly answersAtS: readonly number[]; readonly rates: readonly number[] }[];
  };
  readonly sending: { readonly answers: readonly (readonly [number, boolean, number, number])[] };
} = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));

const { beta, scale, throttledS, most } = vectors.cubic;
const throttledOnce = () => {
  const cubic = createCubicRate(beta, scale);
  cubic.throttled(throttledS, most);
  return cubic;
};

describe('the cubic of the AWS SDKs', () => {
  test.each(vectors.cubic.rates)('%d s: %d a second', (nowS, rate) => {
    expect(throttledOnce().succeeded(nowS)).toBeCloseTo(rate, 6);
  });

  test.each(Object.entries(vectors.cubic.k))('is back at a rate of %s after %d s', (rate, k) => {
    const cubic = createCubicRate(beta, scale);
    cubic.throttled(100, Number(rate));
    expect(cubic.succeeded(100 + k)).toBeCloseTo(Number(rate), 12);
  });

  test.each(vectors.botocore.rates)('botocore at %d s: %d, to a tenth', (nowS, rate) => {
    expect(Math.abs(throttledOnce().succeeded(nowS) - rate)).toBeLessThanOrEqual(0.1);
  });

  test('botocore: refused twice while it recovers, each time at the rate that it had', () => {
    const cubic = throttledOnce();
    let rate = most;
    for (const [what, nowS, expected] of vectors.botocore.thenThrottled) {
      rate = what === 'throttled' ? cubic.throttled(nowS, rate) : cubic.succeeded(nowS);
      expect(Math.abs(rate - expected)).toBeLessThanOrEqual(0.1);
    }
    expect(cubic.throttled(11, 8)).toBeCloseTo(vectors.botocore.throttledAt8, 12);
  });
});

test.each(vectors.measured.cases)('botocore RateClocker: answers at $answersAtS s are $rates a second', ({ answersAtS, rates }) => {
  const measured = createMeasuredRate(vectors.measured.smoothing);
  const said = answersAtS.map((nowS) => measured.answered(nowS));
  said.forEach((rate, i) => {
    expect(rate).toBeCloseTo(rates[i] as number, 12);
  });
});

/** Per second: what one more attempt has to wait for, once everything at hand is taken; all is given back. */
function rateOf(pace: Pace, nowMs: number): number {
  const taken = waits(pace, nowMs, Array<number>(40).fill(0));
  for (const _ of taken) pace.release({ nowMs, tokens: 0 });
  return 1000 / ((taken.at(-1) as number) - (taken.at(-2) as number));
}

describe('the whole limiter', () => {
  test('has the measured rates and the rates of the bucket that the SDKs’ own test has', () => {
    const pace = paceOf('aws-adaptive', {});
    const measured = createMeasuredRate(0.8);
    let refusedOnce = false;
    for (const [nowS, refused, sending, rate] of vectors.sending.answers) {
      const nowMs = Math.round(nowS * 1000);
      refusedOnce ||= refused;
      pace.ended(answer(nowMs, refused));
      expect(measured.answered(nowMs / 1000)).toBeCloseTo(sending, 6);
      if (refusedOnce) expect(rateOf(pace, nowMs)).toBeCloseTo(rate, 5);
      else expect(waits(pace, nowMs, Array<number>(40).fill(0)).every((wait) => wait === 0)).toBe(true);
    }
    expect(refusedOnce).toBe(true);
  });

  test('takes a 429 of any class for a refusal, a 503 for none, and a cancelled attempt for nothing', () => {
    const waitAfter = (samples: readonly Parameters<Pace['ended']>[0][]): number => {
      const pace = paceOf('aws-adaptive', {});
      for (const sample of samples) pace.ended(sample);
      return waits(pace, 1000, [0, 0]).at(-1) as number;
    };
    const { facts } = answer(1000, true);
    expect(waitAfter([{ nowMs: 1000, outcome: { class: 'quota', reason: 'spent' }, facts }])).toBeGreaterThan(0);
    const overloaded = { how: 'reply', status: 503, afterTokens: 0, complete: true } as const;
    expect(waitAfter([{ nowMs: 1000, outcome: { class: 'capacity', reason: 'overloaded' }, facts: overloaded }])).toBe(0);
    expect(waitAfter([{ nowMs: 1000, outcome: { class: 'cancelled', reason: 'deadline' }, facts: undefined }])).toBe(0);
  });

  test('never asks for less than the least rate, however often it is refused', () => {
    const pace = paceOf('aws-adaptive', { minRate: '0.25/s' });
    for (let nowMs = 0; nowMs < 60_000; nowMs += 1000) pace.ended(answer(nowMs, true));
    expect(rateOf(pace, 60_000)).toBeCloseTo(0.25, 9);
  });
});
