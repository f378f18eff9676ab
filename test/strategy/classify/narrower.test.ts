import { describe, expect, test } from 'vitest';
import { article } from '../../../harness/strategy/classify/article.ts';
import { byStatus } from '../../../harness/strategy/classify/by-status.ts';
import { catchAll } from '../../../harness/strategy/classify/catch-all.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { answered, event, refusal } from '../facts.ts';

const status = byStatus.create({}, undefined);
const four = article.create({}, undefined);
const all = catchAll.create({}, undefined);

describe('by-status', () => {
  test.each([
    [400, 'client_error'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'client_error'],
    [408, 'timeout'],
    [409, 'server_error'], // a lock; official clients retry it
    [413, 'client_error'],
    [422, 'client_error'],
    [429, 'rate_limited'],
    [498, 'client_error'], // Groq's capacity, which no client that goes by status retries
    [500, 'server_error'],
    [502, 'server_error'],
    [503, 'capacity'],
    [504, 'timeout'],
    [529, 'capacity'],
    [302, 'unknown'],
  ])('%i is %s', (code, expected) => expect(status(refusal(code)).class).toBe(expected));

  test.each<[string, WireFacts, string]>([
    ['takes quota for a rate limit', refusal(429, { errorCode: 'insufficient_quota' }), 'rate_limited'],
    ['takes one request above TPM for a rate limit', refusal(429, { message: 'Request too large' }), 'rate_limited'],
    ['takes capacity as a 400 for the caller’s fault', refusal(400, { message: 'Selected model is at capacity.' }), 'client_error'],
    ['has no name for an error inside a 200', event({ errorCode: 'server_is_overloaded' }), 'unknown'],
    ['has no name for a cut stream', event({ afterTokens: 40 }), 'unknown'],
    ['sees a lost connection', { how: 'reset', afterTokens: 0, complete: false }, 'connection'],
    ['sees silence', { how: 'silent', afterTokens: 0, complete: false }, 'timeout'],
    ['sees its own ports run out', { how: 'local', afterTokens: 0, complete: false }, 'client_resource'],
    ['sees an answer', answered, 'ok'],
  ])('%s', (_, facts, expected) => expect(status(facts).class).toBe(expected));
});

describe('article: four lines, in that order', () => {
  test.each<[string, WireFacts, string]>([
    ['429', refusal(429), 'rate_limited'],
    ['429 whose text says at capacity: the first line wins', refusal(429, { message: 'at capacity' }), 'rate_limited'],
    ['429 that is quota', refusal(429, { errorCode: 'insufficient_quota' }), 'rate_limited'],
    ['503', refusal(503), 'capacity'],
    ['400 with the text', refusal(400, { message: 'Selected model is at capacity. Please try a different model.' }), 'capacity'],
    ['the text in a stream', event({ message: 'The model is currently At Capacity.' }), 'capacity'],
    ['529 says Overloaded', refusal(529, { message: 'Overloaded' }), 'unknown'],
    [
      'the same error in a stream, in other words',
      event({ errorCode: 'server_is_overloaded', message: 'Our servers are currently overloaded.' }),
      'unknown',
    ],
    ['500', refusal(500), 'unknown'],
    ['401', refusal(401), 'unknown'],
    ['a lost connection', { how: 'reset', afterTokens: 0, complete: false }, 'unknown'],
    ['an answer', answered, 'ok'],
  ])('%s', (_, facts, expected) => expect(four(facts).class).toBe(expected));
});

test.each<[string, WireFacts, string]>([
  ['an answer', answered, 'ok'],
  ['capacity', refusal(503), 'unknown'],
  ['a wrong key', refusal(401), 'unknown'],
  ['a cut', event({ afterTokens: 3 }), 'unknown'],
  ['silence', { how: 'silent', afterTokens: 0, complete: false }, 'unknown'],
])('catch-all: %s', (_, facts, expected) => expect(all(facts).class).toBe(expected));
