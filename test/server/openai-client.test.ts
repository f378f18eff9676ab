import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from './clients.ts';
import { chat, listening, oneModel } from './served.ts';

/** As much of the package as is used here. */
interface OpenAI {
  readonly chat: {
    readonly completions: { create(body: object): Promise<Completion> & Promise<AsyncIterable<Chunk>>; stream(body: object): Helper };
  };
  readonly models: {
    list(): Promise<{ readonly data: readonly { readonly id: string }[] }>;
    retrieve(id: string): Promise<{ readonly id: string }>;
  };
  readonly embeddings: { create(body: object): Promise<unknown> };
}
interface Completion {
  readonly id: string;
  readonly _request_id: string;
  readonly choices: readonly { readonly message: { readonly content: string }; readonly finish_reason: string }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}
interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly role?: string; readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Completion['usage'] | null;
}
interface Helper {
  finalChatCompletion(): Promise<Completion>;
}
interface Package {
  readonly OpenAI: new (options: object) => OpenAI;
  readonly APIError: new () => Error;
  readonly VERSION?: string;
}

let openai: Package;
beforeAll(async () => {
  openai = await clientModule<Package>('openai', 'index.mjs');
});

const quick = { slots: 2, firstToken: '5ms', tokensPerSecond: 500 };
const never = { slots: 0, firstToken: '5ms', tokensPerSecond: 500 };

async function client(scenario: object, options: object = {}) {
  const one = await listening(scenario);
  return { ...one, api: new openai.OpenAI({ apiKey: 'any', baseURL: `${one.url}/v1`, maxRetries: 0, ...options }) };
}

/** 3 + 3 + ⌈5 / 4⌉ for "Hello". */
const promptTokens = 8;

