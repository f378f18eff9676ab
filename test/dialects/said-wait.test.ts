import { describe, expect, it, test } from 'vitest';
import { readError } from '../../sim/dialects/read-error.ts';
import { durationMs, waitInText } from '../../sim/dialects/reading/said-wait.ts';

describe('A11: a wait hint in another place', () => {
  it.each<[string, number | undefined]>([
    // captured texts
    ['Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com', 174],
    ['Please try again in 3.89s. Visit', 3890],
    ['Please try again in 22.497s.', 22_497],
    ['Please try again in 20s.', 20_000],
    ['Please try again in 1m47.5s.', 107_500],
    ['Please try again in 6m0s', 360_000],
    ['Please retry after 11 seconds. To increase your default rate limit', 11_000],
    ['Please retry after 86400 seconds.', 86_400_000],
    ['Please retry in 58.821668433s.', 58_821.668433],
    ['TRY AGAIN IN 5 MINUTES', 300_000],
    ['try again in 1 second', 1000],
    ['try again in 1h0m2s', 3_602_000],
    // no waits
    ['Please try again later.', undefined],
    ['Please retry shortly, or add your own key', undefined],
    ['try again in 3 months', undefined],
    ['wait 20s', undefined],
    ['', undefined],
  ])('%j asks for %s ms', (text, wait) => {
    if (wait === undefined) expect(waitInText(text)).toBeUndefined();
    else expect(waitInText(text)).toBeCloseTo(wait, 6);
  });

  it.each<[string, number | undefined]>([
    ['1s', 1000],
    ['6m0s', 360_000],
    ['20ms', 20],
    ['120ms', 120],
    ['0s', 0],
    ['1m30.951s', 90_951],
    ['55', 55_000],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('the duration %j is %s ms', (text, ms) => expect(durationMs(text)).toBe(ms));

  const limited = (message: string, more: object = {}) => ({
    error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded', ...more },
  });
  const both = {
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '20ms',
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': '6m0s',
  };

  it.each<[string, Record<string, string>, object, number | undefined]>([
    ['retry-after-ms before retry-after', { 'retry-after-ms': '174', 'retry-after': '1' }, limited('Please try again in 3s.'), 174],
    ['retry-after before the body', { 'retry-after': '7' }, limited('Please try again in 3s.', { resets_in_seconds: 60 }), 7000],
    ['0 is a wait of 0', { 'retry-after': '0' }, limited('Please try again in 3s.'), 0],
    ['a date says nothing without a clock', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, limited('Please try again in 3s.'), 3000],
    ['a field of the body before its text', {}, limited('Please try again in 3s.', { resets_in_seconds: 60 }), 60_000],
    ['the text before limits that are whole again', both, limited('Please try again in 1m47.5s.'), 107_500],
    ['both limits used up: the longer one', both, limited('Rate limit reached.'), 360_000],
    ['one limit used up', { ...both, 'x-ratelimit-remaining-tokens': '9' }, limited('Rate limit reached.'), 20],
    ['nothing used up', { ...both, 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-remaining-requests': '1' }, limited(''), undefined],
    ['as Azure once wrote it, in seconds', { 'x-rate-limit-reset-tokens': '55' }, limited('Rate limit reached.'), 55_000],
    ['junk', { ...both, 'x-ratelimit-reset-tokens': '-1', 'x-ratelimit-reset-requests': '-1' }, limited('Rate limit reached.'), undefined],
    ['money does not come back with the minute', both, { error: { message: 'No.', code: 'insufficient_quota' } }, undefined],
  ])('%s', (_, headers, body, wait) => expect(readError(429, headers, body).retryAfterMs).toBe(wait));

  test('limits that are used up say nothing of another failure', () => {
    expect(readError(503, both, { error: { message: 'Overloaded', code: 'rate_limit_exceeded' } }).retryAfterMs).toBeUndefined();
  });

  // gRPC proposal A6, Pushback: a signed whole number without leading zeros; negative or unreadable: not to be retried at all.
  it.each([
    ['1000', 1000, undefined],
    ['0', 0, undefined],
    ['-1', undefined, false],
    ['xxx', undefined, false],
    ['007', undefined, false],
    ['1000, 2000', undefined, false],
  ])('a push-back of %s', (pushback, wait, again) => {
    const { retryAfterMs, shouldRetry } = readError(503, { 'Grpc-Retry-Pushback-Ms': pushback }, undefined);
    expect([retryAfterMs, shouldRetry]).toEqual([wait, again]);
  });

  test('a push-back comes before other hints, and forbids what x-should-retry asks for', () => {
    const facts = readError(503, { 'grpc-retry-pushback-ms': '40', 'retry-after-ms': '174' }, undefined);
    expect(facts.retryAfterMs).toBe(40);
    expect(readError(503, { 'grpc-retry-pushback-ms': '-1', 'x-should-retry': 'true' }, undefined).shouldRetry).toBe(false);
  });
});
