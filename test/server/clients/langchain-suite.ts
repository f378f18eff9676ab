import { describe, expect, test } from 'vitest';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { schema, tool } from './expected/answers.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { chatModel, type LangchainOpenai, langchainCaller } from './langchain-caller.ts';
import { openaiBody, testChatStreams } from './openai-suite.ts';
import { testRetries } from './retry-suite.ts';
import { scripted } from './scripted.ts';
import { testVariants } from './variant-suite.ts';
import { langchainWait } from './waits.ts';

/** Where LangChain sleeps between attempts. */
const sleeps = /\/node_modules\/@langchain\/core\/dist\/utils\/p-retry\//;

export function testLangchain(langchain: () => LangchainOpenai): void {
  const caller = () => langchainCaller(langchain());

  testAnswers(langchain);

  describe('D18: chat completions raise every published error', () => {
    testErrors({
      caller,
      rows: openaiErrors.map(({ langchain: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: ({ askedMs }) => [0, 1, 2, 3, 4, 5].map((n) => langchainWait(n, askedMs)),
    });
  });

  describe('A1: at capacity inside a stream of chat completions', () => testChatStreams(caller, sleeps));

  describe('A2: at capacity inside a stream of Responses', () => {
    testVariants({ caller: () => langchainCaller(langchain(), { useResponsesApi: true }), sleeps, who: 'langchain' });
  });

  testEdges(caller, { lost: 'APIConnectionError', notFound: 'NotFoundError' });

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint.langchain]),
    who: 'langchain',
    waits: langchainWait,
    retries: 2,
  });
}

const tools = [{ type: 'function', function: { ...tool, parameters: schema } }];
const values = { city: expect.any(String), days: expect.any(Number) };

function testAnswers(langchain: () => LangchainOpenai): void {
  describe('completes', () => {
    test.each([[false], [true]])('text, stream %s', async (stream) => {
      const { url, attempts } = await scripted({});
      const { text, raised } = await langchainCaller(langchain())({ url, stream });
      expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 1]);
    });

    test.each([[false], [true]])('text by Responses, stream %s', async (stream) => {
      const { url } = await scripted({});
      const { text, raised } = await langchainCaller(langchain(), { useResponsesApi: true })({ url, stream });
      expect([raised, text.split(' ').length]).toEqual([undefined, 5]);
    });

    test('a tool call', async () => {
      const { url } = await scripted({});
      const { tool_calls } = await chatModel(langchain(), url).bindTools(tools).invoke('Hello');
      expect(tool_calls).toMatchObject([{ name: tool.name, args: values }]);
    });

    test('a tool call, streamed', async () => {
      const { url } = await scripted({});
      let pieces = '';
      for await (const { tool_call_chunks = [] } of await chatModel(langchain(), url).bindTools(tools).stream('Hello'))
        for (const { args = '' } of tool_call_chunks) pieces += args;
      expect(JSON.parse(pieces)).toEqual(values);
    });

    test('JSON', async () => {
      const { url } = await scripted({});
      expect(await chatModel(langchain(), url).withStructuredOutput(schema, { method: 'jsonSchema' }).invoke('Hello')).toEqual(values);
    });
  });
}
