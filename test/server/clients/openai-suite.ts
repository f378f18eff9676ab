import { describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
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

/** What every major version of `openai` does; they differ in which hints they take, and in a flat error of a stream. */
export function testOpenai(openai: () => OpenaiPackage, who: 'openai6' | 'openai7'): void {
  const caller = () => chatCaller(openai());
  const responses = () => responsesCaller(openai());
  describe('D18: chat completions raise every published error', () => testOpenaiErrors(caller, true));
  describe('D18: Responses raise every published error', () => testOpenaiErrors(responses, false));
  describe('A1: at capacity inside a stream of chat completions', () => testChatStreams(caller));
  describe('A2: at capacity inside a stream of Responses', () => testVariants({ caller: responses, sleeps, who }));
  describe('a stream that ends without [DONE]', () => testCut(openai));
  testEdges(caller, { lost: 'APIConnectionError', notFound: 'NotFoundError', badRequest: 'BadRequestError' });
  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint[who]]),
    who: 'openai',
    waits: openaiWait,
    retries: 2,
  });

  test('says with each attempt which retry it is', async () => {
    hurry(sleeps);
    const { url, retryCounts } = await scripted({ rest: { status: 503 } });
    await caller()({ url, stream: false });
    expect(retryCounts()).toEqual(['0', '1', '2']);
  });
}

function testOpenaiErrors(caller: () => Caller, twice: boolean): void {
  testErrors({
    caller,
    twice,
    rows: openaiErrors.map(({ openai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
    sleeps,
    waits: () => [0, 1].map((n) => openaiWait(n)),
  });
}

/** A chat stream that breaks off is thrown, and never tried again; `where` is the file in which the client would sleep. */
export function testChatStreams(caller: () => Caller, where = sleeps): void {
  const raised = { name: 'APIError', status: undefined, type: 'service_unavailable_error', code: 'server_is_overloaded' };
  testStreams({
    caller,
    sleeps: where,
    cases: [
      { what: 'before the first token', script: overloadedEarly, words: 0, attempts: 1, raised },
      { what: 'after three tokens', script: overloadedLate, words: 3, attempts: 1, raised },
    ],
  });
}

function testCut(openai: () => OpenaiPackage): void {
  const cut = { replies: [{ cut: 2 }] };

  test('is to the raw stream an end like any other', async () => {
    const { url } = await scripted(cut);
    const { text, raised } = await chatCaller(openai())({ url, stream: true });
    expect([raised, text.split(' ').length]).toEqual([undefined, 2]);
  });

  test('is to its helper an answer without a reason to end', async () => {
    const { url } = await scripted(cut);
    const { completions } = openaiClient(openai(), url).chat;
    const ask = { model, messages: [{ role: 'user', content: 'Hello' }] };
    await expect(completions.stream(ask).finalChatCompletion()).rejects.toThrow('missing finish_reason for choice 0');
  });
}

/** OpenAI's envelope around an error. */
export function openaiBody({
  message,
  type,
  code,
}: Readonly<Record<'message' | 'type', string>> & { readonly code: string | null }): object {
  return { error: { message, type, param: null, code } };
}
