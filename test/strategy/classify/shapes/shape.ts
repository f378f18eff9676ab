import type { AttemptClass } from '../../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../../sim/kernel/transport.ts';

/** Who sends it, what is seen, what it is. */
export type Shape = readonly [who: string, facts: WireFacts, expected: AttemptClass, reason: string];
