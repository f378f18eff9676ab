import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { schema, tool } from './expected/answers.ts';
import { googleErrors } from './expected/google-errors.ts';
import { askGoogle, type Content, type GooglePackage, googleClient } from './google-caller.ts';
import { hurry } from './hurry.ts';
import { model, type Script, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate } from './stream-suite.ts';
import type { Bounds } from './waits.ts';

let sdk: GooglePackage;
beforeAll(async () => {
  sdk = await clientModule<GooglePackage>('@google/genai', 'dist/node/index.mjs');
});

const dialect = 'gemini';
const sleeps = /\/node_modules\/retry\/lib\/retry_operation\.js/;

/** Before retry n + 1: min(2ⁿ s · U(1, 2), 60 s); the package draws all and puts them in order, which is the same. */
const wait = (n: number): Bounds => [Math.min(1000 * 2 ** n, 60_000), Math.min(2000 * 2 ** n, 60_000)];

async function complete(config: object, stream: boolean): Promise<readonly Content[]> {
  const { url } = await scripted({ dialect });
  const { models } = googleClient(sdk, url);
  const ask = { model, contents: 'Hello', config };
  if (!stream) return [await models.generateContent(ask)];
  const parts: Content[] = [];
  for await (const part of await models.generateContentStream(ask)) parts.push(part);
  return parts;
}

const textOf = (parts: readonly Content[]) => parts.map(({ text }) => text ?? '').join('');

describe('@google/genai 2.32.0, unmodified, completes', () => {
  test.each([
    [false, 1],
    // One for each of five tokens, and the end.
    [true, 6],
  ])('text, stream %s', async (stream, count) => {
    const parts = await complete({}, stream);
    expect(parts).toHaveLength(count);
    expect(textOf(parts).split(' ')).toHaveLength(5);
    expect(parts.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      // 3 + 3 + ⌈5 / 4⌉ for "Hello".
      usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 5, totalTokenCount: 13 },
      modelVersion: model,
    });
  });

  test.each([[false], [true]])('text that maxOutputTokens cuts short, stream %s', async (stream) => {
    const parts = await complete({ maxOutputTokens: 3 }, stream);
    expect(parts.at(-1)).toMatchObject({ candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata: { candidatesTokenCount: 3 } });
  });

  test.each([[false], [true]])('the call of a function, stream %s', async (stream) => {
    const config = { tools: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }] };
    const calls = (await complete(config, stream)).flatMap(({ functionCalls }) => functionCalls ?? []);
    expect(calls).toEqual([{ name: tool.name, args: { city: expect.any(String), days: expect.any(Number) } }]);
  });

  test.each([
    [false, { responseJsonSchema: schema }],
    [true, { responseJsonSchema: schema }],
    [false, { responseSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' }, days: { type: 'INTEGER' } } } }],
  ])('JSON, stream %s, %j', async (stream, form) => {
    const parts = await complete({ responseMimeType: 'application/json', ...form }, stream);
    expect(JSON.parse(textOf(parts))).toEqual({ city: expect.any(String), days: expect.any(Number) });
  });

  test('the models', async () => {
    const { url } = await scripted({ dialect });
    const { models } = googleClient(sdk, url);
    const names: string[] = [];
    for await (const { name } of await models.list()) names.push(name);
    expect(names).toEqual([`models/${model}`]);
    expect(await models.get({ model })).toMatchObject({ name: `models/${model}` });
    await expect(models.get({ model: 'huge' })).rejects.toMatchObject({ status: 404 });
  });

  test('below the name of the dialect, of a provider that speaks another one', async () => {
    const { url } = await scripted({});
    const { text } = await askGoogle(sdk, { url: `${url}/gemini`, stream: true });
    expect(text.split(' ')).toHaveLength(5);
  });
});

describe('D18: raises every published error', () => {
  test.each(googleErrors.map((row) => [row.what, row] as const))('%s', async (_, { own, status, type, code, message, attempts: times }) => {
    const slept = hurry(sleeps);
    const { dialect: options = {}, model: one, refuse, retryAfter, maxTokens } = own;
    const script: Script = {
      dialect: { gemini: options },
      ...(one !== undefined && { model: one }),
      ...(refuse !== undefined && { rest: { refuse, ...(retryAfter !== undefined && { retryAfter }) } }),
    };
    const { url, attempts } = await scripted(script);
    for (const stream of [false, true]) {
      for (const [retryOptions, sent] of [[undefined, 1] as const, [{}, times] as const]) {
        const before = await attempts();
        const { text, raised } = await askGoogle(sdk, { url, stream, maxTokens, ...(retryOptions !== undefined && { retryOptions }) });
        expect([text, (await attempts()) - before]).toEqual(['', sent]);
        expect(raised).toMatchObject({ name: 'ApiError', status, type, code, message: expect.stringContaining(message) });
        // Whatever a header or the body asks for.
        const waits = slept.splice(0);
        expect(waits).toHaveLength(sent - 1);
        waits.forEach((ms, n) => {
          expect(ms).toBeGreaterThanOrEqual(wait(n)[0]);
          expect(ms).toBeLessThanOrEqual(wait(n)[1]);
        });
      }
    }
  });

  test('a connection that is lost is no ApiError, and is not retried either', async () => {
    const slept = hurry(sleeps);
    const { url } = await scripted({ dialect, rest: { refuse: 'connection' } });
    const { raised } = await askGoogle(sdk, { url, stream: false, retryOptions: {} });
    expect([raised?.name, raised?.status, slept]).toEqual(['TypeError', undefined, []]);
  });

  test('what the interface does not take', async () => {
    const { url } = await scripted({ dialect });
    const { models } = googleClient(sdk, url);
    await expect(models.generateContent({ model, contents: 'x', config: { maxOutputTokens: 0 } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: expect.stringContaining('max_output_tokens must be positive'),
    });
  });
});

describe('A1: an error inside a stream is raised with the status that it names, and never retried', () => {
  const tail = { gemini: { streamError: 'tail' } };
  test.each<[string, Script, number]>([
    ['before the first token', { ...overloadedEarly, dialect }, 0],
    ['after three', { ...overloadedLate, dialect }, 3],
    ['as bare JSON, before the first token', { ...overloadedEarly, dialect: tail }, 0],
  ])('%s', async (_, script, words) => {
    const slept = hurry(sleeps);
    const { url, attempts } = await scripted(script);
    const { text, raised } = await askGoogle(sdk, { url, stream: true, retryOptions: {} });
    expect(raised).toMatchObject({ name: 'ApiError', status: 503, type: 'UNAVAILABLE', message: expect.stringContaining('overloaded') });
    expect(text.split(' ').filter((word) => word !== '')).toHaveLength(words);
    expect([await attempts(), slept]).toEqual([1, []]);
  });
});

describe('its own retries', () => {
  test('a limit, and then an answer: as many attempts as it takes, by its own clock', async () => {
    const refusal = { refuse: 'rate_limited', retryAfter: '60s' };
    const { url, attempts } = await scripted({ dialect, replies: [refusal, refusal] });
    const retryOptions = { initialDelay: 0.01, jitter: 0 };
    const { text, raised } = await askGoogle(sdk, { url, stream: true, retryOptions });
    expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 3]);
  });
});
