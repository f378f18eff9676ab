import { describe, expect, test } from 'vitest';
import { begun, lineOf, linesOf, office, resultsOf } from './office.ts';

const chat = { model: 'big', messages: [{ role: 'user', content: 'Hello' }] };

describe('a batch from its file to its results', () => {
  test('is looked through for a second, runs on the slots that it may take, and is put together for a second', async () => {
    // 4 slots of which ⌊0.5 · 4⌋ stay free: 4 answers of 2 s are over after 4 s.
    const at = await office({ provider: { batch: { spare: 0.5 } } });
    const id = await begun(at, linesOf(4), { metadata: { night: '7' } });
    const seen = async () => (await at.call('GET', `/v1/batches/${id}`)).json;
    const first = await seen();
    const created = Number(first.created_at);
    expect(first).toMatchObject({
      status: 'validating',
      object: 'batch',
      request_counts: { total: 0 },
      output_file_id: null,
      errors: null,
    });
    await at.pass(1);
    expect(await seen()).toMatchObject({
      status: 'in_progress',
      in_progress_at: created + 1,
      request_counts: { total: 4, completed: 0, failed: 0 },
    });
    expect((await at.state()).providers.default?.pools.big).toMatchObject({ busy: 2 });
    await at.pass(2);
    expect(await seen()).toMatchObject({ status: 'in_progress', request_counts: { total: 4, completed: 2, failed: 0 } });
    await at.pass(2);
    expect(await seen()).toMatchObject({ status: 'finalizing', finalizing_at: created + 5, output_file_id: null });
    await at.pass(1);
    const last = await seen();
    expect(last).toMatchObject({
      status: 'completed',
      completed_at: created + 6,
      expires_at: created + 86_400,
      model: 'big',
      metadata: { night: '7' },
      error_file_id: null,
      request_counts: { total: 4, completed: 4, failed: 0 },
      // 3 + 3 + ⌈5 / 4⌉ input tokens for "Hello".
      usage: { input_tokens: 32, output_tokens: 16, total_tokens: 48 },
    });
    const results = await resultsOf(at, last.output_file_id);
    expect(results.map(({ custom_id }) => custom_id)).toEqual(['request-0', 'request-1', 'request-2', 'request-3']);
    expect(results[0]).toMatchObject({
      id: expect.stringMatching(/^batch_req_[0-9a-f]{24}$/),
      error: null,
      response: {
        status_code: 200,
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { object: 'chat.completion', usage: { completion_tokens: 4 } },
      },
    });
    const file = (await at.call('GET', `/v1/files/${String(last.output_file_id)}`)).json;
    const { text } = await at.call('GET', `/v1/files/${String(last.output_file_id)}/content`);
    expect(file).toMatchObject({ purpose: 'batch_output', bytes: Buffer.byteLength(text) });
    expect(await at.state()).toMatchObject({
      consistent: true,
      batches: { open: 0, over: 1, requests: 4, waiting: 0, running: 0, done: 4, sent: 4, billedTokens: { input: 32, output: 16 } },
    });
  });

  test('of responses', async () => {
    const at = await office();
    const body = { model: 'big', input: 'Hello' };
    const id = await begun(at, JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/responses', body }), {
      endpoint: '/v1/responses',
    });
    await at.pass(5);
    const { output_file_id } = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect((await resultsOf(at, output_file_id))[0]).toMatchObject({ response: { body: { object: 'response', status: 'completed' } } });
  });

  test('costs half, and nothing of the quota of live requests', async () => {
    const at = await office({ model: { quota: { rpm: 1 }, usdPerMillion: { input: 1, output: 10 } } });
    await begun(at, linesOf(4));
    await at.pass(5);
    const { batches, providers } = await at.state();
    // 0.5 · (32 · 1 + 16 · 10) / 10^6
    expect(batches.cost).toBeCloseTo(96e-6, 12);
    expect(providers.default?.models.big).toMatchObject({ attempts: 0, billedTokens: { input: 0, output: 0 }, quota: [{ remaining: 1 }] });
  });
});

