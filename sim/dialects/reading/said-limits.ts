import type { QuotaLeft, WireLimits } from '../../kernel/transport.ts';
import type { Headers } from '../error-reply.ts';
import { durationMs } from './said-wait.ts';

const spellings = ['x-ratelimit-', 'x-rate-limit-'];

/**
 * What the headers of an answer tell of the quota: those of OpenAI, Azure and Groq, which say how long until it is whole, and
 * those of Anthropic, which say when. `epochMs` is now, ms since 1970, by the clock that those dates are taken from. Undefined
 * where they tell nothing that can be read. Names are in lower case.
 */
export function limitsIn(headers: Headers, epochMs: number): WireLimits | undefined {
  const requests = leftOf(headers, 'requests', epochMs);
  const tokens = leftOf(headers, 'tokens', epochMs);
  return requests === undefined && tokens === undefined ? undefined : { requests, tokens };
}

function leftOf(headers: Headers, what: 'requests' | 'tokens', epochMs: number): QuotaLeft | undefined {
  for (const start of spellings) {
    const left = quotaLeft(headers[`${start}remaining-${what}`], durationMs(headers[`${start}reset-${what}`]));
    if (left !== undefined) return left;
  }
  const until = dateMs(headers[`anthropic-ratelimit-${what}-reset`]);
  return quotaLeft(headers[`anthropic-ratelimit-${what}-remaining`], until === undefined ? undefined : Math.max(0, until - epochMs));
}

function quotaLeft(remaining: string | undefined, resetMs: number | undefined): QuotaLeft | undefined {
  if (remaining === undefined || resetMs === undefined || !/^\d{1,15}$/.test(remaining)) return undefined;
  return { remaining: Number(remaining), resetMs };
}

function dateMs(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The same some time later. */
export function limitsAfter({ requests, tokens }: WireLimits, passedMs: number): WireLimits {
  return { requests: later(requests, passedMs), tokens: later(tokens, passedMs) };
}

function later(left: QuotaLeft | undefined, passedMs: number): QuotaLeft | undefined {
  return left && { remaining: left.remaining, resetMs: Math.max(0, left.resetMs - passedMs) };
}
