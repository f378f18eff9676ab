import { describe, expect, test } from 'vitest';
import { testAiAnswers } from './ai-answers-suite.ts';
import { type Ai, type AnthropicProvider, aiCaller, chatAt, type OpenaiProvider, responsesAt } from './ai-caller.ts';
import type { Caller, Raised } from './caller.ts';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { capturedStream, streamStatus } from './expected/openai-streams.ts';
import { hurry } from './hurry.ts';
import { lateError } from './late-error.ts';
import { openaiBody } from './openai-suite.ts';
import { testRetries } from './retry-suite.ts';
import { overloadedEarly, overloadedLate, overloadedOnce, streamed, testStreams } from './stream-suite.ts';
import { testVariants } from './variant-suite.ts';
import { aiWait } from './waits.ts';

export interface AiPackages {
  readonly ai: Ai;
  readonly openai: OpenaiProvider;
  readonly anthropic: AnthropicProvider;
}

/** What one major version does in its own way. */
export interface AiMajor {
  /** Its column in the tables. */
  readonly name: 'ai6' | 'ai7';
  /** What the part `error` of a stream holds over each interface. */
  readonly parts: Readonly<Record<'chat' | 'responses' | 'messages', Partial<Raised>>>;
  /** What is made of an error that comes before any output, but long after the stream began. */
  readonly late: { readonly name: string; readonly attempts: number };
}

/** Where `ai` sleeps between attempts. */
export const sleeps = /\/node_modules\/@ai-sdk\/provider-utils\//;

export const wrapped = 'AI_RetryError: maxRetriesExceeded';

/** What every major version of `ai` does over OpenAI's interfaces. */
export function testAiOpenai(packages: () => AiPackages, major: AiMajor): void {
  const caller = () => aiCaller(packages().ai, chatAt(packages().openai));
  testInterfaces(packages);
  testChatStreams(caller, major);
  testResponsesStreams(() => aiCaller(packages().ai, responsesAt(packages().openai)), major);
  testEdges(caller, { lost: 'AI_APICallError', notFound: 'AI_APICallError' });
  testRetries({ caller, sleeps, hints: hints.map((hint) => [hint.headers, hint.ai]), who: 'ai', waits: aiWait, retries: 2 });
}

function testInterfaces(packages: () => AiPackages): void {
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
}

function testChatStreams(caller: () => Caller, { parts }: AiMajor): void {
  const said = { type: 'service_unavailable_error', code: 'server_is_overloaded' };
  const retried = { ...said, name: 'AI_APICallError', status: 503, wrapped };
  const part = { ...said, ...parts.chat };

  describe('A1: at capacity inside a stream of chat completions', () => {
    testStreams({
      caller,
      sleeps,
      cases: [
        { what: 'before the first token', script: overloadedEarly, words: 0, attempts: 3, raised: retried },
        { what: 'once, then an answer', script: overloadedOnce, words: 5, attempts: 2, raised: undefined },
        { what: 'after three tokens', script: overloadedLate, words: 3, attempts: 1, raised: part, lastEvent: 'error' },
      ],
    });
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
}

function testResponsesStreams(caller: () => Caller, { parts, late }: AiMajor): void {
  describe('A2: at capacity inside a stream of Responses', () => {
    testVariants({ caller, sleeps, who: 'ai', part: parts.responses });

    test('half a second after response.in_progress, before any output', async () => {
      hurry(sleeps);
      const [created, inProgress, error] = capturedStream.split(/(?<=\n\n)/);
      const { url, attempts } = await lateError(`${created}${inProgress}`, `${error}`, 500);
      const { raised, text } = await caller()({ url, stream: true });
      expect([raised?.code, raised?.name, text, attempts()]).toEqual(['server_is_overloaded', late.name, '', late.attempts]);
    });
  });
}
