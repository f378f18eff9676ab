import type { Finding } from './check.ts';
import { afterEnd } from './checks/after-end.ts';
import { hardRetried } from './checks/hard-retried.ts';
import { heldInBackoff } from './checks/held-in-backoff.ts';
import { inFlight } from './checks/in-flight.ts';
import { jitter } from './checks/jitter.ts';
import { layers } from './checks/layers.ts';
import { longWait } from './checks/long-wait.ts';
import { manyAttempts } from './checks/many-attempts.ts';
import { retryAfter } from './checks/retry-after.ts';

/** In the order in which reports tell them. */
export const findings = {
  'retry-after': retryAfter,
  'long-wait': longWait,
  jitter,
  'hard-retried': hardRetried,
  layers,
  'many-attempts': manyAttempts,
  'held-in-backoff': heldInBackoff,
  'after-end': afterEnd,
  'in-flight': inFlight,
} as const satisfies Record<string, Finding>;
