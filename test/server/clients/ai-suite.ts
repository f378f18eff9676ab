import { describe, expect, test } from 'vitest';
import { testAiAnswers } from './ai-answers-suite.ts';
import { type Ai, type AnthropicProvider, aiCaller, chatAt, type OpenaiProvider, responsesAt } from './ai-caller.ts';
import type { Raised } from './caller.ts';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { capturedStream, streamStatus } from './expected/openai-streams.ts';
import { hurry } from './hurry.ts';
import { lateError } from './late-error.ts';
import { openaiBody } from './openai-suite.ts';
import { testRetries } from './retry-suite.ts';
import { overloadedEarly, overloadedLate, streamed, testStreams } from './stream-suite.ts';
import { testVariants } from './variant-suite.ts';
import { aiWait } from './waits.ts';

export interface AiPackages {
  readonly ai: Ai;
  readonly openai: OpenaiProvider;
  readonly anthropic: AnthropicProvider;
}

/** Where `ai` sleeps between attempts. */
export const sleeps = /\/node_modules\/@ai-sdk\/provider-utils\//;

export const wrapped = 'AI_RetryError: maxRetriesExceeded';

/** What the part `error` of a stream holds over each interface; major versions differ in it. */
export type ErrorParts = Readonly<Record<'chat' | 'responses' | 'messages', Partial<Raised>>>;

/** What is made of an error that comes before any output, but long after the stream began; major versions differ in it. */
export interface Late {
  readonly name: string;
  readonly attempts: number;
}

/** What every major version of `ai` does over OpenAI's interfaces. */
export function testAiOpenai(packages: () => AiPackages, parts: ErrorParts, late: Late): void {
  const caller = () => aiCaller(packages().ai, chatAt(packages().openai));

  describe.each([
    ['chat completions', () => chatAt(packages().openai), true],
    ['Responses', () => responsesAt(packages().openai), false],
  ] as const)('D18: %s', (_, modelAt, twice) => {
    testAiAnswers(() => packages().ai, modelAt, 'openai');
    testErrors({
      caller: () => aiCaller(packages().ai, modelAt()),
      twice,
      rows: openaiErrors.map(({ ai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: () => [0, 1].map((n) => aiWait(n)),
      wrapped,
    });
  });

  describe('A1: at capacity inside a stream of chat completions', () => {
    const said = { type: 'service_unavailable_error', code: 'server_is_overloaded' };
    const retried = { ...said, name: 'AI_APICallError', status: 503, wrapped };
    testStreams({
      caller,
      sleeps,
      cases: [
        { what: 'before the first token', script: overloadedEarly, words: 0, attempts: 3, raised: retried },
        { what: 'after three', script: overloadedLate, words: 3, attempts: 1, raised: { ...said, ...parts.chat }, lastEvent: 'error' },
      ],
    });
  });

  describe('A2: at capacity inside a stream of Responses', () => {
    testVariants({ caller: () => aiCaller(packages().ai, responsesAt(packages().openai)), sleeps, who: 'ai', part: parts.responses });
  });

  test('A2: at capacity half a second after response.in_progress, before any output', async () => {
    hurry(sleeps);
    const [created, inProgress, error] = capturedStream.split(/(?<=\n\n)/);
    const { url, attempts } = await lateError(`${created}${inProgress}`, `${error}`, 500);
    const { raised, text } = await aiCaller(packages().ai, responsesAt(packages().openai))({ url, stream: true });
    expect([raised?.code, raised?.name, text, attempts()]).toEqual(['server_is_overloaded', late.name, '', late.attempts]);
  });

  describe('other errors inside a stream, before its first token', () => {
    testStreams({
      caller,
      sleeps,
      cases: streamStatus.map(({ type, code, status, attempts }) => ({
        what: `${code ?? type}: ${status}`,
        script: streamed(`data: ${JSON.stringify({ error: { message: 'overloaded or whatever', type, param: null, code } })}\n\n`),
        words: 0,
        attempts,
        raised: { name: 'AI_APICallError', type, code, status, ...(attempts > 1 && { wrapped }) },
      })),
    });
  });

  testEdges(caller, { lost: 'AI_APICallError', notFound: 'AI_APICallError' });

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint.ai]),
    who: 'ai',
    waits: aiWait,
    retries: 2,
  });
}
