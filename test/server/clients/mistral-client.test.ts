import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { schema, tool } from './expected/answers.ts';
import { mistralErrors } from './expected/mistral-errors.ts';
import { hurry } from './hurry.ts';
import { type MistralChunk, type MistralPackage, mistralCaller, mistralClient } from './mistral-caller.ts';
import { expectRaised, expectWaits, scriptOf } from './published-suite.ts';
import { model, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import type { Bounds } from './waits.ts';

let sdk: MistralPackage;
beforeAll(async () => {
  sdk = await clientModule<MistralPackage>('@mistralai/mistralai', 'esm/index.js');
});

const dialect = 'mistral';
const caller = () => mistralCaller(sdk);
const sleeps = /\/@mistralai\/mistralai\/esm\/lib\/retries\.js/;
const ask = { model, messages: [{ role: 'user', content: 'Hello' }] };

/** Before retry n + 1: what is asked for, else 500 ms · n^1.5 + U(0, 1 s). */
function wait(n: number, askedMs?: number): Bounds {
  if (askedMs !== undefined) return [askedMs, askedMs];
  const least = 500 * n * Math.sqrt(n);
  return [least, least + 1000];
}

describe('@mistralai/mistralai 2.7.0, unmodified, completes', () => {
  test('a plain call', async () => {
    const { url } = await scripted({ dialect });
    const { choices, usage } = await mistralClient(sdk, url).chat.complete(ask);
    expect(choices[0]?.message.content?.split(' ')).toHaveLength(5);
    // 3 + 3 + ⌈5 / 4⌉ for "Hello".
    expect([choices[0]?.finishReason, usage]).toEqual(['stop', { promptTokens: 8, completionTokens: 5, totalTokens: 13 }]);
  });

  test('a streamed call, whose last chunk says what was used', async () => {
    const { url } = await scripted({ dialect });
    const chunks: MistralChunk[] = [];
    for await (const { data } of await mistralClient(sdk, url).chat.stream({ ...ask, maxTokens: 3 })) chunks.push(data);
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.content || [])).toHaveLength(3);
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finishReason: 'length' }], usage: { completionTokens: 3 } });
  });

  test('the call of a tool', async () => {
    const { url } = await scripted({ dialect });
    const tools = [{ type: 'function', function: { ...tool, parameters: schema } }];
    const { choices } = await mistralClient(sdk, url).chat.complete({ ...ask, tools });
    const [call] = choices[0]?.message.toolCalls ?? [];
    expect(call?.function.name).toBe(tool.name);
    expect(JSON.parse(String(call?.function.arguments))).toEqual({ city: expect.any(String), days: expect.any(Number) });
  });

  test('below the name of the dialect, of a provider that speaks another one', async () => {
    const { url } = await scripted({});
    expect((await caller()({ url: `${url}/mistral`, stream: true })).text.split(' ')).toHaveLength(5);
  });
});

describe('D18: raises every published error', () => {
  test.each(mistralErrors.map((row) => [row.what, row] as const))('%s', async (_, row) => {
    const slept = hurry(sleeps);
    const script = scriptOf(row.own, dialect);
    const off = await scripted(script);
    for (const stream of [false, true])
      expectRaised(await caller()({ url: off.url, stream, retries: 0, maxTokens: row.own.maxTokens }), row);
    expect([await off.attempts(), slept]).toEqual([2, []]);

    for (const stream of [false, true]) {
      // Its own backoff goes on for an hour: the server says it twice, and answers then.
      const { rest } = script;
      const on = await scripted(rest === undefined ? script : { ...script, replies: [rest, rest], rest: 'ok' });
      const outcome = await caller()({ url: on.url, stream, maxTokens: row.own.maxTokens });
      if (row.attempts === 1) expectRaised(outcome, row);
      else expect([outcome.raised, outcome.text.split(' ').length]).toEqual([undefined, 5]);
      expect(await on.attempts()).toBe(row.attempts);
      expectWaits(
        slept.splice(0),
        Array.from({ length: row.attempts - 1 }, (_one, n) => wait(n, row.askedMs)),
      );
    }
  });
});

describe('an error inside a stream is no chunk: what is raised says so, without a status, and nothing is retried', () => {
  const raised = { status: undefined, message: expect.stringContaining('choices') };
  testStreams({
    caller,
    sleeps,
    cases: [
      { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 1, raised },
      { what: 'after three', script: { ...overloadedLate, dialect }, words: 3, attempts: 1, raised },
    ],
  });
});
