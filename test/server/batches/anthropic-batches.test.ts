import { describe, expect, test } from 'vitest';
import { type Office, office } from './office.ts';

const path = '/v1/messages/batches';
const params = { model: 'big', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };
const requestsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ custom_id: `request-${index}`, params }));

const anthropic = (options: Parameters<typeof office>[0] = {}) =>
  office({ ...options, provider: { dialect: 'anthropic', ...options.provider } });

async function begun({ call }: Office, requests: readonly unknown[]): Promise<string> {
  return String((await call('POST', path, { requests })).json.id);
}

async function resultsOf(
  { call }: Office,
  id: string,
): Promise<readonly { readonly custom_id: string; readonly result: { readonly type: string } }[]> {
  const { text } = await call('GET', `${path}/${id}/results`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const none = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };

describe('a message batch', () => {
  test('processes all of its requests until the last one has ended', async () => {
    // 4 slots of which none has to stay free: ⌊0.2 · 4⌋ = 0.
    const at = await anthropic();
    const first = (await at.call('POST', path, { requests: requestsOf(6) })).json;
    expect(first).toMatchObject({
      id: expect.stringMatching(/^msgbatch_/),
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { ...none, processing: 6 },
      created_at: '2026-03-02T00:00:00Z',
      expires_at: '2026-03-03T00:00:00Z',
      ended_at: null,
      results_url: null,
    });
    const id = String(first.id);
    await at.pass(2);
    expect((await at.state()).batches).toMatchObject({ done: 4, running: 2 });
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      processing_status: 'in_progress',
      request_counts: { ...none, processing: 6 },
    });
    expect(await at.call('GET', `${path}/${id}/results`)).toMatchObject({ status: 404, json: { error: { type: 'not_found_error' } } });
    await at.pass(2);
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      processing_status: 'ended',
      request_counts: { ...none, processing: 0, succeeded: 6 },
      ended_at: '2026-03-02T00:00:04Z',
      results_url: expect.stringMatching(new RegExp(`^http://[^/]+${path}/${id}/results$`)),
    });
    const results = await resultsOf(at, id);
    expect(results.map(({ custom_id }) => custom_id)).toEqual(requestsOf(6).map(({ custom_id }) => custom_id));
    expect(results[0]?.result).toMatchObject({
      type: 'succeeded',
      message: { type: 'message', usage: { output_tokens: 4, service_tier: 'batch' } },
    });
    expect(await at.state()).toMatchObject({ consistent: true, batches: { requests: 6, done: 6, sent: 6 } });
  });

  test('tells what was wrong with one of its requests in its result', async () => {
    const at = await anthropic({ model: { context: 1000 } });
    const id = await begun(at, [
      { custom_id: 'good', params },
      { custom_id: 'no-model', params: { ...params, model: 'huge' } },
      { custom_id: 'no-tokens', params: { ...params, max_tokens: undefined } },
      { custom_id: 'long', params: { ...params, max_tokens: 5000 } },
    ]);
    await at.pass(3);
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      request_counts: { ...none, processing: 0, succeeded: 1, errored: 3 },
    });
    const results = await resultsOf(at, id);
    const error = (type: string, message: string) => ({
      type: 'errored',
      error: { type: 'error', error: { type, message: expect.stringContaining(message) } },
    });
    expect(results.slice(1).map(({ result }) => result)).toMatchObject([
      error('not_found_error', 'model: huge'),
      error('invalid_request_error', 'max_tokens: Field required'),
      error('invalid_request_error', 'prompt is too long'),
    ]);
  });

  test('is cancelled, and deleted once it has ended', async () => {
    const at = await anthropic({ model: { slots: 1 } });
    const id = await begun(at, requestsOf(3));
    await at.pass(1);
    expect(await at.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 400, json: { error: { type: 'invalid_request_error' } } });
    const cancel = () => at.call('POST', `${path}/${id}/cancel`);
    expect((await cancel()).json).toMatchObject({ processing_status: 'canceling', cancel_initiated_at: '2026-03-02T00:00:01Z' });
    expect((await cancel()).json).toMatchObject({ processing_status: 'canceling', cancel_initiated_at: '2026-03-02T00:00:01Z' });
    await at.pass(1);
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      processing_status: 'ended',
      request_counts: { ...none, processing: 0, succeeded: 1, canceled: 2 },
    });
    expect((await resultsOf(at, id)).map(({ result }) => result.type)).toEqual(['succeeded', 'canceled', 'canceled']);
    expect((await at.call('DELETE', `${path}/${id}`)).json).toEqual({ id, type: 'message_batch_deleted' });
    expect((await at.call('GET', `${path}/${id}`)).status).toBe(404);
    expect(await at.state()).toMatchObject({ consistent: true, batches: { open: 0, over: 0, requests: 3, done: 3 } });
  });

  test('that is cancelled does not try again what fails after that', async () => {
    const cut = { script: { models: ['big'], per: 'arrival', replies: [{ cut: 2 }] } };
    const at = await anthropic({ faults: [cut] });
    const id = await begun(at, requestsOf(1));
    expect(await at.state()).toMatchObject({ batches: { running: 1 } });
    await at.call('POST', `${path}/${id}/cancel`);
    await at.pass(3);
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      processing_status: 'ended',
      request_counts: { ...none, processing: 0, canceled: 1 },
    });
    expect(await at.state()).toMatchObject({ consistent: true, batches: { open: 0, done: 1, sent: 1 } });
  });

  test('that has ended is not cancelled', async () => {
    const at = await anthropic();
    const id = await begun(at, requestsOf(1));
    await at.pass(3);
    expect(await at.call('POST', `${path}/${id}/cancel`)).toMatchObject({
      status: 400,
      json: { error: { type: 'invalid_request_error' } },
    });
  });

  test('expires', async () => {
    const at = await anthropic({ model: { slots: 0 }, provider: { batch: { window: '1h' } } });
    const id = await begun(at, requestsOf(2));
    await at.pass(3600);
    expect((await at.call('GET', `${path}/${id}`)).json).toMatchObject({
      processing_status: 'ended',
      request_counts: { ...none, processing: 0, expired: 2 },
    });
    expect((await resultsOf(at, id)).map(({ result }) => result)).toEqual([{ type: 'expired' }, { type: 'expired' }]);
  });

  test('that times out is an error of its requests', async () => {
    const at = await anthropic({ faults: [{ hang: { share: 1 } }] });
    const id = await begun(at, requestsOf(1));
    await at.pass(5500);
    expect((await resultsOf(at, id))[0]?.result).toMatchObject({
      type: 'errored',
      error: { type: 'error', error: { type: 'timeout_error' } },
    });
  });

  test('beyond the limit of the queue is refused', async () => {
    const at = await anthropic({ model: { slots: 1 }, provider: { batch: { queued: { requests: 5 } } } });
    await begun(at, requestsOf(3));
    expect(await at.call('POST', path, { requests: requestsOf(3) })).toMatchObject({
      status: 429,
      json: { error: { type: 'rate_limit_error' } },
    });
    // Whatever the first of them asks for.
    const [first, ...others] = requestsOf(3);
    const unknown = { ...first, params: { ...params, model: 'none' } };
    expect((await at.call('POST', path, { requests: [unknown, ...others] })).status).toBe(429);
    await at.pass(2);
    expect((await at.call('POST', path, { requests: requestsOf(3) })).status).toBe(200);
  });

  test('is listed, the newest first, in both directions', async () => {
    const at = await anthropic();
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.unshift(await begun(at, requestsOf(1)));
    const page = async (query: string) => {
      const { data, ...more } = (await at.call('GET', `${path}${query}`)).json;
      return [(data as { id: string }[]).map(({ id }) => id), more];
    };
    expect(await page('?limit=2')).toEqual([ids.slice(0, 2), { has_more: true, first_id: ids[0], last_id: ids[1] }]);
    expect(await page(`?limit=2&after_id=${ids[1]}`)).toEqual([ids.slice(2), { has_more: false, first_id: ids[2], last_id: ids[3] }]);
    expect(await page(`?limit=2&before_id=${ids[3]}`)).toEqual([ids.slice(1, 3), { has_more: true, first_id: ids[1], last_id: ids[2] }]);
    expect(await page('?after_id=none')).toEqual([[], { has_more: false, first_id: null, last_id: null }]);
    for (const limit of ['0', '1001', 'x']) expect((await at.call('GET', `${path}?limit=${limit}`)).status).toBe(400);
  });
});

