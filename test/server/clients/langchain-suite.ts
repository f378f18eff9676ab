import { describe } from 'vitest';
import { testErrors } from './error-suite.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { type LangchainOpenai, langchainCaller } from './langchain-caller.ts';
import { openaiBody } from './openai-suite.ts';
import { testRetries } from './retry-suite.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import { langchainWait } from './waits.ts';

/** Where LangChain sleeps between attempts. */
const sleeps = /\/node_modules\/@langchain\/core\/dist\/utils\/p-retry\//;

export function testLangchain(langchain: () => LangchainOpenai): void {
  const caller = () => langchainCaller(langchain());

  describe('D18: chat completions raise every published error', () => {
    testErrors({
      caller,
      rows: openaiErrors.map(({ langchain: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: ({ askedMs }) => [0, 1, 2, 3, 4, 5].map((n) => langchainWait(n, askedMs)),
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

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint.langchain]),
    shouldRetry: 'langchain',
    waits: langchainWait,
    retries: 2,
  });
}