describe('the openai package, unmodified', () => {
  test('completes a plain call', async () => {
    const { api } = await client(oneModel(quick, { output: 5 }));
    const completion = await api.chat.completions.create(chat());
    expect(completion.choices[0]?.message.content.split(' ')).toHaveLength(5);
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toMatchObject({ prompt_tokens: promptTokens, completion_tokens: 5, total_tokens: promptTokens + 5 });
    expect(completion._request_id).toMatch(/^req_/);
  });

  test('is cut short by max_tokens and max_completion_tokens', async () => {
    const { api } = await client(oneModel(quick, { output: 5 }));
    for (const bound of [{ max_tokens: 3 }, { max_completion_tokens: 3 }, { max_completion_tokens: 3, max_tokens: 9 }]) {
      const { choices, usage } = await api.chat.completions.create(chat(bound));
      expect([choices[0]?.finish_reason, usage.completion_tokens]).toEqual(['length', 3]);
    }
    const { choices } = await api.chat.completions.create(chat({ max_tokens: 5 }));
    expect(choices[0]?.finish_reason).toBe('stop');
  });

  test('completes a streamed call: role, one chunk a token, finish, usage', async () => {
    const { api } = await client(oneModel(quick, { output: 5 }));
    const chunks: Chunk[] = [];
    for await (const chunk of await api.chat.completions.create(chat({ stream: true, stream_options: { include_usage: true } })))
      chunks.push(chunk);
    const seen = chunks.map(({ choices, usage }) => [
      choices[0]?.delta.role,
      choices[0]?.delta.content,
      choices[0]?.finish_reason,
      usage?.completion_tokens,
    ]);
    const token = [undefined, expect.stringMatching(/^ ?\w+\.?$/), null, undefined];
    expect(seen).toEqual([
      ['assistant', '', null, undefined],
      ...new Array(5).fill(token),
      [undefined, undefined, 'stop', undefined],
      [undefined, undefined, undefined, 5],
    ]);
  });

  test('has no usage chunk that was not asked for', async () => {
    const { api } = await client(oneModel(quick));
    const chunks: Chunk[] = [];
    for await (const chunk of await api.chat.completions.create(chat({ stream: true }))) chunks.push(chunk);
    expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
  });

  test('gathers a stream by its helper', async () => {
    const { api } = await client(oneModel(quick, { output: 5 }));
    const completion = await api.chat.completions.stream(chat({ stream_options: { include_usage: true } })).finalChatCompletion();
    expect(completion.choices[0]?.message.content.split(' ')).toHaveLength(5);
    expect(completion.usage.completion_tokens).toBe(5);
  });

  test('lists the models and finds one', async () => {
    const { api } = await client({ provider: { models: { big: quick, small: quick } } });
    expect((await api.models.list()).data.map(({ id }) => id)).toEqual(['big', 'small']);
    expect((await api.models.retrieve('small')).id).toBe('small');
    await expect(api.models.retrieve('huge')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });
});

describe('D18: what it raises', () => {
  const scripted = (refuse: string) => oneModel(quick, { faults: [{ script: { replies: [{ refuse }] } }] });

  test.each<[string, object, object, object]>([
    [
      'InternalServerError',
      oneModel(never),
      {},
      {
        status: 503,
        code: 'server_is_overloaded',
        type: 'service_unavailable_error',
        message: expect.stringContaining('currently overloaded'),
      },
    ],
    [
      'RateLimitError',
      oneModel({ ...quick, quota: { rpm: 1, burst: 1 } }),
      {},
      {
        status: 429,
        code: 'rate_limit_exceeded',
        type: 'requests',
        message: expect.stringMatching(/Rate limit reached for big .*Limit 1, Used 1, Requested 1\. Please try again in \d+(\.\d+)?s\./),
      },
    ],
    [
      'RateLimitError',
      scripted('quota'),
      {},
      {
        status: 429,
        code: 'insufficient_quota',
        type: 'insufficient_quota',
        message: expect.stringContaining('exceeded your current quota'),
      },
    ],
    ['AuthenticationError', scripted('auth'), {}, { status: 401, code: 'invalid_api_key' }],
    ['NotFoundError', scripted('not_found'), {}, { status: 404, code: 'model_not_found' }],
    ['InternalServerError', scripted('server_error'), {}, { status: 500, code: null, type: 'server_error' }],
    [
      'NotFoundError',
      oneModel(quick),
      { model: 'huge' },
      { status: 404, code: 'model_not_found', message: expect.stringContaining('`huge`') },
    ],
    [
      'BadRequestError',
      oneModel({ ...quick, context: 20 }),
      { max_tokens: 100 },
      {
        status: 400,
        code: 'context_length_exceeded',
        param: 'messages',
        message: expect.stringContaining('20 tokens. However, you requested 108 tokens'),
      },
    ],
    [
      'RateLimitError',
      oneModel({ ...quick, quota: { tpm: 10 } }),
      {},
      { status: 429, code: 'rate_limit_exceeded', type: 'tokens', message: expect.stringContaining('Request too large for big') },
    ],
    ['BadRequestError', oneModel(quick), { messages: [] }, { status: 400, code: 'empty_array', param: 'messages' }],
  ])('%s for %j, asked %j', async (name, scenario, ask, expected) => {
    const { api } = await client(scenario);
    const limited = JSON.stringify(scenario).includes('"rpm"');
    if (limited) await api.chat.completions.create(chat());
    for (const stream of limited ? [false] : [false, true]) {
      const error: unknown = await api.chat.completions.create(chat({ stream, ...ask })).then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(error).toMatchObject(expected);
      expect((error as Error).constructor.name).toBe(name);
      expect((error as { requestID: string }).requestID).toMatch(/^req_/);
    }
  });

  test.each([
    ['early', { status: 0, stream: 1 }, 0],
    ['after some tokens', { status: 0, stream: 0, streamAfter: { share: 1, tokens: 3 } }, 3],
  ])('APIError for capacity inside a stream, %s', async (_, capacityAs, tokens) => {
    const { api } = await client(oneModel({ ...never, capacityAs }, { output: 5 }));
    let seen = 0;
    const read = async () => {
      for await (const { choices } of await api.chat.completions.create(chat({ stream: true })))
        if ((choices[0]?.delta.content ?? '') !== '') seen += 1;
    };
    const error: unknown = await read().then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(openai.APIError);
    expect(error).toMatchObject({
      status: undefined,
      code: 'server_is_overloaded',
      type: 'service_unavailable_error',
      message: expect.stringContaining('overloaded'),
    });
    expect(seen).toBe(tokens);
    await expect(api.chat.completions.create(chat())).rejects.toMatchObject({ status: 503 });
  });

  test('NotFoundError for an interface that is not served', async () => {
    const { api } = await client(oneModel(quick));
    await expect(api.embeddings.create({ model: 'big', input: 'Hello' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('Invalid URL (POST /v1/embeddings)'),
    });
  });

  test('APIConnectionError for a connection that is lost', async () => {
    const { api } = await client(scripted('connection'));
    const error: unknown = await api.chat.completions.create(chat()).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect((error as Error).constructor.name).toBe('APIConnectionError');
  });
});

describe('its own retries', () => {
  test('wait as long as the server says', async () => {
    const replies = [{ refuse: 'rate_limited', retryAfter: '1200ms' }, 'ok'];
    const { api, state } = await client(oneModel(quick, { faults: [{ script: { replies } }] }), { maxRetries: 2 });
    const from = performance.now();
    await api.chat.completions.create(chat());
    // Its own first backoff is at most half a second.
    expect(performance.now() - from).toBeGreaterThanOrEqual(1200);
    expect((await state()).providers.default?.models.big?.attempts).toBe(2);
  });

  test('meet a quota again when it has refilled', async () => {
    // Ten a second: after the burst of two the next one is there in 100 ms.
    const { api, state } = await client(oneModel({ ...quick, quota: { rpm: 600, burst: 2 } }), { maxRetries: 2 });
    await Promise.all([1, 2, 3].map(() => api.chat.completions.create(chat())));
    const { counts } = (await state()).providers.default ?? {};
    expect(counts).toMatchObject({ completed: 3, arrived: 3 + (counts?.quotaRefused ?? 0) });
  });
});
