import { describe, expect, test } from 'vitest';
import { begun, lineOf, linesOf, office, resultsOf } from './office.ts';

/** A batch of this input, once it was looked through. */
async function lookedThrough(text: string | Buffer, more: object = {}, options: object = {}) {
  const at = await office(options);
  const id = await begun(at, text, more);
  await at.pass(1);
  return { at, id, batch: (await at.call('GET', `/v1/batches/${id}`)).json };
}

const good = lineOf('good');
const missing = (param: string) => ({ code: 'missing_required_parameter', message: `Missing required parameter: '${param}'.`, param });

/** What the real interface was seen to say: the source is named in docs/serve.md. */
const captured: readonly (readonly [what: string, text: string, errors: readonly object[]])[] = [
  [
    'no JSON',
    `${good}\n{invalid json here`,
    [{ code: 'invalid_json_line', line: 2, message: 'This line is not parseable as valid JSON.', param: null }],
  ],
  ['no custom_id', JSON.stringify({ ...JSON.parse(good), custom_id: undefined }), [{ ...missing('custom_id'), line: 1 }]],
  ['no method', `${good}\n${lineOf('b', {}, { method: undefined })}`, [{ ...missing('method'), line: 2 }]],
  ['no url', lineOf('b', {}, { url: undefined }), [{ ...missing('url'), line: 1 }]],
  ['no body', lineOf('b', {}, { body: undefined }), [{ ...missing('body'), line: 1 }]],
  [
    'another url',
    lineOf('b', {}, { url: '/v1/embeddings' }),
    [{ code: 'invalid_url', line: 1, message: 'The URL provided for this request does not match the batch endpoint.', param: 'url' }],
  ],
  [
    'no such model',
    lineOf('b', { model: 'nonexistent-model-xyz' }),
    [
      {
        code: 'model_not_found',
        line: 1,
        message: "The provided model 'nonexistent-model-xyz' is not supported by the Batch API.",
        param: 'body.model',
      },
    ],
  ],
  [
    'no model, no messages',
    `${lineOf('a', { model: undefined })}\n${lineOf('b', { messages: undefined })}`,
    [
      { code: 'invalid_request', line: 1, message: 'Model parameter is required.', param: 'body.model' },
      { code: 'invalid_request', line: 2, message: 'Messages parameter is required.', param: 'body.messages' },
    ],
  ],
  [
    'a stream',
    `${good}\n${lineOf('b', { stream: true })}`,
    [
      {
        code: 'streaming_unsupported',
        line: 2,
        message: 'Chat Completions: Streaming is not supported in the Batch API.',
        param: 'body.stream',
      },
    ],
  ],
  [
    'a custom_id twice',
    `${good}\n${lineOf('b')}\n${good}`,
    [
      {
        code: 'duplicate_custom_id',
        line: 3,
        message:
          'The custom_id for this request is a duplicate of another request. The custom_id parameter must be unique for each request in a batch.',
        param: 'custom_id',
      },
    ],
  ],
];

