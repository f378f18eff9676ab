import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { listening } from '../served.ts';
import { schema, tool } from './expected/answers.ts';
import { ollamaErrors } from './expected/ollama-errors.ts';
import { type ChatLine, type GeneratedLine, type OllamaPackage, ollamaCaller, ollamaClient } from './ollama-caller.ts';
import { testPublished } from './published-suite.ts';
import { model, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';

let sdk: OllamaPackage;
beforeAll(async () => {
  sdk = await clientModule<OllamaPackage>('ollama', 'dist/index.mjs');
});

const dialect = 'ollama';
const caller = () => ollamaCaller(sdk);
const sleeps = /\/node_modules\/ollama\//;
const messages = [{ role: 'user', content: 'Hello' }];

/** 3 + 3 + ⌈5 / 4⌉ for "Hello". */
const counted = { done: true, done_reason: 'stop', prompt_eval_count: 8, eval_count: 5 };

describe('ollama 0.6.4, unmodified, completes', () => {
  test('a plain chat', async () => {
    const { url } = await scripted({ dialect });
    const reply = await ollamaClient(sdk, url).chat({ model, messages });
    expect(reply.message.content.split(' ')).toHaveLength(5);
    expect(reply).toMatchObject(counted);
  });

  test('a streamed chat: a line a token, and one that is done', async () => {
    const { url } = await scripted({ dialect });
    const lines: ChatLine[] = [];
    for await (const line of await ollamaClient(sdk, url).chat({ model, messages, stream: true })) lines.push(line);
    expect(lines.map(({ done }) => done)).toEqual([false, false, false, false, false, true]);
    expect(lines.at(-1)).toMatchObject(counted);
  });

  test('generations, plain and streamed, cut short by num_predict', async () => {
    const { url } = await scripted({ dialect });
    const client = ollamaClient(sdk, url);
    const ask = { model, prompt: 'Hello', options: { num_predict: 3 } };
    expect(await client.generate(ask)).toMatchObject({ done_reason: 'length', eval_count: 3 });
    const lines: GeneratedLine[] = [];
    for await (const line of await client.generate({ ...ask, stream: true })) lines.push(line);
    expect(lines.map(({ response }) => response !== '')).toEqual([true, true, true, false]);
  });

  test.each([false, true])('the call of a tool, stream %s', async (stream) => {
    const { url } = await scripted({ dialect });
    const tools = [{ type: 'function', function: { ...tool, parameters: schema } }];
    const client = ollamaClient(sdk, url);
    const lines: ChatLine[] = [];
    if (stream) for await (const line of await client.chat({ model, messages, tools, stream })) lines.push(line);
    else lines.push(await client.chat({ model, messages, tools }));
    const calls = lines.flatMap(({ message }) => message.tool_calls ?? []);
    expect(calls).toEqual([{ function: { name: tool.name, arguments: { city: expect.any(String), days: expect.any(Number) } } }]);
  });

  test('JSON that keeps to a schema', async () => {
    const { url } = await scripted({ dialect });
    const { message } = await ollamaClient(sdk, url).chat({ model, messages, format: schema });
    expect(JSON.parse(message.content)).toEqual({ city: expect.any(String), days: expect.any(Number) });
  });

  test('the models, and below the name of the dialect', async () => {
    const quick = { slots: 1, service: '1ms' };
    const { url } = await listening({ provider: { models: { big: quick, small: quick } } });
    const { models } = await ollamaClient(sdk, `${url}/ollama`).list();
    expect(models.map(({ name }) => name)).toEqual(['big', 'small']);
  });
});

describe('D18: raises every published error, and retries none', () => {
  testPublished({ caller, dialect, rows: ollamaErrors, sleeps, wait: () => [0, 0] });
});

describe('A1: an error inside a stream is raised without a status', () => {
  const raised = { name: 'Error', status: undefined, message: 'server busy, please try again.  maximum pending requests exceeded' };
  testStreams({
    caller,
    sleeps,
    cases: [
      { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 1, raised },
      { what: 'after three', script: { ...overloadedLate, dialect }, words: 3, attempts: 1, raised },
    ],
  });
});
