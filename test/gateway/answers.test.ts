import { describe, expect, test } from 'vitest';
import { post } from '../server/served.ts';
import { call, message, models, opened, upstream } from './opened.ts';

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const answer = {
  id: 'x',
  model: 'flagship',
  choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }],
  usage: { completion_tokens: 3 },
};
const toldOfIt = /flagship|at capacity|acme/i;

describe('what is no answer reaches no caller, whatever its status', () => {
  test.each<[string, number, Readonly<Record<string, string>>, string, number]>([
    ['a redirect', 302, { location: 'http://flagship.example/' }, '', 502],
    ['no content', 204, {}, '', 503],
    ['a page', 200, { 'content-type': 'text/html' }, '<html>flagship is at capacity', 503],
    ['an empty object', 200, json, '{}', 503],
    ['an error with status 200', 200, json, '{"error":{"message":"flagship is at capacity"}}', 503],
    ['an error beside an answer', 200, json, JSON.stringify({ ...answer, error: 'flagship is at capacity' }), 503],
    ['an answer in a packing nobody asked for', 200, { ...json, 'content-encoding': 'gzip' }, 'flagship', 503],
    ['a cookie and a server’s name with an error', 500, { ...json, 'set-cookie': 'a=flagship', server: 'flagship' }, '{}', 503],
  ])('%s', async (_name, status, headers, text, expected) => {
    const url = await upstream((_request, response) => response.writeHead(status, headers).end(text));
    const { port, gateway } = await opened(models(), { retry: 'none' }, { upstream: () => url });
    for (const stream of [false, true]) {
      const reply = await post(port, call({ stream }));
      expect([stream, reply.status]).toEqual([stream, expected]);
      expect(reply.text + JSON.stringify(reply.headers)).not.toMatch(toldOfIt);
    }
    expect(gateway.status().requests.open).toBe(0);
  });

  test('a stream that was asked for and comes as a whole, or the other way round, goes to the next model', async () => {
    const whole = JSON.stringify(answer);
    const streamed = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
    for (const stream of [true, false]) {
      const url = await upstream(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        const right = JSON.parse(body).model === 'light';
        if (right === stream) response.writeHead(200, events).end(streamed);
        else response.writeHead(200, json).end(whole);
      });
      const { port, log } = await opened(models(), { retry: 'none', route: ['flagship', 'light'] }, { upstream: () => url });
      const reply = await post(port, call({ stream }));
      expect([reply.status, log]).toEqual([200, ['request 0 from flagship to light: malformed (unreadable)']]);
      expect(reply.text).toContain('Hello');
      expect(reply.text).not.toMatch(toldOfIt);
    }
  });
});

test('a tool that takes nothing is an answer, in a stream of Anthropic’s shape too', async () => {
  const said = [
    { type: 'message_start', message: { model: 'flagship' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'now', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ];
  const text = said.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const url = await upstream((_request, response) => response.writeHead(200, events).end(text));
  const { port } = await opened(models(), { retry: 'none' }, { upstream: () => url });
  const reply = await post(port, message({ stream: true }), { path: '/v1/messages' });
  expect([reply.status, reply.text]).toEqual([200, text.replace('flagship', 'assistant')]);
});
