import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { chat, events, json, listening, oneModel, post } from './served.ts';

const quick = { slots: 1, firstToken: '5ms', tokensPerSecond: 1000 };
const scripted = (reply: unknown, output = 4) =>
  listening(oneModel(quick, { output, faults: [{ script: { per: 'arrival', replies: [reply] } }] }));

const contents = (text: string) =>
  events(text).flatMap((event) => {
    const { choices } = event as { choices?: readonly { delta: { content?: string } }[] };
    const content = choices?.[0]?.delta.content;
    return content === undefined || content === '' ? [] : [content];
  });

const ended = (text: string) => text.endsWith('data: [DONE]\n\n');

/** The slot is free again, and the sums hold. */
async function free(state: Awaited<ReturnType<Awaited<ReturnType<typeof listening>>['state']>>) {
  expect(state.providers.default?.pools.big).toMatchObject({ busy: 0, own: 0 });
  expect(state.sums.filter(({ holds }) => !holds)).toEqual([]);
}

describe('a stream', () => {
  test('cut: so many tokens, no end marker, and the body ends in good order', async () => {
    const { port, state } = await scripted({ cut: 2 });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, contents(reply.text).length, ended(reply.text), reply.broken]).toEqual([200, 2, false, undefined]);
    await free(await state());
  });

  test('cut before the first token: headers and nothing else', async () => {
    const { port } = await scripted({ cut: 0 });
    expect(await post(port, chat({ stream: true }))).toMatchObject({ status: 200, text: '', broken: undefined });
  });

  test('stall: so many tokens, silence, then the connection closes in the midst of the body', async () => {
    const { port, state } = await scripted({ stall: '50ms', after: 3 });
    const from = performance.now();
    const reply = await post(port, chat({ stream: true }));
    expect(performance.now() - from).toBeGreaterThanOrEqual(50);
    expect([reply.status, contents(reply.text).length, ended(reply.text), reply.broken]).toEqual([200, 3, false, 'ECONNRESET']);
    await free(await state());
  });

  test('malformed: so many tokens, a line nobody can parse, and the end all the same', async () => {
    const { port } = await scripted({ malformed: 2 });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, contents(reply.text).length, ended(reply.text)]).toEqual([200, 2, true]);
    expect(events(reply.text).filter((event) => typeof event === 'string' && event !== '[DONE]')).toHaveLength(1);
  });

  test('empty: a good answer without a token', async () => {
    const { port } = await scripted({ empty: true });
    const reply = await post(port, chat({ stream: true, stream_options: { include_usage: true } }));
    expect([reply.status, contents(reply.text), ended(reply.text)]).toEqual([200, [], true]);
    expect(events(reply.text).at(-2)).toMatchObject({ usage: { completion_tokens: 0 } });
  });

  test('stream-overload: the capacity error inside the stream, and nothing after it', async () => {
    const { port, state } = await scripted({ refuse: 'stream-overload' });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, events(reply.text)]).toEqual([200, [{ error: expect.objectContaining({ code: 'server_is_overloaded' }) }]]);
    expect((await state()).providers.default?.counts).toMatchObject({ admitted: 1, cutOrFailed: 1, capacityRefused: 0 });
  });

  test('slow: everything takes so many times longer', async () => {
    // First token at 5 ms, four tokens and the end at 1 ms each: 9 ms, ten times slower.
    const { port } = await scripted({ slow: 10 });
    const from = performance.now();
    const reply = await post(port, chat({ stream: true }));
    expect(performance.now() - from).toBeGreaterThanOrEqual(90);
    expect([contents(reply.text).length, ended(reply.text)]).toEqual([4, true]);
  });
});

