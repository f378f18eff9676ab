import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

export const ok: Outcome = { class: 'ok', reason: 'answered' };

/** Something in the body or in the stream calls itself an error. */
export function hasError(facts: WireFacts): boolean {
  return facts.errorCode !== undefined || facts.errorType !== undefined || facts.message !== undefined;
}

export function isSuccessStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/**
 * A usable answer: a success status, no error inside, readable to its own end marker, at least one token. This is no
 * matter of opinion, so a classifier that knows little cannot turn failures into successes and look better for it.
 */
export function isAnswer(facts: WireFacts): boolean {
  return (
    (facts.how === 'stream' || facts.how === 'reply') &&
    isSuccessStatus(facts.status) &&
    facts.complete &&
    facts.afterTokens > 0 &&
    facts.parsed !== false &&
    !hasError(facts)
  );
}
