import { describe, expect, test } from 'vitest';
import { testAiAnswers } from './ai-answers-suite.ts';
import { aiCaller, messagesAt } from './ai-caller.ts';
import { type AiPackages, type ErrorParts, sleeps, wrapped } from './ai-suite.ts';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { anthropicErrors } from './expected/anthropic-errors.ts';
import { expectGaps } from './retry-suite.ts';
import { scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, testStreams } from './stream-suite.ts';
import { aiWait } from './waits.ts';

/** What every major version of `ai` does over Anthropic's messages. */
export function testAiMessages(packages: () => AiPackages, parts: ErrorParts): void {
  const messages = () => aiCaller(packages().ai, messagesAt(packages().anthropic));

  testAiAnswers(
    () => packages().ai,
    () => messagesAt(packages().anthropic),
    'anthropic',
  );

  describe('D18: messages raise every published error', () => {
    testErrors({
      caller: messages,
      dialect: 'anthropic',
      rows: anthropicErrors.map(({ ai: attempts, details = null, ...row }) => ({
        ...row,
        code: undefined,
        body: { type: 'error', error: { details, type: row.type, message: row.message }, request_id: 'req_1' },
        raised: 'AI_APICallError',
        attempts,
      })),
      sleeps,
      waits: () => [0, 1].map((n) => aiWait(n)),
      wrapped,
    });
  });

  describe('A1: at capacity inside a stream of messages', () => {
    const said = { type: 'overloaded_error' };
    const retried = { ...said, name: 'AI_APICallError', status: 529, wrapped };
    const dialect = 'anthropic';
    testStreams({
      caller: messages,
      sleeps,
      cases: [
        { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 3, raised: retried },
        {
          what: 'after three',
          script: { ...overloadedLate, dialect },
          words: 3,
          attempts: 1,
          raised: { ...said, ...parts.messages },
          lastEvent: 'error',
        },
      ],
    });
  });

  testEdges(messages, { lost: 'AI_APICallError', notFound: 'AI_APICallError' }, 'anthropic');

  test('A4: waits as long as retry-after says', async () => {
    const reply = { refuse: 'rate_limited', retryAfter: '1s' };
    const { url, gaps } = await scripted({ dialect: 'anthropic', replies: [reply, reply] });
    expect((await messages()({ url, stream: true })).raised).toBeUndefined();
    expectGaps(gaps(), [aiWait(0, 1000), aiWait(1, 1000)]);
  });
}
