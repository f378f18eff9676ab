import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

/** From what was seen on the wire to a class and a reason; pure. Never called for an attempt that the client itself ended. */
export type Classify = (facts: WireFacts) => Outcome;