describe('an input file with something wrong in it fails its batch', () => {
  test.each(captured)('%s', async (_what, text, errors) => {
    const { at, batch, id } = await lookedThrough(text);
    expect(batch).toMatchObject({
      status: 'failed',
      failed_at: Number(batch.created_at) + 1,
      errors: { object: 'list', data: errors },
      request_counts: { total: 0, completed: 0, failed: 0 },
    });
    expect((batch.errors as { data: unknown[] }).data).toEqual(errors);
    await at.pass(30);
    expect((await at.state()).batches).toMatchObject({ open: 0, over: 1, requests: 0, sent: 0 });
    expect((await at.call('POST', `/v1/batches/${id}/cancel`)).status).toBe(409);
  });

  test('two models', async () => {
    const models = { big: { slots: 1 }, small: { slots: 1 } };
    const { batch } = await lookedThrough(`${good}\n${lineOf('b', { model: 'small' })}`, {}, { provider: { models } });
    expect(batch.errors).toMatchObject({ data: [{ code: 'mismatched_model', line: 2, param: 'body.model' }] });
  });

  test('an unknown file', async () => {
    const at = await office();
    const wish = { input_file_id: 'file-nonexistent-xyz', endpoint: '/v1/chat/completions', completion_window: '24h' };
    const { id } = (await at.call('POST', '/v1/batches', wish)).json;
    await at.pass(1);
    expect((await at.call('GET', `/v1/batches/${String(id)}`)).json).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'invalid_request', line: null, message: expect.stringContaining('Cannot find file'), param: 'file_id' }] },
    });
  });

  test('too many requests, of which no more than a hundred things are said', async () => {
    const many = `${Array.from({ length: 50_001 }, (_, index) => `{"custom_id":${index}}`).join('\n')}\n`;
    expect((await lookedThrough(many)).batch.errors).toMatchObject({ data: [{ code: 'too_many_tasks', line: null }] });
    const wrong = Array.from({ length: 500 }, () => '{}').join('\n');
    expect((await lookedThrough(wrong)).batch.errors).toMatchObject({ data: { length: 100 } });
  });

  test('so many lines that no shelf holds them', async () => {
    const at = await office();
    const kept = await begun(at, linesOf(1));
    await at.pass(10);
    const id = await begun(at, '{}\n'.repeat(300_000));
    await at.pass(1);
    const errors = { data: [{ code: 'too_many_tasks', line: null }] };
    expect((await at.call('GET', `/v1/batches/${id}`)).json).toMatchObject({ status: 'failed', errors });
    expect((await at.call('GET', `/v1/batches/${kept}`)).json).toMatchObject({ status: 'completed' });
  });

  test('more tokens than may be queued for the model, those of other batches included', async () => {
    // 8 input tokens each.
    const at = await office({ model: { slots: 0 }, provider: { batch: { queued: { tokens: 40 } } } });
    const ids = [await begun(at, linesOf(3)), await begun(at, linesOf(3)), await begun(at, linesOf(2))];
    await at.pass(1);
    const batches = await Promise.all(ids.map(async (id) => (await at.call('GET', `/v1/batches/${id}`)).json));
    expect(batches.map(({ status }) => status)).toEqual(['in_progress', 'failed', 'in_progress']);
    expect(batches[1]?.errors).toMatchObject({
      data: [
        {
          code: 'token_limit_exceeded',
          message: expect.stringContaining('Enqueued token limit reached for big in organization'),
          line: null,
        },
      ],
    });
  });
});

describe('a file that is no input', () => {
  test.each([
    ['empty', ''],
    ['blank', ' \r\n\n'],
    ['no JSON', 'a,b\n1,2'],
    ['JSON that is no object', '[1]\n'],
    ['a byte order mark alone', '\uFEFF'],
    ['no UTF-8', Buffer.from([0x7b, 0x7d, 0x0a, 0xff, 0xfe])],
  ])('%s', async (_what, text) => {
    const { upload } = await office();
    expect(await upload(text)).toMatchObject({
      status: 400,
      json: {
        error: { message: 'Invalid file format for Batch API. Must be .jsonl', type: 'invalid_request_error', param: null, code: null },
      },
    });
  });

  test('for something else, or without saying what for', async () => {
    const { upload } = await office();
    expect(await upload(good, { purpose: 'fine-tune' })).toMatchObject({
      status: 400,
      json: { error: { param: 'purpose', code: 'invalid_value' } },
    });
    expect(await upload(good, {})).toMatchObject({
      status: 400,
      json: { error: { param: 'purpose', code: 'missing_required_parameter' } },
    });
  });

  test('a form that is none, and one without a file', async () => {
    const { call, server } = await office();
    expect(await call('POST', '/v1/files', { purpose: 'batch' })).toMatchObject({
      status: 400,
      json: { error: { type: 'invalid_request_error' } },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const send = async (payload: string) => (await server.inject({ method: 'POST', url: '/v1/files', headers, payload })).statusCode;
    expect(await send('--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--x--\r\n')).toBe(400);
    expect(await send('--x\r\ncontent-disposition: form-data; na')).toBe(400);
    expect(await send('')).toBe(400);
  });

  test('larger than may be', async () => {
    const { server } = await office();
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '200000000' };
    expect((await server.inject({ method: 'POST', url: '/v1/files', headers, payload: '' })).statusCode).toBe(413);
  });
});

describe('what the beginning of a batch takes', () => {
  const wish = { input_file_id: 'file-a', endpoint: '/v1/chat/completions', completion_window: '24h' };
  test.each([
    [{ ...wish, input_file_id: undefined }, "Missing required parameter: 'input_file_id'.", 'input_file_id', 'missing_required_parameter'],
    [{ ...wish, endpoint: undefined }, "Missing required parameter: 'endpoint'.", 'endpoint', 'missing_required_parameter'],
    [
      { ...wish, endpoint: '/v1/invalid/endpoint' },
      "Invalid value: '/v1/invalid/endpoint'. Supported values are: '/v1/chat/completions', '/v1/responses'.",
      'endpoint',
      'invalid_value',
    ],
    [{ ...wish, completion_window: '1h' }, "Invalid value: '1h'. Supported values are: '24h'.", 'completion_window', 'invalid_value'],
    [
      { ...wish, metadata: { tags: ['a'] } },
      "Invalid type for 'metadata.tags': expected a string, but got an array instead.",
      'metadata.tags',
      'invalid_type',
    ],
  ])('%j', async (body, message, param, code) => {
    const { call } = await office();
    expect(await call('POST', '/v1/batches', body)).toMatchObject({
      status: 400,
      json: { error: { message, type: 'invalid_request_error', param, code } },
    });
  });

  test('no body, no JSON, an unknown batch', async () => {
    const { call, server } = await office();
    expect((await call('POST', '/v1/batches')).status).toBe(415);
    const headers = { 'content-type': 'application/json' };
    expect((await server.inject({ method: 'POST', url: '/v1/batches', headers, payload: '{' })).statusCode).toBe(400);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      expect(await call(method, `/v1/batches/batch-nonexistent-xyz${path}`)).toMatchObject({
        status: 404,
        json: { error: { message: expect.stringContaining('No batch found'), type: 'invalid_request_error' } },
      });
    }
  });
});

