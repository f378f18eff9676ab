import { describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../harness/gateway/gateway-options.ts';
import { adaptAnswer as adaptChat, adaptEvents as adaptChunks } from '../../harness/gateway/shapes/chat-texts.ts';
import { adaptAnswer as adaptMessage, adaptEvents as adaptParts } from '../../harness/gateway/shapes/messages-texts.ts';
import { unwrap } from '../../harness/strategy/adapt/unwrap.ts';
import { post } from '../server/served.ts';
import { call, message, models, opened, upstream } from './opened.ts';

const adapt = unwrap.create({}, undefined);
const json = '{"answer":"né \\"x\\""}';
const fenced = `Sure:\n\n\`\`\`json\n${json}\n\`\`\`\n\nAnything else?`;
const broken = json.slice(0, -1);

const chatBody = (model: string, content: string) =>
  `{"id":12345678901234567890,"model":"${model}","choices":[{"index":0,"message":{"role":"assistant","content":${JSON.stringify(content)}},"finish_reason":"stop"}],"usage":{"completion_tokens":7}}`;
const messageBody = (model: string, content: string) =>
  `{"type":"message","model":"${model}","seed":9007199254740993,"content":[{"type":"text","text":${JSON.stringify(content)}}],"usage":{"output_tokens":7}}`;

/** As its pieces: so many characters each. */
const piecesOf = (text: string) => text.match(/[\s\S]{1,7}/g) ?? [];

const chatEvents = (model: string, content: string) => [
  `{"model":"${model}","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`,
  ...piecesOf(content).map((piece) => `{"model":"${model}","choices":[{"index":0,"delta":{"content":${JSON.stringify(piece)}}}]}`),
  `{"model":"${model}","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
  `{"model":"${model}","choices":[],"usage":{"completion_tokens":7}}`,
];
const messageEvents = (model: string, content: string) => [
  `{"type":"message_start","message":{"model":"${model}"}}`,
  '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
  ...piecesOf(content).map(
    (piece) => `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${JSON.stringify(piece)}}}`,
  ),
  '{"type":"content_block_stop","index":0}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}',
  '{"type":"message_stop"}',
];

const chatStream = (events: readonly string[]) => [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('');
const messageStream = (events: readonly string[]) =>
  events.map((event) => `event: ${(JSON.parse(event) as { type: string }).type}\ndata: ${event}\n\n`).join('');

/** How each shape is asked for JSON, and what its answers are. */
const shapes = [
  {
    name: 'OpenAI',
    path: '/v1/chat/completions',
    plain: call(),
    wish: { response_format: { type: 'json_object' } },
    body: chatBody,
    stream: (model: string, content: string) => chatStream(chatEvents(model, content)),
    /** With all text in one event. */
    together: (model: string, content: string) => {
      const events = chatEvents(model, content);
      const one = `{"model":"${model}","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}`;
      return chatStream([events[0] ?? '', one, ...events.slice(-2)]);
    },
  },
  {
    name: 'Anthropic',
    path: '/v1/messages',
    plain: message(),
    wish: { output_config: { format: { type: 'json_schema', schema: {} } } },
    body: messageBody,
    stream: (model: string, content: string) => messageStream(messageEvents(model, content)),
    together: (model: string, content: string) => {
      const events = messageEvents(model, content);
      const one = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${JSON.stringify(content)}}}`;
      return messageStream([...events.slice(0, 2), one, ...events.slice(-3)]);
    },
  },
];

/** A gateway before an upstream whose models say this, in either shape, streamed or not. */
async function gatewayTo(said: Readonly<Record<string, string>>, strategy: object, options: Partial<GatewayOptions> = {}) {
  const url = await upstream(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { model, stream } = JSON.parse(text) as { model: string; stream?: boolean };
    const shape = shapes.find(({ path }) => request.url === path);
    response.writeHead(200, { 'content-type': stream === true ? 'text/event-stream' : 'application/json' });
    const content = said[model] ?? '';
    response.end(stream === true ? shape?.stream(model, content) : shape?.body(model, content));
  });
  return opened(models(), { route: ['flagship', 'light'], ...strategy }, { upstream: () => url, ...options });
}

describe.each(shapes)('$name’s shape: a call that asks for JSON', ({ path, plain, wish, body, stream, together }) => {
  const asked = { ...plain, ...wish };

  test('gets the JSON out of what the model wrapped it in, and all else as it is written', async () => {
    const { port, log } = await gatewayTo({ flagship: fenced }, { adapt: 'unwrap' });
    const reply = await post(port, asked, { path });
    expect([reply.status, reply.text, log]).toEqual([200, body('assistant', json), []]);
    expect(Number(reply.headers['content-length'])).toBe(Buffer.byteLength(reply.text));
    expect((await post(port, { ...asked, stream: true }, { path })).text).toBe(together('assistant', json));
  });

  test('gets what is JSON already to the byte', async () => {
    const { port } = await gatewayTo({ flagship: json }, { adapt: 'unwrap' });
    expect((await post(port, asked, { path })).text).toBe(body('assistant', json));
    expect((await post(port, { ...asked, stream: true }, { path })).text).toBe(stream('assistant', json));
  });

  test('goes to the next model where there is none inside, before it has heard anything', async () => {
    const { port, log, gateway } = await gatewayTo({ flagship: broken, light: fenced }, { adapt: 'unwrap' });
    expect((await post(port, asked, { path })).text).toBe(body('assistant', json));
    expect((await post(port, { ...asked, stream: true }, { path })).text).toBe(together('assistant', json));
    expect(log).toEqual([0, 1].map((request) => `request ${request} from flagship to light: malformed (format)`));
    expect(gateway.status().requests).toMatchObject({ open: 0 });
  });

  test('is told busy when no model writes any', async () => {
    const { port } = await gatewayTo({ flagship: broken, light: 'No.' }, { adapt: 'unwrap' });
    for (const streamed of [false, true]) {
      const reply = await post(port, { ...asked, stream: streamed }, { path });
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([503, { error: { type: 'busy' } }]);
    }
  });

  test('without adapt is checked where it waits for the whole, and its stream goes through as it comes', async () => {
    const { port, log } = await gatewayTo({ flagship: fenced, light: json }, {});
    expect((await post(port, asked, { path })).text).toBe(body('assistant', json));
    expect((await post(port, { ...asked, stream: true }, { path })).text).toBe(stream('assistant', fenced));
    expect(log).toEqual(['request 0 from flagship to light: malformed (format)']);
  });
});

describe.each(shapes)('$name’s shape: a call that asks for nothing of the kind', ({ path, plain, body, stream, together }) => {
  test('gets what the model said to the byte, whatever the strategy adapts', async () => {
    const { port } = await gatewayTo({ flagship: fenced }, { adapt: 'unwrap' });
    expect((await post(port, plain, { path })).text).toBe(body('assistant', fenced));
    expect((await post(port, { ...plain, stream: true }, { path })).text).toBe(stream('assistant', fenced));
  });

  test('is read as JSON where every answer is to be some, unless it has begun the answer itself', async () => {
    const { port } = await gatewayTo({ flagship: fenced }, { adapt: 'unwrap' }, { expects: 'json' });
    expect((await post(port, plain, { path })).text).toBe(body('assistant', json));
    expect((await post(port, { ...plain, stream: true }, { path })).text).toBe(together('assistant', json));
    const messages = [...(plain as { messages: readonly object[] }).messages, { role: 'assistant', content: '{' }];
    expect((await post(port, { ...plain, messages }, { path })).text).toBe(body('assistant', fenced));
  });

  test('in a stream that has to be JSON is checked without adapt too', async () => {
    const { port, log } = await gatewayTo({ flagship: fenced, light: json }, {}, { expects: 'json' });
    expect((await post(port, { ...plain, stream: true }, { path })).text).toBe(stream('assistant', json));
    expect(log).toHaveLength(1);
  });
});

test('a stream that breaks off while it is held back goes to the next model', async () => {
  const asked = call({ stream: true, response_format: { type: 'json_object' } });
  const url = await upstream(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { model } = JSON.parse(text) as { model: string };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = chatEvents(model, fenced);
    response.end(
      model === 'light'
        ? chatStream(events)
        : events
            .slice(0, 5)
            .map((event) => `data: ${event}\n\n`)
            .join(''),
    );
  });
  const { port, log } = await opened(models(), { route: ['flagship', 'light'], adapt: 'unwrap' }, { upstream: () => url });
  const reply = await post(port, asked);
  expect([reply.text, log]).toEqual([shapes[0]?.together('assistant', json), ['request 0 from flagship to light: truncated (cut)']]);
});

test('a stream that is longer than what is held back is no answer', async () => {
  const url = await upstream((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(1_000_000) } }] })}\n\n`;
    response.end(piece.repeat(17));
  });
  const { port, rows } = await opened(models(), { retry: 'none', route: ['flagship'], adapt: 'unwrap' }, { upstream: () => url });
  const reply = await post(port, call({ stream: true, response_format: { type: 'json_object' } }));
  expect([reply.status, rows[0]?.outcome, rows[0]?.reason]).toEqual([503, 'malformed', 'unreadable']);
});

