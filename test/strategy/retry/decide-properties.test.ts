import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../harness/strategy/retry/decide.ts';
import type { RetrySpec } from '../../../harness/strategy/spec.ts';
import { refusal } from '../facts.ts';
import { ruleOf } from './rule-of.ts';

const uniform = fc.double({ min: 1e-16, max: 1 - 1e-16, noNaN: true });
const ms = fc.nat({ max: 100_000 });

const specs: fc.Arbitrary<RetrySpec> = fc.record({
  backoff: fc.constant({ fixed: 0 }),
  attempts: fc.integer({ min: 1, max: 12 }),
  totalAttempts: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  totalWait: fc.option(ms, { nil: undefined }),
  when: fc.constant(['rate_limited'] as const),
  hint: fc.record({
    use: fc.constantFrom('ignore', 'floor', 'exact', 'add'),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    max: ms,
    over: fc.constantFrom('give-up', 'use-backoff', 'clamp'),
  }),
});

const rules = [
  ruleOf('fixed', '1500ms'),
  ruleOf('exponential', { base: '100ms', cap: '30s', jitter: { scale: [0, 1] } }),
  ruleOf('exponential', { base: '1s', cap: '20s', jitter: 'decorrelated' }),
  ruleOf('list', ['0ms', '1s', '5s']),
];

test('a request’s whole life keeps to its bounds, whatever the provider asks for', () => {
  const steps = fc.array(fc.tuple(fc.option(ms, { nil: undefined }), uniform, uniform), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(specs, fc.constantFrom(...rules), steps, (spec, rule, life) => {
      let [sends, totalWaitMs, previousDelayMs] = [0, 0, 0];
      for (const [retryAfterMs, luck, hintLuck] of life) {
        sends += 1;
        const past = {
          attempt: sends,
          totalAttempts: sends,
          totalWaitMs,
          previousDelayMs,
          outcome: { class: 'rate_limited', reason: 'x' } as const,
        };
        const decision = decide(spec, rule, past, refusal(429, { retryAfterMs }), luck, hintLuck);
        if ('giveUp' in decision) break;
        // Never back before the hint has passed, but where the strategy says so.
        const follows =
          spec.hint.use !== 'ignore' && retryAfterMs !== undefined && (retryAfterMs <= spec.hint.max || spec.hint.over === 'clamp');
        const asked = follows ? Math.min(retryAfterMs, spec.hint.max) : 0;
        expect(decision.waitMs).toBeGreaterThanOrEqual(asked);
        expect(decision.hintMs).toBeGreaterThanOrEqual(asked);
        expect(decision.hintMs).toBeLessThanOrEqual(asked * (1 + Number(spec.hint.jitter)) + 1e-9);
        if (spec.hint.use === 'floor') expect(decision.waitMs).toBe(Math.max(decision.delayMs, decision.hintMs));
        totalWaitMs += decision.waitMs;
        previousDelayMs = decision.delayMs;
        expect(totalWaitMs).toBeLessThanOrEqual(spec.totalWait ?? Number.POSITIVE_INFINITY);
      }
      expect(sends).toBeLessThanOrEqual(Math.min(spec.attempts, spec.totalAttempts ?? 12));
    }),
  );
});
