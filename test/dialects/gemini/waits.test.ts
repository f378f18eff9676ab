import { describe, expect, test } from 'vitest';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import type { Cause } from '../../../sim/dialects/cause.ts';
import { waitMsOf, waitSeconds, withinMinute } from '../../../sim/dialects/gemini/wait-seconds.ts';
import { geminiWith } from './gemini-with.ts';

test.each([
  [58_821.668433, '58.821668433s', '58s'],
  [45_800, '45.8s', '45s'],
  [60_000, '60s', '60s'],
  [999.9999, '0.9999999s', '0s'],
  [0.001, '0.000001s', '0s'],
  [0, '0s', '0s'],
])('%f ms is said as %s, in whole seconds as %s', (ms, exact, whole) => {
  expect([waitSeconds(ms, 'exact'), waitSeconds(ms, 'whole')]).toEqual([exact, whole]);
  expect(waitMsOf(whole)).toBeLessThanOrEqual(Math.ceil(ms));
});

test.each([
  // A quota of a day speaks of a minute at most.
  [32_400_000, 60_000],
  [32_400_001, 1],
  [90_500, 30_500],
  [59_000, 59_000],
  [0, 0],
])('%i ms of a day become %i', (ms, short) => expect(withinMinute(ms)).toBe(short));

describe('where a wait is said', () => {
  const said = (cause: Cause, options: object) => {
    const table = geminiWith(options).errors('m');
    const { headers, body } = table.reply(cause, 'status', { waitMs: 45_800, limit: 20 });
    const delay = /"retryDelay": "(.*)"/.exec(String(body))?.[1];
    return [delay, headers['retry-after'], table.detailed(cause, 'status', { waitMs: 45_800 }).retryAfterMs];
  };

  test.each<[Cause, object, unknown[]]>([
    ['requests', {}, ['45.8s', undefined, 45_800]],
    ['requests', { retryDelay: 'whole' }, ['45s', undefined, 45_000]],
    ['requests', { retryAfter: true }, ['45.8s', '46', 46_000]],
    ['requests', { limits: 'bare' }, [undefined, undefined, undefined]],
    ['requests', { limits: 'bare', retryAfter: true }, [undefined, undefined, undefined]],
    ['day', {}, ['45.8s', undefined, 45_800]],
    // None by itself; a scenario may ask for one.
    ['capacity', {}, ['45.8s', undefined, 45_800]],
    ['capacity', { limits: 'bare' }, ['45.8s', undefined, 45_800]],
  ])('%s %j', (cause, options, expected) => expect(said(cause, options)).toEqual(expected));
});

describe('what a client that looks at shapes makes of them', () => {
  test.each<[Cause, object, string, string]>([
    ['capacity', {}, 'capacity', 'overloaded'],
    ['capacity', { capacity: 'high-demand' }, 'capacity', 'overloaded'],
    ['capacity', { capacity: 'code-assist' }, 'capacity', 'overloaded'],
    ['capacity', { capacity: 'code-assist-429' }, 'capacity', 'overloaded'],
    ['requests', {}, 'rate_limited', 'per_minute'],
    ['input-tokens', {}, 'rate_limited', 'per_minute'],
    ['requests', { limits: 'bare' }, 'rate_limited', 'quota'],
    ['concurrent', {}, 'rate_limited', 'quota'],
    ['day', {}, 'quota', 'per_day'],
    ['quota', {}, 'quota', 'not_in_plan'],
    ['quota', { quota: 'prepayment' }, 'quota', 'balance'],
    ['quota', { quota: 'payment-required' }, 'quota', 'balance'],
    ['auth', {}, 'auth', 'key'],
    ['permission', {}, 'auth', 'permission'],
    ['permission', { permission: 'region' }, 'auth', 'permission'],
    ['not_found', {}, 'client_error', 'not_found'],
    ['client_error', {}, 'client_error', 'invalid'],
    ['context_length', {}, 'client_error', 'invalid'],
    ['request_too_large', {}, 'client_error', 'invalid'],
    ['request_too_large', { tooLarge: 'limit' }, 'rate_limited', 'per_minute'],
    ['server_error', {}, 'server_error', 'provider'],
  ])('%s %j is %s, %s', (cause, options, name, reason) => {
    const classify = byShape.create({}, undefined);
    const table = geminiWith(options).errors('m');
    for (const form of ['status', 'stream'] as const) {
      const facts = table.facts(cause, form);
      expect([form, classify(facts)]).toEqual([form, { class: name, reason }]);
    }
  });
});
