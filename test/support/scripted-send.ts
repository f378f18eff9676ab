import type { Send, WireFacts } from '../../sim/kernel/transport.ts';

/** A transport that answers with these facts, one after the other and then the last again, at once. */
export interface ScriptedSend {
  readonly send: Send;
  /** Attempts so far, as whoever answers them counts. */
  readonly hits: () => number;
}

export function scriptedSend(replies: readonly WireFacts[]): ScriptedSend {
  let hits = 0;
  return {
    hits: () => hits,
    send(_attempt, listener) {
      const facts = replies[Math.min(hits, replies.length - 1)] ?? answered;
      hits += 1;
      listener.end({ facts, tokens: facts.afterTokens });
      return { cancel: () => 0 };
    },
  };
}

/** A whole answer. */
export const answered: WireFacts = { how: 'reply', status: 200, afterTokens: 4, complete: true };

/** A 429 that asks for a wait. */
export function limited(retryAfterMs?: number, more: Partial<WireFacts> = {}): WireFacts {
  return { how: 'reply', status: 429, errorCode: 'rate_limit_exceeded', retryAfterMs, afterTokens: 0, complete: true, ...more };
}
