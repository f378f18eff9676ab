import { describe, expect, test } from 'vitest';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { hurry } from './hurry.ts';
import { chatCaller, type OpenaiPackage, openaiClient, responsesCaller } from './openai-caller.ts';
import { testRetries } from './retry-suite.ts';
import { model, scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import { testVariants } from './variant-suite.ts';
import { openaiWait } from './waits.ts';

const sleeps = /\/node_modules\/openai\/internal\/utils\/sleep\.mjs/;

/** What every major version of `openai` does; they differ in which hints they take. */
export function testOpenai(openai: () => OpenaiPackage, version: 'openai6' | 'openai7'): void {
  const caller = () => chatCaller(openai());

  describe.each([
    ['chat completions', caller, true],
    ['Responses', () => responsesCaller(openai()), false],
  ] as const)('D18: %s raise every published error', (_, asking, twice) => {
    testErrors({
      caller: asking,
      twice,
      rows: openaiErrors.map(({ openai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: () => [0, 1].map((n) => openaiWait(n)),
    });
  });

  describe('A1: at capacity inside a stream of chat completions', () => {
    const raised = { name: 'APIError', status: undefined, type: 'service_unavailable_error', code: 'server_is_overloaded' };
    testStreams({
      caller,
      sleeps,
      cases: [
        { what: 'before the first token', script: overloadedEarly, words: 0, attempts: 1, raised },
        { what: 'after three', script: overloadedLate, words: 3, attempts: 1, raised },
      ],
    });
  });

  describe('A2: at capacity inside a stream of Responses', () => {
    testVariants({ caller: () => responsesCaller(openai()), sleeps, who: version });
  });

  describe('a stream that ends without [DONE]', () => {
    const cut = { replies: [{ cut: 2 }] };

    test('is to the raw stream an end like any other', async () => {
      const { url } = await scripted(cut);
      const { text, raised } = await caller()({ url, stream: true });
      expect([raised, text.split(' ').length]).toEqual([undefined, 2]);
    });

    test('is to its helper an answer without a reason to end', async () => {
      const { url } = await scripted(cut);
      const { completions } = openaiClient(openai(), url).chat;
      const ask = { model, messages: [{ role: 'user', content: 'Hello' }] };
      await expect(completions.stream(ask).finalChatCompletion()).rejects.toThrow('missing finish_reason for choice 0');
    });
  });

  test('says with each attempt which retry it is', async () => {
    hurry(sleeps);
    const { url, retryCounts } = await scripted({ rest: { status: 503 } });
    await caller()({ url, stream: false });
    expect(retryCounts()).toEqual(['0', '1', '2']);
  });

  testEdges(caller, { lost: 'APIConnectionError', notFound: 'NotFoundError', badRequest: 'BadRequestError' });

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint[version]]),
    who: 'openai',
    waits: openaiWait,
    retries: 2,
  });
}

export function openaiBody({
  message,
  type,
  code,
}: {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}): object {
  return { error: { message, type, param: null, code } };
}