describe('a plain reply', () => {
  test.each([{ cut: 2 }, { stall: '20ms', after: 2 }])('%j: a part of the body, then the connection closes', async (fault) => {
    const { port, state } = await scripted(fault);
    const reply = await post(port, chat());
    expect([reply.status, reply.broken]).toEqual([200, 'ECONNRESET']);
    expect(reply.text.length).toBeLessThan(Number(reply.headers['content-length']));
    await free(await state());
  });

  test('malformed: a whole body that is no JSON', async () => {
    const { port } = await scripted({ malformed: 1 });
    const reply = await post(port, chat());
    expect([reply.status, reply.broken, reply.headers['content-type']]).toEqual([200, undefined, 'application/json']);
    expect(() => JSON.parse(reply.text)).toThrow(SyntaxError);
  });

  test('empty: an answer without a word', async () => {
    const { port } = await scripted({ empty: true });
    const reply = await post(port, chat());
    expect(JSON.parse(reply.text)).toMatchObject({
      choices: [{ message: { content: '' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 0 },
    });
  });

  test('stream-overload: the refusal that it is', async () => {
    const { port } = await scripted({ refuse: 'stream-overload' });
    const reply = await post(port, chat());
    expect([reply.status, json(reply).error.code]).toEqual([503, 'server_is_overloaded']);
  });
});

describe('a lost connection', () => {
  test.each([
    ['reset', false],
    ['reset', true],
    ['connection', false],
    ['connection', true],
  ])('%s, streamed %s: nothing comes back', async (refuse, stream) => {
    const { port, state } = await scripted({ refuse });
    await expect(post(port, chat({ stream }))).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await state()).providers.default?.counts).toMatchObject({ arrived: 0, lost: 1 });
    await free(await state());
  });

  test('reset after some tokens of a stream', async () => {
    const { port, state } = await scripted({ reset: 2 });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, contents(reply.text).length, reply.broken]).toEqual([200, 2, 'ECONNRESET']);
    await free(await state());
  });

  test('hang: no answer, and the slot is taken until the client leaves', async () => {
    const { port, state } = await scripted({ refuse: 'hang' });
    const socket = connect(port, '127.0.0.1');
    const body = JSON.stringify(chat());
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(async () => (await state()).providers.default?.pools.big?.own).toBe(1);
    expect(socket.bytesRead).toBe(0);
    expect((await post(port, chat())).status).toBe(503);
    socket.destroy();
    await expect.poll(async () => (await state()).providers.default?.pools.big?.own).toBe(0);
    expect((await state()).providers.default?.counts).toMatchObject({ cancelled: 1 });
  });
});

describe('what a script says is sent as it is', () => {
  test('status, headers and a body that is a value', async () => {
    const body = { error: { message: 'Selected model is at capacity. Please try a different model.', type: 'x' } };
    const { port } = await scripted({ status: 429, headers: { 'Retry-After': '3', 'x-should-retry': 'true' }, body });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, JSON.parse(reply.text)]).toEqual([429, body]);
    expect(reply.headers).toMatchObject({ 'retry-after': '3', 'x-should-retry': 'true' });
    expect(reply.headers['x-request-id']).toMatch(/^req_/);
  });

  test('a body that is text, also with status 200 where a stream was asked for', async () => {
    const { port } = await scripted({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Busy</h1>' });
    const reply = await post(port, chat({ stream: true }));
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, '<h1>Busy</h1>', 'text/html']);
  });

  test('what belongs to the connection stays the server’s', async () => {
    const headers = { 'content-length': '7', 'transfer-encoding': 'chunked', connection: 'upgrade', trailer: 'x' };
    const { port } = await scripted({ status: 503, headers, body: 'at capacity' });
    expect(await post(port, chat())).toMatchObject({ status: 503, text: 'at capacity', broken: undefined });
  });

  test.each([204, 205, 304])('status %i has no body', async (status) => {
    const { port } = await scripted({ status, body: 'x' });
    expect(await post(port, chat())).toMatchObject({ status, text: '', broken: undefined });
  });

  test.each([
    [{ 'bad name': 'x' }, 'expected the name of a header, found "bad name"'],
    [{ name: 'two\nlines' }, 'expected the text of a header, found "two\\nlines"'],
  ])('headers that cannot be sent are refused: %j', async (headers, message) => {
    await expect(scripted({ status: 503, headers })).rejects.toThrow(message);
  });

  test('per request, the tries of one call follow the list, by the header in which openai clients count them', async () => {
    const faults = [{ script: { replies: [{ refuse: 'rate_limited' }, { refuse: 'capacity' }, 'ok'] } }];
    const { port } = await listening(oneModel(quick, { faults }));
    const statuses = [];
    for (const retry of ['0', '1', '2', 'x'])
      statuses.push((await post(port, chat(), { headers: { 'x-stainless-retry-count': retry } })).status);
    expect(statuses).toEqual([429, 503, 200, 429]);
  });
});
