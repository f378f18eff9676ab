import { describe, expect, it } from 'vitest';
import { hasError } from '../../harness/strategy/classify/answer.ts';
import { type Cause, causes, type ErrorDetail } from '../../sim/dialects/cause.ts';
import type { Dialect } from '../../sim/dialects/dialect.ts';
import type { ErrorReply } from '../../sim/dialects/error-reply.ts';
import { readError } from '../../sim/dialects/read-error.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';

const names = Object.keys(dialects);
const each = names.flatMap((name) => causes.map((cause) => [name, cause] as const));

/** The endpoint that a dialect's own caller asks, and what it is asked. */
function ownEndpoint({ api, caller }: Dialect) {
  const path = caller?.request({ model: 'm', text: 'Hello', stream: true, maxTokens: 9 }).path.split('?')[0] ?? '';
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path);
  return api?.endpoints.find((endpoint) => fits(endpoint.path));
}

/** Bytes of a refusal, as a server sends it, read by the dialect's own client; without one as any client would. */
function readBack(dialect: Dialect, { status, headers, body }: ErrorReply): WireFacts {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return dialect.caller?.whole(status, headers, text).facts ?? readError(status, headers, text);
}

function readInStream(dialect: Dialect, reply: ErrorReply): WireFacts | undefined {
  const endpoint = ownEndpoint(dialect);
  if (dialect.caller === undefined || endpoint === undefined) return undefined;
  const { answer, streamType, streamEncoding } = endpoint;
  const head = { id: '0'.repeat(24), created: 0, model: 'm', inputTokens: 1, includeUsage: false, wanted: { kind: 'text' } } as const;
  const reader = dialect.caller.stream({ 'content-type': streamType });
  reader.read(Buffer.from(answer(head).error(reply), streamEncoding ?? 'utf8'));
  return reader.end().facts;
}

describe('what a client reads from the bytes is what the facts say', () => {
  const details: readonly ErrorDetail[] = [
    {},
    { limit: 30_000, used: 18_927.6, requested: 11_159 },
    { waitMs: 174 },
    { waitMs: 3000, limit: 90, used: 90, requested: 1 },
    { waitMs: 22_497.6, limit: 200_000, used: 118_932, requested: 156_060 },
  ];

  it.each(each)('%s %s', (name, cause) => {
    const dialect = dialectOf(name);
    const table = dialect.errors('gpt-4.1');
    for (const detail of details) {
      expect(readBack(dialect, table.reply(cause, 'status', detail))).toEqual(table.detailed(cause, 'status', detail));
      const event = table.reply(cause, 'stream', detail);
      expect(event).toMatchObject({ status: 200, headers: {} });
      const read = readInStream(dialect, event);
      if (read !== undefined) expect(read).toEqual(table.detailed(cause, 'stream', detail));
    }
  });

  it.each(each)('%s %s: without figures always the same frozen object', (name, cause) => {
    const table = dialectOf(name).errors('m');
    for (const form of ['status', 'stream'] as const) {
      expect(table.facts(cause, form)).toBe(table.facts(cause, form));
      expect(Object.isFrozen(table.facts(cause, form))).toBe(true);
      expect(table.facts(cause, form)).toEqual(table.detailed(cause, form, {}));
    }
    const { retryAfterMs } = table.detailed(cause, 'status', { waitMs: 5000 });
    expect(table.waiting(cause, 5000)).toEqual({ ...table.facts(cause, 'status'), retryAfterMs });
  });

  it.each(names)('%s: every refusal is one, and tells itself apart from an answer', (name) => {
    for (const cause of causes) {
      expect(dialectOf(name).errors('m').facts(cause, 'status').status).toBeGreaterThanOrEqual(400);
      expect(hasError(dialectOf(name).errors('m').facts(cause, 'stream'))).toBe(true);
    }
  });

  it('the registry has every dialect under its own name', () => {
    for (const name of names) expect(dialectOf(name).name).toBe(name);
    expect(() => dialectOf('azur')).toThrow(`no known "azur"; known are ${names.join(', ')}`);
    expect(() => dialectOf('toString')).toThrow('no known "toString"');
  });
});