test('of several choices in a stream the first is looked at, however they come', async () => {
  const chunk = (index: number, content: string, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content }, finish_reason: finish }] })}\n\n`;
  const pieces = [chunk(0, '```\n[1'), chunk(1, 'no '), chunk(0, ']\n```', 'stop'), chunk(1, 'JSON', 'stop'), 'data: [DONE]\n\n'];
  const url = await upstream((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(pieces.join(''));
  });
  const { port } = await opened(models(), { retry: 'none', route: ['flagship'], adapt: 'unwrap' }, { upstream: () => url });
  const reply = await post(port, call({ stream: true, n: 2, response_format: { type: 'json_object' } }));
  expect([reply.status, reply.text]).toEqual([
    200,
    [chunk(0, '[1]'), chunk(1, 'no '), chunk(0, '', 'stop'), chunk(1, 'JSON', 'stop'), pieces[4]].join(''),
  ]);
});

describe('what an answer says with another text', () => {
  test('of several choices each, with what else is in them', () => {
    const choice = (index: number, content: string) => `{"index":${index},"message":{"content":${JSON.stringify(content)}},"logprobs":1.0}`;
    const body = (...contents: string[]) => `{"n":1e400,"choices":[${contents.map((content, i) => choice(i, content)).join(',')}]}`;
    expect(adaptChat(body(fenced, broken, json), adapt)).toBe(body(json, broken, json));
    const chunk = (index: number, content: string) => `{"choices":[{"index":${index},"delta":{"content":${JSON.stringify(content)}}}]}`;
    const last = '{"choices":[{"index":1,"delta":{"content":"` "},"finish_reason":"stop"}]}';
    expect(
      adaptChunks([chunk(0, '```\n[1'), chunk(1, '`2'), chunk(0, ']\n```'), last], (text) => (text === '`2` ' ? '2' : adapt(text))),
    ).toEqual([chunk(0, '[1]'), chunk(1, '2'), '{"choices":[{"index":1,"delta":{"content":""},"finish_reason":"stop"}]}']);
  });

  test('of several blocks together, in the first one', () => {
    const body = (first: string, second: string) =>
      `{"content":[{"type":"thinking","thinking":"{"},{"type":"text","text":${JSON.stringify(first)}},{"type":"text","text":${JSON.stringify(second)}}]}`;
    expect(adaptMessage(body('Here: {"a":', ' 1.0}'), adapt)).toBe(body('{"a": 1.0}', ''));
    const delta = (index: number, text: string) =>
      `{"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}`;
    const thought = '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"{"}}';
    expect(adaptParts([thought, delta(1, 'Here: {'), delta(1, '}'), delta(2, ' So.')], adapt)).toEqual([thought, delta(1, '{}')]);
  });

  test('where a tool is called it stays', () => {
    const tool = `{"choices":[{"message":{"content":${JSON.stringify(fenced)},"tool_calls":[{"id":"t"}]}}]}`;
    expect(adaptChat(tool, adapt)).toBe(tool);
    const chunks = [tool.replace('message', 'delta')];
    expect(adaptChunks(chunks, adapt)).toEqual(chunks);
    const used = `{"content":[{"type":"text","text":${JSON.stringify(fenced)}},{"type":"tool_use","input":{}}]}`;
    expect(adaptMessage(used, adapt)).toBe(used);
    const parts = [
      '{"type":"content_block_delta","delta":{"type":"text_delta","text":"```\\n1\\n```"}}',
      '{"type":"content_block_start","content_block":{"type":"tool_use"}}',
    ];
    expect(adaptParts(parts, adapt)).toEqual(parts);
  });
});
