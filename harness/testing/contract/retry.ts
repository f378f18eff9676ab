import assert from 'node:assert/strict';
import { longestDelayMs } from '../../strategy/retry/bounds.ts';
import type { Backoff, Past } from '../../strategy/retry/retry.ts';
import { type Driver, dice, finite, pure, steps } from './driver.ts';

const uniform = dice('retry');
const extremes = [1e-16, 1 - 1e-16];

/** One request that fails 10,000 times, then the same with the rarest luck. */
export const retryDriver: Driver<Backoff, undefined> = {
  scope: () => undefined,
  drive(part, options) {
    const cap = capOf(options);
    const said: (number | null)[] = [];
    const ask = (past: Past, luck: number): number | undefined => {
      const delayMs = pure('delayMs', () => part.delayMs(past, luck));
      if (delayMs === undefined || (typeof delayMs === 'number' && delayMs >= 0 && delayMs <= cap)) return delayMs;
      finite(`delayMs after attempt ${past.attempt}`, delayMs);
      return assert.fail(`delayMs after attempt ${past.attempt}: ${delayMs} ms is above ${cap} ms; give the rule a cap`);
    };
    let past: Past = {
      attempt: 1,
      totalAttempts: 1,
      totalWaitMs: 0,
      previousDelayMs: 0,
      outcome: { class: 'capacity', reason: 'contract' },
    };
    for (let attempt = 1; attempt <= steps; attempt++) {
      for (const extreme of extremes) ask(past, extreme);
      const delayMs = ask(past, uniform(attempt));
      said.push(delayMs ?? null);
      const waited = past.totalWaitMs + (delayMs ?? 0);
      past = {
        ...past,
        attempt: attempt + 1,
        totalAttempts: attempt + 1,
        totalWaitMs: waited,
        previousDelayMs: delayMs ?? 0,
        previousUniform: uniform(attempt),
      };
    }
    return said;
  },
};

/** An option called `cap` binds; without one, waits stay where microseconds are exact. */
function capOf(options: unknown): number {
  const cap = typeof options === 'object' && options !== null ? (options as { readonly cap?: unknown }).cap : undefined;
  return typeof cap === 'number' ? cap : longestDelayMs;
}
