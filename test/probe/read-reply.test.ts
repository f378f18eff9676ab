import { describe, expect, test } from 'vitest';
import { readReply } from '../../harness/probe/read-reply.ts';
import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import { causes } from '../../sim/dialects/cause.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';

const classify = byShape.create({}, undefined);
const json = { 'Content-Type': 'application/json' };
const stream = { 'content-type': 'text/event-stream; charset=utf-8' };
const classOf = (status: number, headers: Record<string, string>, body: string) => classify(readReply({ status, headers, body }));
const events = (...data: unknown[]) => data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('');

describe.each(['openai', 'anthropic'])('every error of %s', (name) => {
  const table = dialectOf(name).errors('m');
  test.each(causes)('%s, as a status and inside a stream', (cause) => {
    const { status, headers, body } = table.reply(cause, 'status', { waitMs: 1500 });
    expect(classify(readReply({ status, headers, body: JSON.stringify(body) }))).toEqual(classify(table.facts(cause, 'status')));
    const event = table.reply(cause, 'stream');
    const text = `${event.event === undefined ? '' : `event: ${event.event}\n`}${events(event.body)}`;
    expect(classOf(200, stream, text)).toEqual(classify(table.facts(cause, 'stream')));
  });

  test('the wait that it asks for', () => {
    const { status, headers, body } = table.reply('rate_limited', 'status', { waitMs: 2000 });
    expect(readReply({ status, headers, body: JSON.stringify(body) }).retryAfterMs).toBe(2000);
  });
});

describe('answers', () => {
  test.each([
    ['chat completions', { choices: [{ message: { content: 'hi' } }], usage: { completion_tokens: 7 } }, 7],
    ['without a count', { choices: [{ message: { content: 'hi' } }] }, 1],
    ['messages', { content: [{ type: 'text', text: 'hi' }], usage: { output_tokens: 3 } }, 3],
    ['responses', { output: [{ type: 'message' }], usage: { output_tokens: 4 } }, 4],
  ])('%s', (_, body, tokens) => {
    const facts = readReply({ status: 200, headers: json, body: JSON.stringify(body) });
    expect([classify(facts).class, facts.afterTokens]).toEqual(['ok', tokens]);
  });

  test.each([
    ['chat completions', events({ choices: [{ delta: { content: 'a' } }] }, { choices: [{ delta: { content: 'b' } }] }, '[DONE]'), 2],
    ['ended by its reason', events({ choices: [{ delta: { content: 'a' } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }), 1],
    ['messages', events({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } }, { type: 'message_stop' }), 1],
    ['responses', events({ type: 'response.output_text.delta', delta: 'a' }, { type: 'response.completed', response: { error: null } }), 1],
    ['with carriage returns', 'data: {"choices":[{"delta":{"content":"a"}}]}\r\n\r\ndata: [DONE]\r\n\r\n', 1],
  ])('streamed %s', (_, body, tokens) => {
    const facts = readReply({ status: 200, headers: stream, body });
    expect([classify(facts).class, facts.afterTokens]).toEqual(['ok', tokens]);
  });
});

describe('an answer of another interface, to a body of the user’s own', () => {
  const classes = (body: string) =>
    [false, true].map((anyJson) => classify(readReply({ status: 200, headers: json, body }, anyJson)).class);
  test.each([
    ['text', '{"generated_text":"hi"}', ['malformed', 'ok']],
    ['embeddings', '{"data":[{"embedding":[0.5]}],"usage":{"prompt_tokens":2}}', ['malformed', 'ok']],
    ['nothing', '{}', ['malformed', 'malformed']],
    ['no JSON', 'hi', ['malformed', 'malformed']],
    ['an empty list of its own kind', '{"choices":[]}', ['malformed', 'malformed']],
    ['an error', '{"error":{"message":"Selected model is at capacity."}}', ['capacity', 'capacity']],
  ])('%s', (_, body, expected) => expect(classes(body)).toEqual(expected));
});

describe('what is no answer, for all its 200', () => {
  test.each([
    ['an empty body', json, '', 'malformed'],
    ['an empty object', json, '{}', 'malformed'],
    ['a web page', { 'content-type': 'text/html' }, '<html>', 'malformed'],
    ['an empty choice list', json, '{"choices":[]}', 'malformed'],
    ['an error inside', json, '{"error":{"message":"Selected model is at capacity. Please try a different model."}}', 'capacity'],
    ['a stream without its end', stream, events({ choices: [{ delta: { content: 'a' } }] }), 'truncated'],
    ['a stream of nothing', stream, '', 'truncated'],
    ['a stream with an end and no token', stream, events('[DONE]'), 'malformed'],
    ['a stream with a broken line', stream, events('{"choices', { choices: [{ delta: { content: 'a' } }] }, '[DONE]'), 'malformed'],
    [
      'an error after a token',
      stream,
      events({ choices: [{ delta: { content: 'a' } }] }, { error: { code: 'server_is_overloaded' } }),
      'capacity',
    ],
    [
      'a failed response',
      stream,
      events({ type: 'response.failed', response: { error: { code: 'slow_down', message: 'slow' } } }),
      'capacity',
    ],
    [
      'an error event',
      stream,
      events({ type: 'error', code: 'server_is_overloaded', message: 'Our servers are currently overloaded.' }),
      'capacity',
    ],
  ])('%s', (_, headers, body, expected) => expect(classOf(200, headers, body).class).toBe(expected));
});

test('a redirect says where to', () => {
  expect(readReply({ status: 307, headers: { Location: 'http://elsewhere/' }, body: '' }).message).toBe('redirects to http://elsewhere/');
});