describe('input that is odd and right', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  const answered = async (text: string | Buffer, ids: readonly string[]) => {
    const { at, id } = await lookedThrough(text);
    await at.pass(2 * ids.length + 3);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: ids.length } });
    expect((await resultsOf(at, batch.output_file_id)).map(({ custom_id }) => custom_id)).toEqual(ids);
    expect(await at.call('GET', `/v1/files/${String(batch.output_file_id)}`)).toMatchObject({
      json: { bytes: Buffer.byteLength((await at.call('GET', `/v1/files/${String(batch.output_file_id)}/content`)).text) },
    });
  };

  test('a byte order mark, carriage returns, blank lines and an end without a line feed', () =>
    answered(`\uFEFF${lineOf('a')}\r\n\r\n${lineOf('b')}\r\n  \n${lineOf('c')}`, ['a', 'b', 'c']));

  test('custom_ids of all kinds', () => {
    const ids = [
      '__proto__',
      'constructor',
      '"\\',
      'line\nfeed',
      '\u2028',
      '</script>',
      '\u0000',
      '🚦',
      ' ',
      'a'.repeat(10_000),
      '../../x',
      '\ud800',
    ];
    return answered(ids.map((id) => lineOf(id)).join('\n'), ids);
  });

  test('a line of ten million bytes', () =>
    answered(lineOf('long', { messages: [{ role: 'user', content: 'x'.repeat(10_000_000) }] }), ['long']));

  test('a line that nests ten thousand deep is answered as any other where nothing repeats it', async () => {
    const deep = lineOf('deep', { metadata: 0 }).replace('"metadata":0', `"metadata":${nested(10_000)}`);
    const { at, id } = await lookedThrough(`${deep}\n${lineOf('good')}`);
    await at.pass(40);
    expect((await at.call('GET', `/v1/batches/${id}`)).json).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 2, failed: 0 },
    });
    expect((await at.state()).consistent).toBe(true);
  });

  test('one that is too deep for an answer that repeats it fails alone', async () => {
    const url = '/v1/responses';
    const lineFor = (id: string, body: object): string => lineOf(id, { input: 'Hello', messages: undefined, ...body }, { url });
    const deep = lineFor('deep', { tools: [{ type: 'other', of: 0 }] }).replace('"of":0', `"of":${nested(100_000)}`);
    const { at, id } = await lookedThrough(`${deep}\n${lineFor('good', {})}`, { endpoint: url });
    await at.pass(40);
    const batch = (await at.call('GET', `/v1/batches/${id}`)).json;
    const idsIn = async (file: unknown) => (await resultsOf(at, file)).map(({ custom_id }) => custom_id);
    expect([batch.status, await idsIn(batch.output_file_id), await idsIn(batch.error_file_id)]).toEqual(['completed', ['good'], ['deep']]);
    expect(batch).toMatchObject({ request_counts: { total: 2, completed: 1, failed: 1 } });
    expect((await at.state()).consistent).toBe(true);
  });
});
