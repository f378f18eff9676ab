import { describe, expect, it } from 'vitest';
import type { PaceSpec } from '../../harness/strategy/spec.ts';
import { at, ends, limit, model, pool, provider, quota, runOf, scenario, story, strategy } from '../support/scenario.ts';

const bucket = (rule: object, per: PaceSpec['per'] = 'client'): PaceSpec => ({
  rule: { 'token-bucket': { burst: 1, tokenBurst: 1, ...rule } },
  per,
});
const roomy = { pools: { big: pool(100) }, models: { big: model({ service: 1000 }) } };

describe('a pace', () => {
  it('holds attempts back after their permit and before the send, and what is waited is waiting for a permit', () => {
    const paced = strategy('a', { pace: bucket({ requests: 0.5 }), limit: limit(2) });
    const ran = runOf(scenario({ provider: roomy, workload: { arrivals: at(0, 0, 0) }, strategies: [paced] }));
    // The third has its permit when the first answer has come, and its turn 2 s after the second.
    expect(story(ran)).toEqual(['0 big@0→1 ok', '1 big@2→3 ok', '2 big@4→5 ok']);
    expect(ran.requests.map(({ queueWaitMs }) => queueWaitMs)).toEqual([0, 2000, 4000]);
  });

  it('holds back no longer than the deadline, and whoever leaves gives its place back', () => {
    const paced = strategy('a', { pace: bucket({ requests: 1 }) });
    const ran = runOf(scenario({ provider: roomy, workload: { arrivals: at(0, 0, 0, 0, 3200), deadline: 2500 }, strategies: [paced] }));
    // The fourth would go at 3 s and leaves at 2.5 s: its place is not waited for.
    expect(ends(ran)).toEqual(['0 ok/none 1', '1 ok/none 2', '2 deadline/deadline 2.5', '3 deadline/deadline 2.5', '4 ok/none 1']);
    expect(story(ran).at(-1)).toBe('4 big@3.2→4.2 ok');
  });

  it.each([
    ['client', ['0 big@0→1 ok', '1 big@0→1 ok', '2 big@2→3 ok', '3 big@2→3 ok']],
    ['fleet', ['0 big@0→1 ok', '1 big@2→3 ok', '2 big@4→5 ok', '3 big@6→7 ok']],
  ] as const)('per: %s', (per, expected) => {
    const paced = strategy('a', { pace: bucket({ requests: 0.5 }, per) });
    const ran = runOf(scenario({ provider: roomy, workload: { arrivals: at(0, 0, 0, 0), clients: 2 }, strategies: [paced] }));
    expect(story(ran)).toEqual(expected);
  });

  it('of tokens counts input and the most output', () => {
    const paced = strategy('a', { pace: bucket({ tokens: 10 }) });
    const sizes = { input: 20, output: 4, maxTokens: 40 };
    const ran = runOf(scenario({ provider: roomy, workload: { arrivals: at(0, 0), sizes }, strategies: [paced] }));
    // 60 tokens of which one was there, and one more for the second: 60 at 10 a second.
    expect(story(ran)).toEqual(['0 big@0→1 ok', '1 big@6→7 ok']);
  });
});

const metered = (dialect: 'openai' | 'anthropic') => ({
  default: provider({
    ...roomy,
    dialect,
    models: { big: model({ service: 100, quota: quota({ rpm: 60, burst: 5 }) }) },
  }),
});

describe('reset-headers', () => {
  const arrivals = at(...Array.from({ length: 30 }, (_, i) => i * 500));
  const refusedBy = (pace: PaceSpec | undefined, dialect: 'openai' | 'anthropic' = 'openai'): number => {
    const paced = strategy('a', pace === undefined ? {} : { pace });
    const { attempts } = runOf(scenario({ providers: metered(dialect), workload: { arrivals }, strategies: [paced] }));
    return attempts.filter((one) => one.class === 'rate_limited').length;
  };
  const byHeaders: PaceSpec = { rule: { 'reset-headers': { spread: true } }, per: 'client' };

  // What is sent while an answer is on its way is not in what that answer tells: one refusal in thirty may be left.
  it('keeps a client that asks for twice its quota from being refused', () => {
    // 15 s of 2 a second, where 5 and 1 a second are allowed: at least 30 − 5 − 15.
    expect(refusedBy(undefined)).toBeGreaterThanOrEqual(10);
    expect(refusedBy(byHeaders)).toBeLessThanOrEqual(1);
  });

  it('reads whole seconds where the provider says no more', () => {
    expect(refusedBy(undefined, 'anthropic')).toBeGreaterThanOrEqual(10);
    expect(refusedBy(byHeaders, 'anthropic')).toBeLessThanOrEqual(1);
  });
});
