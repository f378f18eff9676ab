import { describe, expect, it, test } from 'vitest';
import { chatCaller } from '../../sim/dialects/openai/chat-caller.ts';
import { quotaHeaders } from '../../sim/dialects/openai/quota-headers.ts';
import { durationMs } from '../../sim/dialects/reading/said-wait.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';
import type { QuotaGroup } from '../../sim/provider/quota/quota-group.ts';
import { group, minute, second } from '../provider/quota/groups.ts';

/** The refusal of a quota as it is sent: its text, and what the headers say. */
function refusalOf(quota: QuotaGroup, waitMicros: number, cause: 'tokens' | 'requests' = 'tokens') {
  const { refusedLimit: limit, refusedUsed: used, refusedRequested: requested } = quota;
  const detail = { limit, used, requested, waitMs: waitMicros / 1000 };
  const { headers, body } = dialectOf('openai').errors('gpt-4.1').reply(cause, 'status', detail);
  const { message } = (body as { readonly error: { readonly message: string } }).error;
  return { message, headers, body: JSON.stringify(body) };
}

const said = (message: string) => /try again in ([0-9.hms]+)\. /.exec(message)?.[1];

/** Captured texts; T = (U + R − L) · 60 / L seconds, cut off at the millisecond. */
const captured: readonly (readonly [number, number, number, string, number])[] = [
  // limit, used, requested, the text, the wait in µs
  [30_000, 18_928, 11_159, '174ms', 174_000],
  [30_000, 28_039, 3906, '3.89s', 3_890_000],
  [200_000, 118_932, 156_060, '22.497s', 22_497_600],
  [10_000, 8554, 3082, '9.816s', 9_816_000],
  [30_000, 14_567, 24_754, '18.642s', 18_642_000],
  [10_000, 8782, 8172, '41.724s', 41_724_000],
];

describe('waits of captured refusals, by a quota and its dialect', () => {
  it.each(captured)('limit %i, used %i, requested %i: try again in %s', (limit, used, requested, text, micros) => {
    const quota = group({ tpm: limit });
    expect(quota.admit(0, used, 0)).toBe(0);
    const wait = quota.admit(0, requested, 0);
    expect(wait).toBe(micros);
    const { message, headers, body } = refusalOf(quota, wait);
    expect(message).toContain(
      `on tokens per min (TPM): Limit ${limit}, Used ${used}, Requested ${requested}. Please try again in ${text}. `,
    );
    expect(headers).toMatchObject({ 'retry-after': String(Math.ceil(micros / second)), 'retry-after-ms': String(micros / 1000) });
    expect(chatCaller.whole(429, headers, body).facts.retryAfterMs).toBe(micros / 1000);
    // A microsecond early it is refused again, and then it is not.
    expect(quota.admit(wait - 1, requested, 0)).toBe(1);
    expect(quota.admit(wait, requested, 0)).toBe(0);
  });

  test('who comes back when the text says may come a little too early', () => {
    const quota = group({ tpm: 200_000 });
    quota.admit(0, 118_932, 0);
    quota.admit(0, 156_060, 0);
    const wait = quota.admit(22_497_000, 156_060, 0);
    expect(wait).toBe(600);
    expect(said(refusalOf(quota, wait).message)).toBe('0ms');
    expect(refusalOf(quota, wait).headers).toMatchObject({ 'retry-after': '1', 'retry-after-ms': '0.6' });
  });

  it.each([
    // window, first request at, s; the second one at, s; what it is told; when it passes, s
    ['fixed', 10, 10, '50s', 60],
    ['fixed', 10, 59.9999, '0ms', 60],
    ['fixed', 0, 0, '1m0s', 60],
    ['sliding', 10, 10, '1m0s', 70],
    ['sliding', 10, 69.5, '500ms', 70],
    ['token-bucket', 10, 10, '1m0s', 70],
    ['token-bucket', 10, 40.5, '29.5s', 70],
  ] as const)('%s window, filled at %d s, asked at %d s: try again in %s', (window, filledAt, askedAt, text, passesAt) => {
    const quota = group({ tpm: 30_000, window });
    expect(quota.admit(filledAt * second, 30_000, 0)).toBe(0);
    const wait = quota.admit(askedAt * second, 30_000, 0);
    expect(askedAt * second + wait).toBe(passesAt * second);
    expect(said(refusalOf(quota, wait).message)).toBe(text);
    expect(quota.admit(passesAt * second - 1, 30_000, 0)).toBe(1);
    expect(quota.admit(passesAt * second, 30_000, 0)).toBe(0);
  });
});

test('A11: with one request a minute the reset header and the wait mean one instant', () => {
  const quota = group({ rpm: 1 });
  quota.admit(0, 1, 1);
  for (const at of [0, 10 * second, 59.5 * second, minute - 1]) {
    const wait = quota.admit(at, 1, 1);
    const { headers } = refusalOf(quota, wait, 'requests');
    const left = quotaHeaders(quota.remaining(at));
    expect(left).toMatchObject({ 'x-ratelimit-limit-requests': '1', 'x-ratelimit-remaining-requests': '0' });
    const reset = (durationMs(left['x-ratelimit-reset-requests']) ?? Number.NaN) / 1000;
    expect(Math.abs(reset - Number(headers['retry-after']))).toBeLessThan(1);
    expect(reset).toBeCloseTo((minute - at) / second, 2);
  }
  expect(quota.admit(minute, 1, 1)).toBe(0);
});
