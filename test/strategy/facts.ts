import type { WireFacts } from '../../sim/kernel/transport.ts';

/** An HTTP error with nothing but its status, and what else is given. */
export function refusal(status: number, more: Partial<WireFacts> = {}): WireFacts {
  return { how: 'reply', status, afterTokens: 0, complete: true, ...more };
}

/** An error event inside a 200 stream. */
export function event(more: Partial<WireFacts>): WireFacts {
  return { how: 'stream', status: 200, afterTokens: 0, complete: false, ...more };
}

export const answered: WireFacts = { how: 'stream', status: 200, afterTokens: 200, complete: true, parsed: true };