describe('openai', () => {
  const json = (model: string, cause: Cause, detail?: ErrorDetail) =>
    JSON.stringify(dialectOf('openai').errors(model).reply(cause, 'status', detail).body).replaceAll('org-simulated', 'org-xxx');

  it.each<[Cause, string, ErrorDetail | undefined, number, string]>([
    [
      'tokens',
      'gpt-4.1',
      { limit: 30_000, used: 18_928, requested: 11_159, waitMs: 174 },
      429,
      '{"error":{"message":"Rate limit reached for gpt-4.1 in organization org-xxx on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits to learn more.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
    ],
    [
      'request_too_large',
      'gpt-4o',
      { limit: 30_000, requested: 87_968 },
      429,
      '{"error":{"message":"Request too large for gpt-4o in organization org-xxx on tokens per min (TPM): Limit 30000, Requested 87968. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
    ],
    [
      'quota',
      'm',
      undefined,
      429,
      '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
    ],
    [
      'not_found',
      'gpt-9',
      undefined,
      404,
      '{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}',
    ],
    [
      'capacity',
      'm',
      undefined,
      503,
      '{"error":{"message":"Our servers are currently overloaded. Please try again later.","type":"service_unavailable_error","param":null,"code":"server_is_overloaded"}}',
    ],
    [
      'server_error',
      'm',
      undefined,
      500,
      '{"error":{"message":"The server had an error while processing your request. Sorry about that!","type":"server_error","param":null,"code":null}}',
    ],
  ])('%s', (cause, model, detail, status, body) => {
    expect(dialectOf('openai').errors(model).reply(cause, 'status', detail).status).toBe(status);
    expect(json(model, cause, detail)).toBe(body);
  });

  it('requests a minute', () => {
    const { message } = dialectOf('openai')
      .errors('gpt-live-1')
      .detailed('requests', 'status', { limit: 3, used: 3, requested: 1, waitMs: 20_000 });
    expect(message).toContain('on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.');
  });

  it.each([
    ['auth', 401, 'invalid_request_error', 'invalid_api_key'],
    ['permission', 403, 'request_forbidden', 'unsupported_country_region_territory'],
    ['context_length', 400, 'invalid_request_error', 'context_length_exceeded'],
    ['requests', 429, 'requests', 'rate_limit_exceeded'],
  ] as const)('%s is a %i', (cause, status, errorType, errorCode) => {
    expect(dialectOf('openai').errors('m').facts(cause, 'status')).toMatchObject({ status, errorType, errorCode });
  });

  it('a wait in headers: whole seconds rounded up, and exactly', () => {
    const { headers } = dialectOf('openai').errors('m').reply('tokens', 'status', { waitMs: 22_497.6 });
    expect(headers).toMatchObject({ 'retry-after': '23', 'retry-after-ms': '22497.6' });
    expect(dialectOf('openai').errors('m').waiting('tokens', 22_497.6).retryAfterMs).toBe(22_497.6);
  });
});

describe('anthropic', () => {
  it.each<[Cause, 'status' | 'stream', number, string]>([
    [
      'capacity',
      'status',
      529,
      '{"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"},"request_id":"req_simulated"}',
    ],
    ['capacity', 'stream', 200, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
    [
      'server_error',
      'status',
      500,
      '{"type":"error","error":{"details":null,"type":"api_error","message":"Internal server error"},"request_id":"req_simulated"}',
    ],
  ])('%s as %s', (cause, form, status, body) => {
    const reply = dialectOf('anthropic').errors('m').reply(cause, form);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body)).toBe(body);
    expect(reply.event).toBe(form === 'stream' ? 'error' : undefined);
  });

  it.each([
    ['auth', 401, 'authentication_error'],
    ['permission', 403, 'permission_error'],
    ['not_found', 404, 'not_found_error'],
    ['request_too_large', 413, 'request_too_large'],
    ['client_error', 400, 'invalid_request_error'],
    ['requests', 429, 'rate_limit_error'],
    ['concurrent', 429, 'rate_limit_error'],
  ] as const)('%s is a %i %s', (cause, status, errorType) => {
    expect(dialectOf('anthropic').errors('m').facts(cause, 'status')).toMatchObject({ status, errorType });
  });

  it('a rate limit names its figure, says that a retry is wanted and when', () => {
    const table = dialectOf('anthropic').errors('m');
    const detail = { limit: 20_000, used: 19_000, requested: 3000, waitMs: 6001 };
    expect(table.detailed('input-tokens', 'status', detail)).toMatchObject({ shouldRetry: true, retryAfterMs: 7000 });
    expect(table.detailed('input-tokens', 'status', detail).message).toContain(
      'the rate limit for your organization (00000000-0000-0000-0000-000000000000) of 20,000 input tokens per minute. For details',
    );
    expect(table.reply('input-tokens', 'status', detail).headers).toMatchObject({ 'retry-after': '7', 'x-should-retry': 'true' });
    expect(table.facts('input-tokens', 'status').message).toContain(' of input tokens per minute. For details');
  });

  it('a quota of a day says so, and asks for no retry', () => {
    const table = dialectOf('anthropic').errors('m');
    expect(table.detailed('day', 'status', { limit: 1_234_567 }).message).toContain('of 1,234,567 requests per day');
    expect(table.waiting('day', 1000)).toMatchObject({ message: expect.stringContaining('of requests per day'), shouldRetry: undefined });
  });

  it('a spend limit looks like a rate limit but for its details', () => {
    expect(dialectOf('anthropic').errors('m').facts('quota', 'status')).toMatchObject({
      status: 429,
      errorType: 'rate_limit_error',
      errorCode: 'enforced_spend_limit_reached',
      retryAfterMs: undefined,
    });
  });
});

describe('reading any reply', () => {
  it.each([
    // headers, wait in ms
    [{ 'Retry-After': '3' }, 3000],
    [{ 'retry-after': '45.8' }, 45_800],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '9', 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
  ])('%j', (headers, wait) => {
    expect(readError(429, headers, {}).retryAfterMs).toBe(wait);
  });

  it('a body that is no JSON is unreadable, an absent one is not', () => {
    expect(readError(502, {}, '<html>Bad Gateway</html>')).toMatchObject({ status: 502, parsed: false, message: undefined });
    expect(readError(503, {}, undefined).parsed).toBeUndefined();
  });

  it('x-should-retry', () => {
    expect(readError(503, { 'x-should-retry': 'false' }, {}).shouldRetry).toBe(false);
    expect(readError(400, { 'X-Should-Retry': 'true' }, {}).shouldRetry).toBe(true);
    expect(readError(400, { 'x-should-retry': 'maybe' }, {}).shouldRetry).toBeUndefined();
  });
});
