import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientModule } from '../clients.ts';
import { listening, oneModel } from '../served.ts';
import { type BedrockClient, type BedrockPackage, bedrockCaller, bedrockClient, type ConverseEvent, messages } from './bedrock-caller.ts';
import { schema, tool } from './expected/answers.ts';
import { bedrockErrors } from './expected/bedrock-errors.ts';
import { hurry } from './hurry.ts';
import { type PublishedError, testPublished } from './published-suite.ts';
import { model, type Script, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import type { Bounds } from './waits.ts';

let sdk: BedrockPackage;
beforeAll(async () => {
  const runtime = await clientModule<BedrockPackage>('@aws-sdk/client-bedrock-runtime', 'dist-cjs/index.js');
  const transport = await clientModule<BedrockPackage>('@smithy/node-http-handler', 'dist-cjs/index.js');
  sdk = { ...runtime, NodeHttpHandler: transport.NodeHttpHandler };
});

const dialect = 'bedrock';
const caller = () => bedrockCaller(sdk);
const sleeps = /\/@smithy\/core\/dist-cjs\/submodules\/retry\//;

/** Before retry n + 1: U(0, 1) · min(base · 2ⁿ, 20 s), base 1 s of throttling, else 50 ms; what is asked for, if it is longer. */
function wait({ status, askedMs }: PublishedError, n: number): Bounds {
  const most = Math.min((status === 429 ? 1000 : 50) * 2 ** n, 20_000);
  return askedMs === undefined ? [0, most] : [Math.min(askedMs, 5000), Math.max(askedMs, most)];
}

async function using<Value>(script: Script, use: (client: BedrockClient) => Promise<Value>): Promise<Value> {
  const { url } = await scripted({ dialect, ...script });
  const client = bedrockClient(sdk, url);
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

async function streamed(client: BedrockClient, ask: object): Promise<readonly ConverseEvent[]> {
  const { stream } = await client.send(new sdk.ConverseStreamCommand(ask));
  const events: ConverseEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** 3 + 3 + ⌈5 / 4⌉ for "Hello". */
const usage = { inputTokens: 8, outputTokens: 5, totalTokens: 13 };
const toolConfig = { tools: [{ toolSpec: { ...tool, inputSchema: { json: schema } } }] };

describe('@aws-sdk/client-bedrock-runtime 3.1164.0, unmodified, completes', () => {
  test('a plain call', async () => {
    const reply = await using({}, (client) => client.send(new sdk.ConverseCommand({ modelId: model, messages })));
    expect(reply.output.message.content[0]?.text?.split(' ')).toHaveLength(5);
    expect(reply).toMatchObject({ stopReason: 'end_turn', usage, metrics: { latencyMs: expect.any(Number) } });
    expect(reply.$metadata).toMatchObject({ attempts: 1, requestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) });
  });

  test('a streamed call: its messages in their order', async () => {
    const events = await using({}, (client) => streamed(client, { modelId: model, messages }));
    const kinds = events.map((event) => Object.keys(event)[0]);
    expect(kinds).toEqual(['messageStart', ...new Array(5).fill('contentBlockDelta'), 'contentBlockStop', 'messageStop', 'metadata']);
    expect(events.at(-2)).toMatchObject({ messageStop: { stopReason: 'end_turn' } });
    expect(events.at(-1)).toMatchObject({ metadata: { usage } });
  });

  test('what maxTokens cuts short', async () => {
    const ask = { modelId: model, messages, inferenceConfig: { maxTokens: 3 } };
    expect(await using({}, (client) => client.send(new sdk.ConverseCommand(ask)))).toMatchObject({ stopReason: 'max_tokens' });
    expect((await using({}, (client) => streamed(client, ask))).at(-2)).toMatchObject({ messageStop: { stopReason: 'max_tokens' } });
  });

  test('the call of a tool, plain and streamed', async () => {
    const ask = { modelId: model, messages, toolConfig };
    const input = { city: expect.any(String), days: expect.any(Number) };
    const reply = await using({}, (client) => client.send(new sdk.ConverseCommand(ask)));
    expect([reply.stopReason, reply.output.message.content[0]]).toMatchObject(['tool_use', { toolUse: { name: tool.name, input } }]);
    const events = await using({}, (client) => streamed(client, ask));
    const written = events.map(({ contentBlockDelta: one }) => one?.delta.toolUse?.input ?? '').join('');
    expect(JSON.parse(written)).toEqual(input);
    expect(events[1]).toMatchObject({ contentBlockStart: { start: { toolUse: { name: tool.name } } } });
  });

  test('a model whose name has to be encoded, below the name of the dialect', async () => {
    const provider = { models: { 'anthropic.claude/v1:0': { slots: 1, service: '1ms' } } };
    const { url } = await listening({ ...oneModel({ slots: 1 }), provider });
    const { text } = await caller()({ url: `${url}/bedrock`, stream: true, model: 'anthropic.claude/v1:0' });
    expect(text.split(' ')).toHaveLength(4);
  });
});

describe('D18: raises every published error', () => {
  // It reads a wait as an instant and takes it from the calendar again: what passes between the two is no matter of its rule.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    return () => void vi.useRealTimers();
  });

  testPublished({ caller, dialect, rows: bedrockErrors, sleeps, wait });
});

describe('A1: an error inside a stream is raised by its name, without a status', () => {
  const raised = { name: 'ServiceUnavailableException', message: 'Bedrock is unable to process your request.' };
  testStreams({
    caller,
    sleeps,
    cases: [
      { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 1, raised },
      { what: 'after three', script: { ...overloadedLate, dialect }, words: 3, attempts: 1, raised },
    ],
  });

  // The first message is read before the call returns: what fails there by the name of a limit is retried, nothing else is.
  test.each([
    ['rate_limited', {}, 'ThrottlingException', 3],
    ['server_error', {}, 'InternalServerException', 1],
    ['server_error', { serverError: 'model-stream' }, 'ModelStreamErrorException', 1],
    ['client_error', {}, 'ValidationException', 1],
  ] as const)('%s %j instead of a first message: %s, %i attempts', async (refuse, options, name, times) => {
    hurry(sleeps);
    const { url, attempts } = await scripted({ dialect: { bedrock: options }, rest: { refuse, inStream: true } });
    const { raised: thrown } = await caller()({ url, stream: true });
    expect([thrown?.name, await attempts()]).toEqual([name, times]);
  });
});
