import { describe, expect, test } from 'vitest';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import { anthropic } from '../../../sim/dialects/anthropic/anthropic.ts';
import type { Cause } from '../../../sim/dialects/cause.ts';

const errors = (options: object) => anthropic.create(anthropic.options.parse(options), undefined).errors('m');

describe('what a client that looks at shapes makes of each option', () => {
  test.each<[Cause, object, string, string]>([
    ['capacity', {}, 'capacity', 'overloaded'],
    ['capacity', { capacity: 'api-error' }, 'capacity', 'overloaded'],
    ['rate_limited', {}, 'rate_limited', 'rate'],
    ['rate_limited', { rateLimited: 'acceleration' }, 'rate_limited', 'rate'],
    ['concurrent', {}, 'rate_limited', 'concurrency'],
    ['quota', {}, 'quota', 'spend_limit'],
    ['quota', { quota: 'own-limit' }, 'quota', 'spend_limit'],
    ['quota', { quota: 'credit' }, 'quota', 'balance'],
    ['quota', { quota: 'billing' }, 'quota', 'balance'],
    ['request_too_large', {}, 'client_error', 'too_large'],
    ['request_too_large', { tooLarge: 'rate-limit' }, 'rate_limited', 'rate'],
    ['server_error', {}, 'server_error', 'provider'],
    ['server_error', { serverError: 'timeout' }, 'timeout', 'provider'],
    ['context_length', {}, 'client_error', 'context'],
  ])('%s %j is %s, %s', (cause, options, name, reason) => {
    const classify = byShape.create({}, undefined);
    for (const form of ['status', 'stream'] as const) {
      expect([form, classify(errors(options).facts(cause, form))]).toEqual([form, { class: name, reason }]);
    }
  });
});

describe('what is said of a retry', () => {
  test.each<[Cause, object, object]>([
    ['capacity', {}, { 'retry-after': '3', 'x-should-retry': 'true' }],
    ['capacity', { capacityShouldRetry: 'no' }, { 'retry-after': '3', 'x-should-retry': 'false' }],
    ['capacity', { capacityShouldRetry: 'unsaid' }, { 'retry-after': '3' }],
    ['capacity', { capacityRetryAfter: false }, { 'x-should-retry': 'true' }],
    ['capacity', { capacity: 'api-error', capacityRetryAfter: false }, { 'x-should-retry': 'true' }],
    ['requests', { capacityRetryAfter: false }, { 'retry-after': '3', 'x-should-retry': 'true' }],
    ['rate_limited', { rateLimited: 'acceleration' }, { 'retry-after': '3', 'x-should-retry': 'true' }],
    ['quota', { quotaShouldRetry: 'yes' }, { 'retry-after': '3', 'x-should-retry': 'true' }],
    ['quota', { quotaShouldRetry: 'no' }, { 'retry-after': '3', 'x-should-retry': 'false' }],
  ])('%s %j', (cause, options, expected) => {
    const { 'content-type': type, 'request-id': id, ...said } = errors(options).reply(cause, 'status', { waitMs: 2001 }).headers;
    expect([type, id, said]).toEqual(['application/json', 'req_simulated', expected]);
  });

  test('without a wait none is said', () => {
    expect(errors({}).reply('capacity', 'status').headers).not.toHaveProperty('retry-after');
    expect(errors({}).reply('quota', 'status').headers).not.toHaveProperty('retry-after');
  });
});
