import { describe, expect, test } from 'vitest';
import { testAiAnswers } from './ai-answers-suite.ts';
import { aiCaller, messagesAt } from './ai-caller.ts';
import { type AiMajor, type AiPackages, sleeps, wrapped } from './ai-suite.ts';
import type { Caller } from './caller.ts';
import { testEdges } from './edge-suite.ts';
import { testErrors } from './error-suite.ts';
import { anthropicErrors } from './expected/anthropic-errors.ts';
import { firstEvents } from './expected/anthropic-streams.ts';
import { expectGaps } from './retry-suite.ts';
import { scripted } from './scripted.ts';
import { overloadedEarly, overloadedLate, overloadedOnce, streamed, testStreams } from './stream-suite.ts';
import { aiWait } from './waits.ts';

const dialect = 'anthropic';

/** What every major version of `ai` does over Anthropic's messages. */
export function testAiMessages(packages: () => AiPackages, major: AiMajor): void {
  const modelAt = () => messagesAt(packages().anthropic);
  const caller = () => aiCaller(packages().ai, modelAt());
  testAiAnswers(() => packages().ai, modelAt, dialect);
  testMessageErrors(caller);
  testMessageStreams(caller, major);
  testEdges(caller, { lost: 'AI_APICallError', notFound: 'AI_APICallError' }, dialect);

  test('A4: waits as long as retry-after says', async () => {
    const reply = { refuse: 'rate_limited', retryAfter: '1s' };
    const { url, gaps } = await scripted({ dialect, replies: [reply, reply] });
    expect((await caller()({ url, stream: true })).raised).toBeUndefined();
    expectGaps(gaps(), [aiWait(0, 1000), aiWait(1, 1000)]);
  });
}

function testMessageErrors(caller: () => Caller): void {
  describe('D18: messages raise every published error', () => {
    testErrors({
      caller,
      dialect,
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
}

function testMessageStreams(caller: () => Caller, { name, parts }: AiMajor): void {
  const type = 'overloaded_error';
  const part = { type, ...parts.messages };
  const retried = { type, name: 'AI_APICallError', status: 529, wrapped };

  describe('A1: at capacity inside a stream of messages', () => {
    testStreams({
      caller,
      sleeps,
      cases: [
        { what: 'before the first token', script: { ...overloadedEarly, dialect }, words: 0, attempts: 3, raised: retried },
        { what: 'once, then an answer', script: { ...overloadedOnce, dialect }, words: 5, attempts: 2, raised: undefined },
        // It looks at the first event alone.
        { what: 'after message_start', script: { ...streamed(started + failed(type)), dialect }, words: 0, attempts: 1, raised: part },
        { what: 'after three tokens', script: { ...overloadedLate, dialect }, words: 3, attempts: 1, raised: part, lastEvent: 'error' },
      ],
    });
  });

  describe('errors that are the first event of a stream of messages', () => {
    testStreams({
      caller,
      sleeps,
      cases: firstEvents.map(({ type, [name]: { status, attempts } }) => ({
        what: `${type}: ${status}`,
        script: { ...streamed(failed(type)), dialect },
        words: 0,
        attempts,
        raised: { name: 'AI_APICallError', type, status, ...(attempts > 1 && { wrapped }) },
      })),
    });
  });
}

const started = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"gpt-9","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}}}

`;

function failed(type: string): string {
  return `event: error\ndata: {"type": "error", "error": {"type": "${type}", "message": "Overloaded"}}\n\n`;
}
