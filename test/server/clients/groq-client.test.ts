import { beforeAll, describe, expect, test } from 'vitest';
import { clientModule } from '../clients.ts';
import { groqErrors } from './expected/groq-errors.ts';
import { type GroqChunk, type GroqPackage, groqCaller, groqClient } from './groq-caller.ts';
import { testPublished } from './published-suite.ts';
import { model, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import { openaiWait } from './waits.ts';

let sdk: GroqPackage;
beforeAll(async () => {
  sdk = await clientModule<GroqPackage>('groq-sdk', 'index.mjs');
});

const dialect = 'groq';
const caller = () => groqCaller(sdk);
const sleeps = /\/groq-sdk\/internal\/utils\/sleep\.mjs/;
const ask = { model, messages: [{ role: 'user', content: 'Hello' }] };

describe('groq-sdk 1.6.0, unmodified, completes', () => {
  test('a plain call', async () => {
    const { url } = await scripted({ dialect });
    const { choices, usage } = await groqClient(sdk, url).chat.completions.create(ask);
    expect(choices[0]?.message.content?.split(' ')).toHaveLength(5);
    // 3 + 3 + ⌈5 / 4⌉ for "Hello".
    expect([choices[0]?.finish_reason, usage]).toEqual(['stop', { prompt_tokens: 8, completion_tokens: 5, total_tokens: 13 }]);
  });

  test('a streamed call, whose usage nobody asked for', async () => {
    const { url } = await scripted({ dialect });
    const chunks: GroqChunk[] = [];
    for await (const chunk of await groqClient(sdk, url).chat.completions.create({ ...ask, stream: true, max_tokens: 3 }))
      chunks.push(chunk);
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.content || [])).toHaveLength(3);
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'length' }], x_groq: { usage: { completion_tokens: 3 } } });
  });

  test('the models, and below the name of the dialect', async () => {
    const { url } = await scripted({});
    expect((await groqClient(sdk, `${url}/groq`).models.list()).data.map(({ id }) => id)).toEqual([model]);
    expect((await caller()({ url: `${url}/groq`, stream: true })).text.split(' ')).toHaveLength(5);
  });
});

describe('D18: raises every published error', () => {
  testPublished({ caller, dialect, rows: groqErrors, sleeps, wait: ({ askedMs }, n) => openaiWait(n, askedMs) });
});

describe('A1: an error inside a stream is raised without a status, and never retried', () => {
  const raised = { name: 'APIError', status: undefined, type: 'internal_server_error', message: expect.stringContaining('over capacity') };
  testStreams({
    caller,
    sleeps,
    cases: [
      { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 1, raised },
      { what: 'after three', script: { ...overloadedLate, dialect }, words: 3, attempts: 1, raised },
    ],
  });
});
