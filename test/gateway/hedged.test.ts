import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { post } from '../server/served.ts';
import { call, models, opened, upstream } from './opened.ts';

const hedge = { delay: '20ms', budget: 'unlimited' };

function answer(response: ServerResponse, stream: boolean, text: string): void {
  const chunk = { model: 'flagship', choices: [{ delta: { content: text }, finish_reason: 'stop' }] };
  const whole = {
    id: 'x',
    model: 'flagship',
    choices: [{ message: { content: text }, finish_reason: 'stop' }],
    usage: { completion_tokens: 1 },
  };
  if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
}

test.each([
  [true, 'the copy', 1],
  [false, 'the copy', 1],
  [true, 'the first send', 0],
  [false, 'the first send', 0],
])('a call that is sent twice (stream: %s): its caller hears %s alone, and the other is hung up on', async (stream, winner, index) => {
  const responses: ServerResponse[] = [];
  let closed = 0;
  const url = await upstream((_request, response) => {
    responses.push(response);
    response.on('close', () => {
      if (!response.writableFinished) closed += 1;
    });
    // Both are there: now one of them answers, and the other never does.
    if (responses.length === 2) answer(responses[index] as ServerResponse, stream, winner);
  });
  const { port, gateway } = await opened(models(), { retry: 'none', hedge }, { upstream: () => url });
  const reply = await post(port, call({ stream }));
  expect([reply.status, reply.headers['x-at-capacity-attempts']]).toEqual([200, '2']);
  expect(reply.text).toContain(winner);
  await expect.poll(() => closed).toBe(1);
  expect(gateway.status().requests.open).toBe(0);
});
