import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listening, oneModel, post } from './served.ts';

const quick = { slots: 2, firstToken: '2ms', tokensPerSecond: 1000 };
const ask = (more: object = {}) => ({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], ...more });
const gemini = (model: object, more: object = {}, options: object = {}) =>
  oneModel(model, { dialect: { gemini: options }, ...more } as object);
const plain = '/v1beta/models/big:generateContent';
const sse = '/v1beta/models/big:streamGenerateContent?alt=sse';
const list = '/v1beta/models/big:streamGenerateContent';

interface Part {
  readonly candidates?: readonly {
    readonly content: { readonly parts: readonly { readonly text: string }[] };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata?: object;
  readonly error?: { readonly code: number; readonly status: string; readonly message: string };
}

const events = (text: string): Part[] =>
  text
    .split('\r\n\r\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
const texts = (parts: readonly Part[]) =>
  parts.flatMap(({ candidates }) => candidates?.[0]?.content.parts[0]?.text ?? []).filter((text) => text !== '');
const error = (reply: { readonly text: string }) => (JSON.parse(reply.text) as Part).error;

describe('content over HTTP', () => {
  test.each([
    plain,
    plain.replace('v1beta', 'v1'),
    '/gemini/v1beta/models/big:generateContent',
    '/v1beta/models/default/big:generateContent',
  ])('plain, %s', async (path) => {
    const { port } = await listening(gemini(quick));
    const reply = await post(port, ask(), { path, headers: { 'x-goog-api-key': 'k' } });
    expect(reply.status).toBe(200);
    const part = JSON.parse(reply.text) as Part;
    expect(texts([part])[0]?.split(' ')).toHaveLength(4);
    expect(part).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 4, totalTokenCount: 12 },
    });
  });

  test('streamed as events, and no more than what was asked for comes', async () => {
    const { port } = await listening(gemini(quick));
    const reply = await post(port, ask({ generationConfig: { maxOutputTokens: 2 } }), { path: sse });
    expect(reply.headers['content-type']).toBe('text/event-stream');
    const parts = events(reply.text);
    expect([texts(parts).length, parts.length]).toEqual([2, 3]);
    expect(parts.at(-1)).toMatchObject({ candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata: { candidatesTokenCount: 2 } });
  });

  test('streamed as a list', async () => {
    const { port } = await listening(gemini(quick));
    const reply = await post(port, ask(), { path: list });
    expect(reply.headers['content-type']).toBe('application/json; charset=UTF-8');
    const parts = JSON.parse(reply.text) as Part[];
    expect([texts(parts).length, parts.at(-1)?.candidates?.[0]?.finishReason]).toEqual([4, 'STOP']);
  });

  test('beside another dialect', async () => {
    const { port } = await listening(oneModel(quick));
    expect((await post(port, ask(), { path: `/gemini${sse}` })).status).toBe(200);
    expect((await post(port, ask(), { path: plain })).status).toBe(404);
  });
});

