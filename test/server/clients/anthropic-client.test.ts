import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { type AnthropicPackage, anthropicClient, ask, type Message, messagesCaller } from './anthropic-caller.ts';
import { sleeps, testAnthropicRetries } from './anthropic-retries-suite.ts';
import { testErrors } from './error-suite.ts';
import { schema, tool } from './expected/answers.ts';
import { anthropicClasses, anthropicCodeClasses } from './expected/anthropic-classes.ts';
import { anthropicErrors } from './expected/anthropic-errors.ts';
import { model, type Script, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, streamed, testStreams } from './stream-suite.ts';
import { openaiWait } from './waits.ts';

let sdk: AnthropicPackage;
beforeAll(async () => {
  sdk = await clientModule<AnthropicPackage>('@anthropic-ai/sdk', 'index.mjs');
});

const dialect = 'anthropic';

const caller = () => messagesCaller(() => sdk);

async function complete(more: object, stream: boolean): Promise<Message> {
  const { url } = await scripted({ dialect });
  const { messages } = anthropicClient(sdk, url);
  return stream ? messages.stream({ ...ask, ...more }).finalMessage() : messages.create({ ...ask, ...more });
}

describe('@anthropic-ai/sdk 1.14.0, unmodified, completes', () => {
  test.each([[false], [true]])('text, stream %s', async (stream) => {
    const { content, stop_reason, usage, id } = await complete({}, stream);
    expect(content.map(({ type, text }) => [type, text?.split(' ').length])).toEqual([['text', 5]]);
    // 3 + 3 + ⌈5 / 4⌉ for "Hello".
    expect([stop_reason, usage.input_tokens, usage.output_tokens]).toEqual(['end_turn', 8, 5]);
    expect(id).toMatch(/^msg_/);
  });

  test.each([[false], [true]])('text that max_tokens cuts short, stream %s', async (stream) => {
    const { stop_reason, usage } = await complete({ max_tokens: 3 }, stream);
    expect([stop_reason, usage.output_tokens]).toEqual(['max_tokens', 3]);
  });

  test.each([[false], [true]])('the call of a tool, stream %s', async (stream) => {
    const { content, stop_reason } = await complete({ tools: [{ ...tool, input_schema: schema }] }, stream);
    expect(content).toMatchObject([{ type: 'tool_use', name: tool.name, input: { city: expect.any(String), days: expect.any(Number) } }]);
    expect(stop_reason).toBe('tool_use');
  });

  test.each([[false], [true]])('JSON, stream %s', async (stream) => {
    const { content } = await complete({ output_config: { format: { type: 'json_schema', schema } } }, stream);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual({ city: expect.any(String), days: expect.any(Number) });
  });

  test('events in their order', async () => {
    const { url } = await scripted({ dialect });
    const { events } = await caller()({ url, stream: true });
    // The package keeps pings to itself.
    expect(events).toEqual([
      'message_start',
      'content_block_start',
      ...new Array(5).fill('content_block_delta'),
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  test('the models, and the id of a request', async () => {
    const { url } = await scripted({ dialect });
    const { models, messages } = anthropicClient(sdk, url);
    expect((await models.list()).data.map(({ id }) => id)).toEqual([model]);
    expect(await models.retrieve(model)).toMatchObject({ id: model, created_at: expect.stringMatching(/^2026-03-02T00:\d\d:\d\dZ$/) });
    expect((await messages.create(ask))._request_id).toMatch(/^req_[0-9a-f]{32}$/);
    await expect(models.retrieve('huge')).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });

  test('below the name of the dialect, of a provider that speaks another one', async () => {
    const { url } = await scripted({});
    const { text } = await caller()({ url: `${url}/anthropic`, stream: true });
    expect(text.split(' ')).toHaveLength(5);
  });
});

const codeOf = (details: object | null) => (details as { readonly error_code?: string } | null)?.error_code ?? null;

describe('D18: raises every published error', () => {
  testErrors({
    caller,
    dialect,
    rows: anthropicErrors.map(({ ai: attempts, details = null, ...row }) => ({
      ...row,
      code: codeOf(details),
      body: { type: 'error', error: { details, type: row.type, message: row.message }, request_id: 'req_1' },
      raised: anthropicCodeClasses[codeOf(details) ?? ''] ?? anthropicClasses[row.status] ?? 'none',
      // It looks at the status alone, as `ai` does; where there is x-should-retry it says the same.
      attempts,
    })),
    sleeps,
    waits: () => [0, 1].map((n) => openaiWait(n)),
  });

  test('no capacity is one of its InternalServerError too', async () => {
    const { url } = await scripted({ dialect, model: { slots: 0 } });
    await expect(anthropicClient(sdk, url, 0).messages.create(ask)).rejects.toBeInstanceOf(sdk.InternalServerError);
  });

  test('the header of the request says what the body does', async () => {
    const { url } = await scripted({ dialect, model: { slots: 0 } });
    const error = await anthropicClient(sdk, url, 0)
      .messages.create(ask)
      .catch((thrown: unknown) => thrown);
    const { requestID, error: body } = error as { readonly requestID: string; readonly error: { readonly request_id: string } };
    expect(requestID).toMatch(/^req_/);
    expect(body.request_id).toBe(requestID);
  });

  test('a request that the interface does not take, a path and a connection', async () => {
    const { url } = await scripted({ dialect });
    const { messages } = anthropicClient(sdk, url, 0);
    await expect(messages.create({ ...ask, messages: [] })).rejects.toMatchObject({
      name: 'BadRequestError',
      type: 'invalid_request_error',
      message: expect.stringContaining('at least one message is required'),
    });
    await expect(anthropicClient(sdk, `${url}/v9`, 0).messages.create(ask)).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
    const { url: lost } = await scripted({ dialect, rest: { refuse: 'connection' } });
    await expect(anthropicClient(sdk, lost, 0).messages.create(ask)).rejects.toMatchObject({
      name: 'APIConnectionError',
      status: undefined,
    });
  });
});

describe('A1: an error inside a stream is raised, and never retried', () => {
  const anthropicStream = (script: Script) => ({ ...script, dialect });
  const said = { name: 'APIError', status: undefined, type: 'overloaded_error', requestId: expect.stringMatching(/^req_/) };
  testStreams({
    caller,
    sleeps,
    cases: [
      { what: 'before the first token', script: anthropicStream(overloadedEarly), words: 0, attempts: 1, raised: said },
      {
        what: 'after three',
        script: anthropicStream(overloadedLate),
        words: 3,
        attempts: 1,
        raised: said,
        lastEvent: 'content_block_delta',
      },
      {
        what: 'with all that a body has',
        script: { ...overloadedEarly, dialect: { anthropic: { streamError: 'captured' } } },
        words: 0,
        attempts: 1,
        raised: said,
      },
      {
        what: 'without a name: it is dropped, and the stream is one of nothing',
        script: { ...streamed('data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'), dialect },
        words: 0,
        attempts: 1,
        raised: undefined,
      },
    ],
  });
});

testAnthropicRetries(() => sdk);
