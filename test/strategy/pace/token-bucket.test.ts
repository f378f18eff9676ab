import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paces } from '../../../harness/strategy/pace/registry.ts';
import { createTokenBucket } from '../../../sim/provider/quota/token-bucket.ts';
import { paceOf, waits } from './pace-of.ts';

test('without a burst attempts go evenly, to the next whole microsecond', () => {
  // One in 60/90 s; the third is due after exactly two of them, 4/3 s.
  expect(waits(paceOf('token-bucket', { requests: '90/m' }), 5000, [0, 0, 0, 0])).toEqual([0, 666.667, 1333.334, 2000.001]);
  expect(waits(paceOf('token-bucket', { requests: '2/s' }), 0, [0, 0, 0])).toEqual([0, 500, 1000]);
});

test('a burst goes at once, and comes back with time', () => {
  const pace = paceOf('token-bucket', { requests: '1/s', burst: 3 });
  expect(waits(pace, 0, [0, 0, 0, 0, 0])).toEqual([0, 0, 0, 1000, 2000]);
  // At 2 s the last one went and nothing was left; by 4 s two have come, by 100 s three.
  expect(waits(pace, 4000, [0, 0, 0])).toEqual([0, 0, 1000]);
  expect(waits(pace, 100_000, [0, 0, 0, 0])).toEqual([0, 0, 0, 1000]);
});

test('tokens: the next attempt waits for what the last one took', () => {
  const pace = paceOf('token-bucket', { tokens: '1000/s' });
  // The first needs one token of a bucket of one, and leaves it 4,999 short.
  expect(waits(pace, 0, [5000, 2000, 0])).toEqual([0, 5000, 6999]);
  expect(waits(paceOf('token-bucket', { tokens: '1000/s', tokenBurst: 6000 }), 0, [4000, 2000, 1000, 7000])).toEqual([0, 0, 1000, 7000]);
});

test('of requests and tokens the one that is short counts, and nobody overtakes', () => {
  const pace = paceOf('token-bucket', { requests: '1/s', tokens: '1000/s', tokenBurst: 3000 });
  // Tokens hold up the second until 2 s; the third has the tokens and needs its own second.
  expect(waits(pace, 0, [3000, 2000, 0])).toEqual([0, 2000, 3000]);
});

test('a place that is given back is there for the next one; the last places are as if they had never been taken', () => {
  const pace = paceOf('token-bucket', { requests: '1/s' });
  const asks = [0, 0, 0, 0].map((nowMs) => ({ nowMs, tokens: 0 }));
  expect(asks.map((ask) => pace.reserve(ask))).toEqual([0, 1000, 2000, 3000]);
  pace.release(asks[1] as (typeof asks)[0]);
  expect(pace.reserve({ nowMs: 500, tokens: 0 })).toBe(500);
  pace.release(asks[2] as (typeof asks)[0]);
  pace.release(asks[3] as (typeof asks)[0]);
  expect(pace.reserve({ nowMs: 500, tokens: 0 })).toBe(1500);
});

test('expects a rate of something', () => {
  const said = paces['token-bucket'].options.safeParse({ burst: 3 });
  expect(said.error?.issues.map(({ message }) => message)).toEqual(['expected requests, tokens, or both']);
});

/** Attempts that come, wait for their turn, and leave before it. */
const history = fc.record({
  burst: fc.integer({ min: 1, max: 4 }),
  perMinute: fc.constantFrom(60, 90, 600),
  tokenBurst: fc.constantFrom(1, 500, 3000),
  steps: fc.array(
    fc.record({
      pauseMs: fc.constantFrom(0, 0, 1, 250, 1000, 60_000),
      tokens: fc.integer({ min: 0, max: 2000 }),
      leaves: fc.option(fc.nat(20), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 40 },
  ),
});

test('whoever comes and leaves, a provider with the same buckets refuses nobody', () => {
  fc.assert(
    fc.property(history, ({ burst, perMinute, tokenBurst, steps }) => {
      const pace = paceOf('token-bucket', { requests: `${perMinute}/m`, burst, tokens: '6000/m', tokenBurst });
      let nowMs = 0;
      const waiting: { atMs: number; tokens: number; ask: { nowMs: number; tokens: number } }[] = [];
      const sent: { atMs: number; tokens: number }[] = [];
      for (const { pauseMs, tokens, leaves } of steps) {
        nowMs += pauseMs;
        const ask = { nowMs, tokens };
        const waitMs = pace.reserve(ask);
        if (!(waitMs >= 0)) return false;
        if (waitMs === 0) sent.push({ atMs: nowMs, tokens });
        else waiting.push({ atMs: nowMs + waitMs, tokens, ask });
        const leaver = leaves === null ? undefined : waiting.filter(({ atMs }) => atMs > nowMs)[leaves];
        if (leaver === undefined) continue;
        waiting.splice(waiting.indexOf(leaver), 1);
        pace.release(leaver.ask);
      }
      const requestBucket = createTokenBucket(burst, perMinute);
      const tokenBucket = createTokenBucket(tokenBurst, 6000);
      for (const { atMs, tokens } of [...sent, ...waiting].toSorted((a, b) => a.atMs - b.atMs)) {
        const now = Math.round(atMs * 1000);
        if (requestBucket.wait(now, 1) > 0 || tokenBucket.wait(now, Math.min(tokens, tokenBurst)) > 0) return false;
        requestBucket.take(now, 1);
        tokenBucket.take(now, tokens);
      }
      return true;
    }),
    { numRuns: 10_000 },
  );
});
