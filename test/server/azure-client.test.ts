import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from './clients.ts';
import { listening } from './served.ts';

/** As much of the package as is used here. */
interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}
interface Azure {
  readonly chat: {
    readonly completions: {
      create(body: object): Promise<{ readonly choices: readonly { readonly message: Message; readonly finish_reason: string }[] }>;
      stream(body: object): { finalChatCompletion(): Promise<{ readonly choices: readonly { readonly message: Message }[] }> };
    };
  };
  readonly responses: {
    create(body: object): Promise<{ readonly output_text: string; readonly status: string }>;
    stream(body: object): { finalResponse(): Promise<{ readonly status: string; readonly output_text: string }> };
  };
}
interface Package {
  readonly AzureOpenAI: new (options: object) => Azure;
  readonly OpenAI: new (options: object) => Azure;
}

let openai: Package;
beforeAll(async () => {
  openai = await clientModule<Package>('openai', 'index.mjs');
});

const quick = { slots: 2, service: '1ms', refuseAfter: '0ms' };
const models = {
  big: quick,
  full: { ...quick, slots: 0, retryAfter: '6s' },
  late: { ...quick, slots: 0, capacityAs: { status: 0, stream: 1 } },
};
const scenario = {
  provider: { dialect: 'azure', models },
  workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 5 } },
};

async function clients() {
  const { url } = await listening(scenario);
  const options = { apiKey: 'any', maxRetries: 0 };
  return {
    deployments: new openai.AzureOpenAI({ ...options, endpoint: url, apiVersion: '2024-08-01-preview' }),
    below: new openai.OpenAI({ ...options, baseURL: `${url}/openai/v1` }),
  };
}

const ask = (model: string, more: object = {}) => ({ model, messages: [{ role: 'user', content: 'Hello' }], ...more });
const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Error) => ({ ...error, name: error.constructor.name, message: error.message }),
  );

describe('the openai package, unmodified, against Azure', () => {
  test('completes calls of a deployment, plain and streamed, and calls of tools', async () => {
    const { chat } = (await clients()).deployments;
    const [plain] = (await chat.completions.create(ask('big'))).choices;
    expect([plain?.message.content?.split(' ').length, plain?.finish_reason]).toEqual([5, 'stop']);
    const [streamed] = (await chat.completions.stream(ask('big')).finalChatCompletion()).choices;
    expect(streamed?.message.content?.split(' ')).toHaveLength(5);
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const tools = [{ type: 'function', function: { name: 'weather', parameters } }];
    for (const { message } of [
      ...(await chat.completions.create(ask('big', { tools }))).choices,
      ...(await chat.completions.stream(ask('big', { tools })).finalChatCompletion()).choices,
    ]) {
      const [call] = message.tool_calls ?? [];
      expect([message.content, call?.function.name, JSON.parse(call?.function.arguments ?? '')]).toEqual([
        null,
        'weather',
        { city: expect.any(String) },
      ]);
    }
  });

  test('completes responses below /openai/v1, whole and cut off', async () => {
    const { responses } = (await clients()).below;
    const { status, output_text } = await responses.create({ model: 'big', input: 'Hello' });
    expect([status, output_text.split(' ').length]).toEqual(['completed', 5]);
    const cut = await responses.stream({ model: 'big', input: 'Hello', max_output_tokens: 3 }).finalResponse();
    expect([cut.status, cut.output_text.split(' ').length]).toEqual(['incomplete', 3]);
  });

  test.each([
    [
      'full',
      { name: 'RateLimitError', status: 429, code: 'no_capacity', message: expect.stringContaining('Please retry after 6 seconds.') },
    ],
    ['nothing', { name: 'NotFoundError', status: 404, code: 'DeploymentNotFound' }],
  ])('raises its own errors for %s', async (model, error) => {
    expect(await thrown((await clients()).deployments.chat.completions.create(ask(model)))).toMatchObject(error);
  });

  test('raises an APIError for high demand inside a stream, of chats and of responses', async () => {
    const { deployments, below } = await clients();
    const error = { name: 'APIError', code: 'no_capacity', type: 'too_many_requests', message: expect.stringContaining('high demand') };
    expect(await thrown(deployments.chat.completions.stream(ask('late')).finalChatCompletion())).toMatchObject(error);
    expect(await thrown(below.responses.stream({ model: 'late', input: 'Hello' }).finalResponse())).toMatchObject(error);
  });
});
