import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

/**
 * From what was seen on the wire to a class and a reason; pure. Never called for an attempt that the client itself ended.
 * An attempt is `ok` exactly when `isAnswer` says so; classifiers differ in what they call the others.
 *
 * A decoder hands over the most specific machine name it finds as `errorCode` (`error.code`; Anthropic's
 * `details.error_code`; Gemini's `quotaId` or ErrorInfo `reason`; OpenRouter's `provider_error_code`, `limit_source` or
 * number), the broader one as `errorType` (`error.type`; Gemini's `status`; Bedrock's exception name), and the wait that
 * headers or body ask for as `retryAfterMs`. `afterTokens` counts tokens that reached the caller: 0 for a plain reply
 * that was cut.
 */
export type Classify = (facts: WireFacts) => Outcome;