describe('refusals over HTTP', () => {
  test('no capacity, without a hint and without an id', async () => {
    const { port } = await listening(gemini({ ...quick, slots: 0 }));
    for (const path of [plain, sse, list]) {
      const reply = await post(port, ask(), { path });
      expect([reply.status, reply.headers['content-type'], reply.headers['retry-after'], reply.headers['x-request-id']]).toEqual([
        503,
        'application/json; charset=UTF-8',
        undefined,
        undefined,
      ]);
      const body =
        '{\n  "error": {\n    "code": 503,\n    "message": "The model is overloaded. Please try again later.",\n    "status": "UNAVAILABLE"\n  }\n}\n';
      expect(reply.text).toBe(path === list ? `[${body}]\n` : body);
    }
  });

  const inStream = { status: 0, stream: 0, streamAfter: { share: 1, tokens: 2 } };
  const busy = { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' };

  test.each([
    ['at once', { status: 0, stream: 1 }, 0],
    ['after two tokens', inStream, 2],
  ])('no capacity inside a stream, %s', async (_, capacityAs, tokens) => {
    const { port } = await listening(gemini({ ...quick, slots: 0, capacityAs }));
    const reply = await post(port, ask(), { path: sse });
    const parts = events(reply.text);
    expect([reply.status, texts(parts).length, parts.at(-1)]).toEqual([200, tokens, { error: busy }]);
    const listed = JSON.parse((await post(port, ask(), { path: list })).text) as Part[];
    expect([texts(listed).length, listed.at(-1)]).toEqual([tokens, { error: busy }]);
    expect((await post(port, ask(), { path: plain })).status).toBe(503);
  });

  test('no capacity as bare JSON after the last event', async () => {
    const { port } = await listening(gemini({ ...quick, slots: 0, capacityAs: inStream }, {}, { streamError: 'tail' }));
    const pieces = (await post(port, ask(), { path: sse })).text.split('\r\n\r\n');
    expect(pieces.slice(0, -1).every((piece) => piece.startsWith('data: '))).toBe(true);
    expect(JSON.parse(pieces.at(-1) ?? '')).toEqual({ error: busy });
  });

  test('a quota of a minute, with the wait in the body alone', async () => {
    const { port } = await listening(gemini({ ...quick, quota: { rpm: 1 } }));
    expect((await post(port, ask(), { path: plain })).status).toBe(200);
    const reply = await post(port, ask(), { path: plain });
    const wait = /"retryDelay": "([\d.]+)s"/.exec(reply.text)?.[1];
    expect([reply.status, reply.headers['retry-after'], error(reply)?.status]).toEqual([429, undefined, 'RESOURCE_EXHAUSTED']);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(error(reply)?.message).toContain(`limit: 1, model: big\nPlease retry in ${wait}s.`);
    expect(reply.text).toContain('"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"');
  });

  test.each([
    ['a body that is no JSON', plain, '{', {}, 400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.'],
    ['a body of another type', plain, 'x', { 'content-type': 'text/plain' }, 415, 'INVALID_ARGUMENT', 'text/plain'],
    ['a body without contents', plain, {}, {}, 400, 'INVALID_ARGUMENT', 'contents is not specified'],
    ['a body that is too large', plain, ask({ x: 'x'.repeat(3000) }), {}, 413, 'INVALID_ARGUMENT', '2000 bytes'],
    ['no such model', '/v1/models/huge:generateContent', ask(), {}, 404, 'NOT_FOUND', 'models/huge is not found for API version v1,'],
    ['a name of what every object has', '/v1beta/models/__proto__:generateContent', ask(), {}, 404, 'NOT_FOUND', 'models/__proto__'],
    ['no such method', '/v1beta/models/big:embedContent', ask(), {}, 404, 'NOT_FOUND', 'not found'],
    ['no such path', '/v1beta/nothing', ask(), {}, 404, 'NOT_FOUND', 'not found'],
  ])('%s', async (_, path, body, headers, status, name, message) => {
    const { port, state } = await listening(gemini(quick), { bodyLimit: 2000 });
    const reply = await post(port, body, { path, headers });
    expect([reply.status, error(reply)]).toEqual([
      status,
      expect.objectContaining({ code: status, status: name, message: expect.stringContaining(message) }),
    ]);
    expect((await state()).requests.attempts).toBe(0);
  });
});

test('what asks for a list and is wrong is told so in a list', async () => {
  const { port } = await listening(gemini(quick));
  const reply = await post(port, {}, { path: list });
  expect([reply.status, JSON.parse(reply.text)]).toEqual([400, [{ error: expect.objectContaining({ status: 'INVALID_ARGUMENT' }) }]]);
});

describe('faults over HTTP', () => {
  const scripted = (reply: unknown) => listening(gemini(quick, { faults: [{ script: { per: 'arrival', replies: [reply] } }] }));

  test('cut: so many tokens, and no end', async () => {
    const { port } = await scripted({ cut: 2 });
    const parts = events((await post(port, ask(), { path: sse })).text);
    expect([texts(parts).length, parts.at(-1)?.candidates?.[0]?.finishReason]).toEqual([2, undefined]);
  });

  test('empty: the end alone', async () => {
    const { port } = await scripted({ empty: true });
    const parts = events((await post(port, ask(), { path: sse })).text);
    expect([texts(parts), parts.length, parts[0]?.candidates?.[0]?.finishReason]).toEqual([[], 1, 'STOP']);
  });

  test('malformed: a part that nobody can parse, and the end all the same', async () => {
    const { port } = await scripted({ malformed: 1 });
    const { text } = await post(port, ask(), { path: sse });
    expect(() => events(text)).toThrow(SyntaxError);
    expect(text).toContain('"finishReason":"STOP"');
  });

  test('a client that leaves in its stream gives its slot back', async () => {
    const one = await listening(gemini({ slots: 1, firstToken: '1ms', tokensPerSecond: 1 }, { output: 50 }));
    const body = JSON.stringify(ask());
    const socket = connect(one.port, '127.0.0.1');
    socket.write(`POST ${sse} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await new Promise<void>((resolve) => socket.on('data', (bytes) => String(bytes).includes('candidates') && resolve()));
    socket.destroy();
    await expect.poll(async () => (await one.state()).providers.default?.pools.big).toMatchObject({ busy: 0, own: 0 });
    const { providers, consistent } = await one.state();
    expect([providers.default?.counts, consistent]).toEqual([expect.objectContaining({ cancelled: 1, completed: 0 }), true]);
  });
});
