import { expect, test } from 'vitest';
import { runStep } from '../../../harness/probe/step.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import { addressOf, liveRequest, messageOf } from '../../../harness/tune/live/live-message.ts';
import { listening } from '../../probe/slots-server.ts';

const chat = '/v1/chat/completions';

test.each([
  ['http://localhost:1', chat, `http://localhost:1${chat}`],
  ['http://localhost:1/', chat, `http://localhost:1${chat}`],
  ['http://localhost:1/v1', chat, `http://localhost:1${chat}`],
  ['http://localhost:1/v1/', chat, `http://localhost:1${chat}`],
  ['http://localhost:1/v1/chat/completions', chat, `http://localhost:1${chat}`],
  // A part of the path of another interface in front.
  ['https://a.example/openai/v1', chat, `https://a.example/openai${chat}`],
  ['https://a.example/anthropic', '/v1/messages', 'https://a.example/anthropic/v1/messages'],
  ['https://a.example/v1x', chat, `https://a.example/v1x${chat}`],
  // A query of the address and one of the path; a hash is for browsers.
  [
    'https://a.example/?key=a#top',
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    'https://a.example/v1beta/models/m:streamGenerateContent?key=a&alt=sse',
  ],
])('%s and %s', (root, path, url) => {
  expect(addressOf(new URL(root), path).href).toBe(url);
});

async function requestFor(dialect: string, stream: boolean) {
  const text = `
provider: { dialect: ${dialect}, models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 7/s } }, sizes: { input: 40, output: 7 }, stream: ${stream} }
strategies: [ { name: limited, limit: 4 } ]
`;
  const { scenario } = await loadScenario({ text });
  return liveRequest(scenario, scenario.strategies[0] as StrategySpec, undefined);
}

test('the request is that of the scenario: model, sizes, stream and interface', async () => {
  const { body, path, ...request } = await requestFor('anthropic', true);
  expect(request).toMatchObject({ model: 'big', dialect: 'anthropic', input: 40, maxTokens: 7, stream: true });
  const sent = JSON.parse(body);
  expect([path, sent.model, sent.max_tokens, sent.stream]).toEqual(['/v1/messages', 'big', 7, true]);
  // Four characters a token.
  expect(JSON.stringify(sent.messages)).toHaveLength(JSON.stringify([{ role: 'user', content: '' }]).length + 160);
});

const event = (delta: object, finish_reason?: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

test('a stream is read as it comes: first token, tokens, and the end that is missing', async () => {
  const request = await requestFor('openai', true);
  let nth = 0;
  const server = await listening((_, response) => {
    const isCut = nth++ % 2 === 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // The role comes at once, and is no token.
    response.write(event({ role: 'assistant', content: '' }));
    setTimeout(() => response.write(event({ content: 'one' })), 100);
    setTimeout(() => {
      response.end(`${event({ content: ' two' })}${isCut ? '' : `${event({}, 'stop')}data: [DONE]\n\n`}`);
    }, 200);
  });
  const { samples } = await runStep({
    message: messageOf(request, addressOf(new URL(server.url), request.path), {}),
    concurrency: 1,
    stepMs: 350,
    timeoutMs: 20_000,
    pauseMs: 20,
    requests: 2,
    classify: byShape.create({}, undefined),
    signal: new AbortController().signal,
  });
  expect(samples.map(({ outcome }) => outcome.class)).toEqual(['ok', 'truncated']);
  const [answer, cut] = samples;
  expect(answer?.tokens).toBe(2);
  expect(answer?.firstMs).toBeGreaterThan(80);
  expect(answer?.firstMs).toBeLessThan((answer?.tookMs ?? 0) - 50);
  expect(cut?.firstMs).toBeUndefined();
});
