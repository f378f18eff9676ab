import { createTagged } from '../../../sim/kernel/tagged.ts';
import type { RetrySpec } from '../spec.ts';
import { retries } from './registry.ts';
import type { Backoff } from './retry.ts';

/** Waits of a rule of their own after failures of some classes, of the usual one after all others. */
export function perClass(rules: RetrySpec['perClass'], usual: Backoff): Backoff {
  if (rules === undefined) return usual;
  const own = new Map<string, Backoff>();
  for (const [failure, rule] of Object.entries(rules))
    if (rule !== undefined) own.set(failure, createTagged<Backoff, unknown>(retries, rule, undefined));
  return { delayMs: (past, uniform) => (own.get(past.outcome.class) ?? usual).delayMs(past, uniform) };
}
