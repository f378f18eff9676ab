import type { Send } from '../../sim/kernel/transport.ts';
import { HttpAttempt } from './http-attempt.ts';
import type { Upstream } from './upstream.ts';

export type UpstreamOptions = Omit<Upstream, 'origin' | 'prefix' | 'mostBytes' | 'epochMs'> & {
  /** Root of the interface: `https://api.openai.com`, `http://127.0.0.1:4010/anthropic`. */
  readonly url: string;
  /** Of a body, of a stream before its first token, or of all of a stream whose text is kept; default 16 million. */
  readonly mostBytes?: number | undefined;
  /** Default: this machine's clock. */
  readonly epochMs?: (() => number) | undefined;
};

const usualMostBytes = 16_000_000;

/**
 * The transport to a server: each attempt is one POST. Silence is measured on the clock. What is no answer is told apart by
 * its facts: `refused` no connection · `reset` lost, with `reusedSocket` when a connection that had served before brought
 * not one byte · `local` this machine has no port or file left · a body that ends early is an answer that is not complete.
 */
export function httpUpstream({ url, mostBytes = usualMostBytes, epochMs = Date.now, ...options }: UpstreamOptions): Send {
  const { origin, pathname } = new URL(url);
  const upstream: Upstream = { ...options, origin, prefix: pathname.replace(/\/$/, ''), mostBytes, epochMs };
  return (attempt, listener) => new HttpAttempt(upstream, attempt, listener).begin();
}
