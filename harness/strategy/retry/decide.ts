import type { Outcome } from '../../../reports/result/outcome.ts';
import { CodedError } from '../../../sim/kernel/errors.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import type { HintSpec, RetrySpec } from '../spec.ts';
import type { Backoff, Past, RetryDecision } from './retry.ts';

const attemptsUsed: RetryDecision = { giveUp: 'attempts' };
const waitedEnough: RetryDecision = { giveUp: 'totalWait' };
const hintForbids: RetryDecision = { giveUp: 'hint' };
const hard: RetryDecision = { giveUp: 'hard' };

/** `decide` with one strategy's rules; the last two are the luck of the backoff and of the hint. */
export type Decide = (past: Past, facts: WireFacts | undefined, uniform: number, hintUniform: number) => RetryDecision;

/**
 * The whole decision after a failed attempt, in this order: is this failure one to retry, are attempts left, how long is
 * the wait, does it fit into `totalWait` (exactly fitting fits). Pure; `uniform` is the backoff's luck, `hintUniform` that
 * of the hint's jitter, both in (0, 1). There are no facts when the client itself ended the attempt.
 */
export function decide(
  spec: RetrySpec,
  backoff: Backoff,
  past: Past,
  facts: WireFacts | undefined,
  uniform: number,
  hintUniform: number,
): RetryDecision {
  if (!mayRetry(spec, past.outcome, facts)) return hard;
  if (past.attempt >= spec.attempts || past.totalAttempts >= (spec.totalAttempts ?? Number.POSITIVE_INFINITY)) return attemptsUsed;
  const asked = askedOf(spec.hint, facts?.retryAfterMs);
  if (asked === undefined && spec.hint.required?.includes(past.outcome.class) === true) return hintForbids;
  const delayMs = backoff.delayMs(past, uniform);
  if (delayMs === undefined) return attemptsUsed;
  if (!(delayMs >= 0 && delayMs < Number.POSITIVE_INFINITY))
    throw new CodedError(
      'bound',
      `the retry rule returned a wait of ${delayMs} ms after attempt ${past.attempt}; expected a finite number from 0 up`,
    );
  const decision = withHint(spec.hint, delayMs, asked, hintUniform);
  if (!('waitMs' in decision)) return decision;
  return past.totalWaitMs + decision.waitMs > (spec.totalWait ?? Number.POSITIVE_INFINITY) ? waitedEnough : decision;
}

/**
 * Whether this failure is one to send again. `x-should-retry` overrides both ways unless it is ignored: true retries what
 * `when` and `statuses` leave out, false forbids what they list. An answer that broke off after its first token (truncated,
 * malformed) is never sent to the same target again.
 */
function mayRetry(spec: RetrySpec, outcome: Outcome, facts: WireFacts | undefined): boolean {
  if ((outcome.class === 'truncated' || outcome.class === 'malformed') && facts !== undefined && facts.afterTokens > 0) return false;
  if (facts?.shouldRetry !== undefined && spec.shouldRetry !== 'ignore') return facts.shouldRetry;
  const status = facts?.status;
  if (spec.statuses === undefined || status === undefined || status < 400) return spec.when.includes(outcome.class);
  return spec.statuses.includes(status) || spec.statuses.includes(status < 500 ? '4xx' : '5xx');
}

/** The wait that the provider asks for, ms; undefined when it asks for none that counts, 0 for a time gone by. */
function askedOf(spec: HintSpec, asked: number | undefined): number | undefined {
  if (asked === undefined || Number.isNaN(asked) || spec.use === 'ignore') return undefined;
  return asked <= 0 && spec.zero === 'use-backoff' ? undefined : Math.max(0, asked);
}

/** The wait from the backoff's draw and the provider's hint, ms. A hint of exactly `max` counts, and one of 0 is a hint. */
function withHint(spec: HintSpec, delayMs: number, asked: number | undefined, uniform: number): RetryDecision {
  if (asked === undefined) return { waitMs: delayMs, delayMs, hintMs: 0 };
  if (asked > spec.max && spec.over === 'give-up') return hintForbids;
  if (asked > spec.max && spec.over === 'use-backoff') return { waitMs: delayMs, delayMs, hintMs: 0 };
  const hint = Math.min(asked, spec.max, delayMs + (spec.above ?? Number.POSITIVE_INFINITY));
  if (spec.use === 'exact') return { waitMs: hint, delayMs, hintMs: hint };
  const hintMs = typeof spec.jitter === 'number' ? hint * (1 + spec.jitter * uniform) : hint + spec.jitter.additive * uniform;
  return { waitMs: spec.use === 'add' ? hintMs + delayMs : Math.max(hintMs, delayMs), delayMs, hintMs };
}
