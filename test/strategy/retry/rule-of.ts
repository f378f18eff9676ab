import { retries } from '../../../harness/strategy/retry/registry.ts';
import type { Backoff, Past } from '../../../harness/strategy/retry/retry.ts';
import type { Plugin } from '../../../sim/kernel/plugin.ts';

export type Rule = keyof typeof retries;

/** A rule from what stands in a file. */
export function ruleOf(name: Rule, written: unknown): Backoff {
  const plugin: Plugin<unknown, Backoff> = retries[name];
  return plugin.create(plugin.options.parse(written), undefined);
}

export function past(attempt: number, previousDelayMs = 0): Past {
  return { attempt, totalAttempts: attempt, totalWaitMs: 0, previousDelayMs, outcome: { class: 'capacity', reason: 'test' } };
}

/** Waits before retry 1, 2 …, all with the same luck. */
export function waits(rule: Backoff, count: number, uniform: number): (number | undefined)[] {
  let previous = 0;
  return Array.from({ length: count }, (_, i) => {
    const delayMs = rule.delayMs(past(i + 1, previous), uniform);
    previous = delayMs ?? 0;
    return delayMs;
  });
}