describe('capacity makes a request wait', () => {
  test('while everybody else has the slots', async () => {
    const at = await office({ model: { slots: 1, service: '20s' } });
    const live = at.call('POST', '/v1/chat/completions', chat);
    await at.pass(1);
    const id = await begun(at, linesOf(2));
    await at.pass(18);
    expect(await at.state()).toMatchObject({ consistent: true, batches: { waiting: 2, running: 0 } });
    await at.pass(45);
    expect((await live).status).toBe(200);
    // The live request until 20 s, then two of 20 s each, then a second.
    expect((await at.call('GET', `/v1/batches/${id}`)).json).toMatchObject({
      status: 'completed',
      request_counts: { completed: 2, failed: 0 },
    });
  });

  test('and leaves the live ones what is to stay free', async () => {
    const at = await office({ model: { slots: 2, service: '20s' }, provider: { batch: { spare: 0.5 } } });
    await begun(at, linesOf(5));
    await at.pass(2);
    const live = at.call('POST', '/v1/chat/completions', chat);
    await at.pass(1);
    expect(await at.state()).toMatchObject({
      batches: { waiting: 4, running: 1 },
      providers: { default: { pools: { big: { busy: 2 } } } },
    });
    expect((await at.call('POST', '/v1/chat/completions', chat)).status).toBe(503);
    await at.pass(20);
    expect((await live).status).toBe(200);
  });

  test('takes slots that other callers leave, and those that come later', async () => {
    const at = await office({ model: { slots: 0 } });
    const id = await begun(at, linesOf(2));
    await at.pass(30);
    expect((await at.state()).batches).toMatchObject({ waiting: 2, running: 0 });
    await at.server.inject({
      method: 'PUT',
      url: '/_admin/pools/big/slots',
      headers: { 'content-type': 'application/json' },
      payload: '{"slots":2}',
    });
    expect((await at.state()).batches).toMatchObject({ waiting: 0, running: 2 });
    await at.pass(3);
    expect((await at.call('GET', `/v1/batches/${id}`)).json.status).toBe('completed');
  });

  test('until the window ends: what has no answer expires', async () => {
    const at = await office({ model: { slots: 1, service: '4s' }, provider: { batch: { window: '10s' } } });
    const id = await begun(at, linesOf(4));
    await at.pass(11);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect(batch).toMatchObject({
      status: 'expired',
      request_counts: { total: 4, completed: 2, failed: 0 },
      expired_at: Number(batch.created_at) + 11,
    });
    expect(await resultsOf(at, batch.output_file_id)).toHaveLength(2);
    const expired = await resultsOf(at, batch.error_file_id);
    expect(expired.map(({ custom_id }) => custom_id)).toEqual(['request-2', 'request-3']);
    expect(expired[0]).toMatchObject({ response: null, error: { code: 'batch_expired' } });
    await at.pass(10);
    expect(await at.state()).toMatchObject({ consistent: true, providers: { default: { pools: { big: { busy: 0 } } } } });
  });

  test('however the refusal came about', async () => {
    const at = await office({ faults: [{ outage: { for: '60s', as: 'capacity' } }] });
    const id = await begun(at, linesOf(2));
    await at.pass(59);
    expect((await at.state()).batches).toMatchObject({ waiting: 2 });
    // Tried again every 10 s.
    await at.pass(20);
    expect((await at.call('GET', `/v1/batches/${id}`)).json).toMatchObject({
      status: 'completed',
      request_counts: { completed: 2, failed: 0 },
    });
  });
});

describe('what goes wrong with a request', () => {
  const failed = async (more: object, body: object = {}, seconds = 40) => {
    const at = await office(more);
    const id = await begun(at, linesOf(1, body));
    await at.pass(seconds);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect(batch).toMatchObject({ status: 'completed', output_file_id: null, request_counts: { total: 1, completed: 0, failed: 1 } });
    expect((await at.state()).consistent).toBe(true);
    return { sent: (await at.state()).batches.sent, line: (await resultsOf(at, batch.error_file_id))[0] };
  };
  const errors = (as: string) => ({ faults: [{ errors: { share: 1, as } }] });

  test('a server error is the answer after three tries', async () => {
    expect(await failed(errors('server_error'))).toMatchObject({
      sent: 3,
      line: { error: null, response: { status_code: 500, body: { error: { type: 'server_error' } } } },
    });
  });

  test('a lost connection is a server error', async () => {
    expect(await failed(errors('connection'))).toMatchObject({ sent: 3, line: { response: { status_code: 500 } } });
  });

  test('what no other try cures is the answer at once', async () => {
    expect(await failed(errors('auth'))).toMatchObject({ sent: 1, line: { response: { status_code: 401 } } });
    const { line } = await failed({ model: { context: 10 } }, { max_tokens: 100 });
    expect(line).toMatchObject({ response: { status_code: 400, body: { error: { code: 'context_length_exceeded' } } } });
  });

  test('a body that the interface does not take', async () => {
    expect(await failed({}, { max_tokens: -1 })).toMatchObject({
      sent: 0,
      line: { response: { status_code: 400, body: { error: { param: 'max_tokens' } } } },
    });
  });

  test('an answer that never comes is a timeout', async () => {
    // Three times half an hour.
    expect(await failed({ faults: [{ hang: { share: 1 } }] }, {}, 5500)).toMatchObject({
      sent: 3,
      line: { response: null, error: { code: 'request_timeout' } },
    });
  });
});

