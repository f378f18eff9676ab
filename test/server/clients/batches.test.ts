import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { listening } from '../served.ts';

interface OpenaiBatch {
  readonly id: string;
  readonly status: string;
  readonly output_file_id?: string;
  readonly error_file_id?: string;
  readonly request_counts: object;
  readonly errors?: { readonly data: readonly object[] };
}

interface OpenaiClient {
  readonly files: {
    create(wish: object): Promise<{ readonly id: string; readonly status: string }>;
    retrieve(id: string): Promise<{ readonly bytes: number }>;
    content(id: string): Promise<{ text(): Promise<string> }>;
    delete(id: string): Promise<{ readonly deleted: boolean }>;
    list(): AsyncIterable<{ readonly id: string }>;
  };
  readonly batches: {
    create(wish: object): Promise<OpenaiBatch>;
    retrieve(id: string): Promise<OpenaiBatch>;
    cancel(id: string): Promise<OpenaiBatch>;
    list(query: object): AsyncIterable<OpenaiBatch>;
  };
}

interface OpenaiPackage {
  readonly OpenAI: new (options: object) => OpenaiClient;
  toFile(text: Buffer, name: string): Promise<unknown>;
}

interface MessageBatch {
  readonly id: string;
  readonly processing_status: string;
  readonly request_counts: object;
  readonly results_url: string | null;
}

interface AnthropicPackage {
  readonly Anthropic: new (
    options: object,
  ) => {
    readonly messages: {
      readonly batches: {
        create(wish: object): Promise<MessageBatch>;
        retrieve(id: string): Promise<MessageBatch>;
        cancel(id: string): Promise<MessageBatch>;
        delete(id: string): Promise<object>;
        list(query: object): AsyncIterable<MessageBatch>;
        results(id: string): Promise<AsyncIterable<{ readonly custom_id: string; readonly result: { readonly type: string } }>>;
      };
    };
  };
}

/** Its seconds are milliseconds. */
const served = (model: object = {}, dialect = 'openai') =>
  listening(
    {
      provider: { dialect, models: { big: { slots: 4, service: '2s', refuseAfter: '0ms', ...model } } },
      workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 4 } },
    },
    { timeScale: 1000 },
  );

/** Asks until it is so. */
async function until<Value>(ask: () => Promise<Value>, is: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (is(value)) return value;
  }
}

const over = ({ status }: OpenaiBatch) => ['completed', 'failed', 'cancelled', 'expired'].includes(status);
const line = (id: string, body: object = {}) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'big', messages: [{ role: 'user', content: 'Hello' }], ...body },
  });