describe('a list of requests that is none', () => {
  const one = { custom_id: 'a', params };
  test('is refused, and says what is wrong with it', async () => {
    const { call } = await anthropic();
    const bodies: readonly (readonly [body: object, message: string])[] = [
      [{}, 'requests: Field required'],
      [{ requests: one }, 'requests: Input should be a valid list'],
      [{ requests: [] }, 'requests: List should have at least 1 item'],
      [{ requests: [one, 7] }, 'requests.1: Input should be an object'],
      [{ requests: [{ params }] }, 'requests.0.custom_id: Field required'],
      [{ requests: [{ custom_id: 1, params }] }, 'requests.0.custom_id: Input should be a valid string'],
      [{ requests: [{ custom_id: '', params }] }, 'requests.0.custom_id: String should match pattern'],
      [{ requests: [{ custom_id: 'a'.repeat(65), params }] }, 'requests.0.custom_id: String should match pattern'],
      [{ requests: [{ custom_id: '<b>"', params }] }, 'requests.0.custom_id: String should match pattern'],
      [{ requests: [one, { ...one, custom_id: 'b' }, one] }, 'requests.2.custom_id: custom_id must be unique'],
      [{ requests: [{ custom_id: 'a' }] }, 'requests.0.params: Field required'],
      [{ requests: [{ custom_id: 'a', params: [] }] }, 'requests.0.params: Input should be an object'],
    ];
    for (const [body, message] of bodies) {
      expect(await call('POST', path, body)).toMatchObject({
        status: 400,
        json: { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining(message) } },
      });
    }
  });

  test('too large', async () => {
    const { server } = await anthropic();
    const headers = { 'content-type': 'application/json', 'content-length': '300000000' };
    const reply = await server.inject({ method: 'POST', url: path, headers, payload: '' });
    expect([reply.statusCode, reply.json().error.type]).toEqual([413, 'request_too_large']);
  });
});