describe('cancelling', () => {
  test('ends what waits, and lets end what runs', async () => {
    const at = await office({ model: { slots: 1 } });
    const id = await begun(at, linesOf(3));
    await at.pass(2);
    const cancel = () => at.call('POST', `/v1/batches/${id}/cancel`);
    expect((await cancel()).json).toMatchObject({ status: 'cancelling', request_counts: { total: 3, completed: 0 } });
    const { cancelling_at } = (await cancel()).json;
    await at.pass(2);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect(batch).toMatchObject({
      status: 'cancelled',
      cancelled_at: Number(cancelling_at) + 2,
      request_counts: { total: 3, completed: 1, failed: 0 },
    });
    expect(await resultsOf(at, batch.output_file_id)).toHaveLength(1);
    expect((await resultsOf(at, batch.error_file_id)).map(({ error }) => error)).toMatchObject([
      { code: 'batch_cancelled' },
      { code: 'batch_cancelled' },
    ]);
    expect(await cancel()).toMatchObject({ status: 200, json: { status: 'cancelled' } });
    expect((await at.state()).consistent).toBe(true);
  });

  test('before it was looked through', async () => {
    const at = await office();
    const id = await begun(at, linesOf(3));
    expect((await at.call('POST', `/v1/batches/${id}/cancel`)).json.status).toBe('cancelling');
    await at.pass(10);
    expect((await at.call('GET', `/v1/batches/${id}`)).json).toMatchObject({ status: 'cancelled', request_counts: { total: 0 } });
    expect((await at.state()).batches).toMatchObject({ requests: 0, sent: 0 });
  });

  test('what is over is a conflict', async () => {
    const at = await office();
    const id = await begun(at, linesOf(1));
    await at.pass(5);
    expect(await at.call('POST', `/v1/batches/${id}/cancel`)).toMatchObject({
      status: 409,
      json: {
        error: { message: "Cannot cancel a batch with status 'completed'.", type: 'invalid_request_error', param: null, code: null },
      },
    });
  });
});

describe('a reset in the midst of it', () => {
  test('ends everything, and the next life is as the first', async () => {
    const at = await office({ model: { slots: 1 } });
    const id = await begun(at, linesOf(5));
    await at.pass(2);
    await at.server.inject({ method: 'POST', url: '/_admin/reset' });
    expect(await at.state()).toMatchObject({ consistent: true, batches: { open: 0, over: 0, requests: 0, sent: 0 } });
    expect((await at.call('GET', `/v1/batches/${id}`)).status).toBe(404);
    expect((await at.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
    await at.pass(60);
    expect((await at.state()).batches.sent).toBe(0);
    expect(await begun(at, linesOf(2))).toBe(id);
    await at.pass(6);
    expect((await at.call('GET', `/v1/batches/${id}`)).json.status).toBe('completed');
  });
});

describe('lists', () => {
  test('of batches, the newest first, page by page', async () => {
    const at = await office();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await begun(at, lineOf('a')));
    const page = async (query: string) => (await at.call('GET', `/v1/batches${query}`)).json;
    const shown = ({ data, has_more }: Record<string, unknown>) => [(data as { id: string }[]).map(({ id }) => id), has_more];
    expect(shown(await page('?limit=2'))).toEqual([ids.slice(0, 2), true]);
    expect(shown(await page(`?limit=2&after=${ids[1]}`))).toEqual([ids.slice(2, 4), true]);
    expect(shown(await page(`?limit=2&after=${ids[3]}`))).toEqual([ids.slice(4), false]);
    expect(shown(await page('?after=batch_none'))).toEqual([[], false]);
    for (const limit of ['0', '101', 'x', '1.5']) {
      expect(await at.call('GET', `/v1/batches?limit=${limit}`)).toMatchObject({ status: 400, json: { error: { param: 'limit' } } });
    }
  });

  test('of files, by what they are for; deleting one does not touch the batch that reads it', async () => {
    const at = await office();
    const id = await begun(at, linesOf(2));
    const { input_file_id } = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect((await at.call('DELETE', `/v1/files/${String(input_file_id)}`)).json).toEqual({
      id: input_file_id,
      object: 'file',
      deleted: true,
    });
    await at.pass(5);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: 2 } });
    expect((await at.call('GET', '/v1/files?purpose=batch')).json).toMatchObject({ data: [] });
    expect((await at.call('GET', '/v1/files?purpose=batch_output')).json).toMatchObject({ data: [{ id: batch.output_file_id }] });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await at.call(method, `/v1/files/${String(input_file_id)}`)).toMatchObject({
        status: 404,
        json: { error: { type: 'invalid_request_error', param: 'id' } },
      });
    }
  });
});