describe('openai 6.49.0, unmodified', () => {
  async function client(model: object = {}) {
    const sdk = await clientModule<OpenaiPackage>('openai', 'index.mjs');
    const { url, state } = await served(model);
    const { files, batches } = new sdk.OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, maxRetries: 0 });
    const send = async (text: string) => files.create({ file: await sdk.toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
    const begin = async (text: string) =>
      batches.create({ input_file_id: (await send(text)).id, endpoint: '/v1/chat/completions', completion_window: '24h' });
    return { url, state, files, batches, send, begin };
  }

  test('sends a file, begins a batch, waits for it, reads results and errors, and cleans up', async () => {
    const { files, batches, begin, state } = await client();
    const { id } = await begin([line('a'), line('b', { max_tokens: -1 }), line('c', { max_tokens: 2 })].join('\n'));
    const batch = await until(() => batches.retrieve(id), over);
    expect(batch).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 2, failed: 1 } });
    const read = async (file = '') =>
      (await (await files.content(file)).text())
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one));
    const answers = await read(batch.output_file_id);
    expect(answers.map(({ custom_id, response }) => [custom_id, response.status_code, response.body.choices[0].finish_reason])).toEqual([
      ['a', 200, 'stop'],
      ['c', 200, 'length'],
    ]);
    expect(await read(batch.error_file_id)).toMatchObject([{ custom_id: 'b', response: { status_code: 400 } }]);
    const ids: string[] = [];
    for await (const file of files.list()) ids.push(file.id);
    expect(ids).toHaveLength(3);
    expect(await files.delete(batch.output_file_id ?? '')).toMatchObject({ deleted: true });
    await expect(files.content(batch.output_file_id ?? '')).rejects.toMatchObject({ status: 404 });
    expect((await state()).consistent).toBe(true);
  });

  test('cancels one, lists them page by page, and hears of a file that is refused', async () => {
    const { batches, begin, send } = await client({ slots: 0 });
    const made = [await begin(line('a')), await begin(line('b')), await begin(line('c'))].map(({ id }) => id);
    await until(
      () => batches.retrieve(made[0] ?? ''),
      ({ status }) => status === 'in_progress',
    );
    expect((await batches.cancel(made[0] ?? '')).status).toMatch(/^cancell/);
    expect((await until(() => batches.retrieve(made[0] ?? ''), over)).status).toBe('cancelled');
    const listed: string[] = [];
    for await (const { id } of batches.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(made.toReversed());
    await expect(send('no lines of JSON')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Must be .jsonl'),
    });
    const failed = await begin(line('a', { model: 'huge' }));
    const last = await until(() => batches.retrieve(failed.id), over);
    expect(last).toMatchObject({ status: 'failed', errors: { data: [{ code: 'model_not_found', line: 1 }] } });
    await expect(batches.cancel(last.id)).rejects.toMatchObject({ status: 409 });
    await expect(batches.retrieve('batch_none')).rejects.toMatchObject({ status: 404 });
  });

  test('a client that leaves in the midst of the results disturbs nobody', async () => {
    const { url, batches, begin, files, state } = await client({ slots: 200, service: '10ms' });
    const { id } = await begin(Array.from({ length: 2000 }, (_, index) => line(`request-${index}`)).join('\n'));
    const { output_file_id = '' } = await until(() => batches.retrieve(id), over);
    const request = get(`${url}/v1/files/${output_file_id}/content`);
    const [response] = await once(request, 'response');
    await once(response, 'data');
    request.destroy();
    expect((await (await files.content(output_file_id)).text()).trimEnd().split('\n')).toHaveLength(2000);
    expect((await state()).consistent).toBe(true);
  });
});

describe('@anthropic-ai/sdk 1.14.0, unmodified', () => {
  const params = { model: 'big', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

  async function client(model: object = {}) {
    const sdk = await clientModule<AnthropicPackage>('@anthropic-ai/sdk', 'index.mjs');
    const { url, state } = await served(model, 'anthropic');
    const { messages } = new sdk.Anthropic({ apiKey: 'any', baseURL: url, maxRetries: 0 });
    return { batches: messages.batches, state };
  }
  const ended = ({ processing_status }: MessageBatch) => processing_status === 'ended';

  test('begins a batch, waits for it, reads its results, deletes it', async () => {
    const { batches, state } = await client();
    const { id } = await batches.create({
      requests: [
        { custom_id: 'a', params },
        { custom_id: 'b', params: { ...params, model: 'huge' } },
      ],
    });
    const batch = await until(() => batches.retrieve(id), ended);
    expect(batch.request_counts).toEqual({ processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 0 });
    const results: (readonly string[])[] = [];
    for await (const { custom_id, result } of await batches.results(id)) results.push([custom_id, result.type]);
    expect(results).toEqual([
      ['a', 'succeeded'],
      ['b', 'errored'],
    ]);
    expect(await batches.delete(id)).toMatchObject({ id, type: 'message_batch_deleted' });
    await expect(batches.retrieve(id)).rejects.toMatchObject({ name: 'NotFoundError', type: 'not_found_error' });
    expect((await state()).consistent).toBe(true);
  });

  test('cancels one, lists them page by page, and hears of a list that is refused', async () => {
    const { batches } = await client({ slots: 0 });
    const made: string[] = [];
    for (const custom_id of ['a', 'b', 'c']) made.unshift((await batches.create({ requests: [{ custom_id, params }] })).id);
    expect((await batches.cancel(made[0] ?? '')).processing_status).toMatch(/^(canceling|ended)$/);
    expect((await until(() => batches.retrieve(made[0] ?? ''), ended)).request_counts).toMatchObject({ canceled: 1 });
    const listed: string[] = [];
    for await (const { id } of batches.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(made);
    await expect(batches.create({ requests: [] })).rejects.toMatchObject({ name: 'BadRequestError', type: 'invalid_request_error' });
  });
});
