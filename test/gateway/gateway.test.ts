import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { usualTexts } from '../../harness/gateway/texts.ts';
import { events, json, post } from '../server/served.ts';
import { call, echo, message, models, opened, scripted } from './opened.ts';

const chatPath = '/v1/chat/completions';
const messagesPath = '/v1/messages';

describe('a call that is answered', () => {
  test('plain, OpenAI-shaped, by the model that the route names, under the name that the caller gave', async () => {
    const { port, rows } = await opened(models(), {});
    const { status, text, headers } = await post(port, call());
    expect([status, headers['x-at-capacity-attempts']]).toEqual([200, '1']);
    expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion', model: 'assistant', usage: { completion_tokens: 4 } });
    expect(rows.map(({ kind, target, outcome, tokens }) => [kind, target, outcome, tokens])).toEqual([
      ['attempt', 'flagship', 'ok', 4],
      ['request', 'flagship', 'ok', 4],
    ]);
  });

  test('streamed, with everything that the caller asked for', async () => {
    const { port } = await opened(models(), {});
    const { text } = await post(port, call({ stream: true, stream_options: { include_usage: true } }));
    const said = events(text) as { readonly model?: string; readonly usage?: { readonly completion_tokens: number } | null }[];
    expect(said.at(-1)).toBe('[DONE]');
    expect(said.slice(0, -1).every(({ model }) => model === 'assistant')).toBe(true);
    expect(said.find(({ usage }) => usage != null)?.usage).toMatchObject({ completion_tokens: 4 });
  });

  test('Anthropic-shaped, plain and streamed', async () => {
    const { port } = await opened(
      { ...models(), ...{ provider: { ...(models() as { provider: object }).provider, dialect: 'anthropic' } } },
      {},
    );
    const plain = await post(port, message(), { path: messagesPath });
    expect(JSON.parse(plain.text)).toMatchObject({ type: 'message', model: 'assistant', stop_reason: 'end_turn' });
    const streamed = await post(port, message({ stream: true }), { path: messagesPath });
    expect(streamed.text).toMatch(/^event: message_start\ndata: .*"model":"assistant"/);
    expect(streamed.text).toMatch(/event: message_stop\n/);
  });

  test.each([
    // The gateway's key · the path · what goes on
    [undefined, chatPath, { authorization: 'Bearer sk-theirs', 'openai-project': 'p' }],
    ['sk-ours', chatPath, { authorization: 'Bearer sk-ours' }],
    [undefined, messagesPath, { 'x-api-key': 'sk-theirs', 'anthropic-version': '2023-01-01' }],
    ['sk-ours', messagesPath, { 'x-api-key': 'sk-ours', 'anthropic-version': '2023-01-01', 'anthropic-beta': 'b' }],
  ])('goes on with the key %s, at %s', async (key, path, expected) => {
    const { seen, url } = await echo();
    const { port } = await opened(models(), {}, { keyOf: () => key, upstream: () => url });
    const theirs =
      path === chatPath
        ? { authorization: 'Bearer sk-theirs', 'openai-project': 'p' }
        : { 'x-api-key': 'sk-theirs', 'anthropic-version': '2023-01-01', 'anthropic-beta': 'b' };
    await post(port, call({ seed: 7 }), { path, headers: { ...theirs, cookie: 'secret', 'x-other': 'y' } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ path, body: { model: 'flagship', seed: 7 }, headers: expected });
    const names = Object.keys(seen[0]?.headers ?? {});
    for (const name of ['cookie', 'x-other', ...(key === undefined ? [] : ['openai-project'])]) expect(names).not.toContain(name);
    if (key !== undefined) expect(JSON.stringify(seen[0]?.headers)).not.toContain('theirs');
  });
});

describe('a switch to another model', () => {
  test('is one line of log with from, to and cause; the caller notices nothing (M26)', async () => {
    const faults = [scripted(['flagship'], [{ refuse: 'capacity' }])];
    const { port, log, rows } = await opened(models({ faults }), { preset: 'small-team' });
    const { status, text } = await post(port, call());
    expect([status, JSON.parse(text).model]).toEqual([200, 'assistant']);
    expect(log).toEqual(['request 0 from flagship to light: capacity (overloaded)']);
    expect(rows.map(({ attempt, target, from, outcome }) => [attempt, target, from, outcome])).toEqual([
      [1, 'flagship', '', 'capacity'],
      [2, 'light', 'flagship', 'ok'],
      [2, 'light', '', 'ok'],
    ]);
  });

  test('happens as long as no token has come, also when the error comes inside a stream', async () => {
    const faults = [scripted(['flagship'], [{ refuse: 'stream-overload' }])];
    const { port, log } = await opened(models({ faults }), { route: ['flagship', 'light'] });
    const { text } = await post(port, call({ stream: true }));
    expect(log).toHaveLength(1);
    expect(events(text).filter((event) => JSON.stringify(event).includes('"role":"assistant"'))).toHaveLength(1);
    expect(text).not.toMatch(/overloaded|error/i);
  });

  test('is said in a comment of the stream where that is wanted (M27)', async () => {
    const faults = [scripted(['flagship'], [{ refuse: 'capacity' }])];
    const { port } = await opened(models({ faults }), { route: ['flagship', 'light'] }, { notices: true });
    const { text } = await post(port, call({ stream: true }));
    expect(text.startsWith(`: ${usualTexts.switching}\n\ndata: `)).toBe(true);
  });

  test('after a first token there is none: the stream ends with our own sentence', async () => {
    const faults = [scripted(['flagship'], [{ cut: 2 }])];
    const { port, log, gateway } = await opened(models({ faults }), {
      route: { ordered: ['flagship', 'light'], afterFirstToken: 'restart' },
    });
    const { status, text } = await post(port, call({ stream: true }));
    expect([status, log]).toEqual([200, []]);
    expect(events(text).at(-1)).toEqual({ error: { message: usualTexts.busy, type: 'busy', param: null, code: 'busy' } });
    expect(gateway.status().requests).toMatchObject({ busy: 1, open: 0 });
  });
});

describe('a call without an answer', () => {
  const everywhere = (refuse: string) => models({ faults: [{ errors: { share: 1, as: refuse } }] });

  test.each([
    // fault · status · sentence
    ['capacity', 503, 'busy'],
    ['rate_limited', 503, 'busy'],
    ['server_error', 503, 'busy'],
    ['reset', 503, 'busy'],
    ['client_error', 400, 'rejected'],
    ['quota', 502, 'broken'],
    ['auth', 502, 'broken'],
    ['not_found', 502, 'broken'],
  ] as const)('%s is a %i that says %s, in both shapes and in streams', async (refuse, expected, kind) => {
    const { port } = await opened(everywhere(refuse), { route: ['flagship', 'light', 'floor'], retry: 'none' });
    const plain = await post(port, call());
    expect([plain.status, json(plain).error.message, json(plain).error.type]).toEqual([expected, usualTexts[kind], kind]);
    expect([plain.headers['x-should-retry'], plain.headers['retry-after']]).toEqual(['false', expected === 503 ? '10' : undefined]);
    const streamed = await post(port, call({ stream: true }));
    expect([streamed.status, json(streamed).error.message]).toEqual([expected, usualTexts[kind]]);
    const other = await post(port, message(), { path: messagesPath });
    expect([other.status, JSON.parse(other.text)]).toEqual([expected, { type: 'error', error: { type: kind, message: usualTexts[kind] } }]);
    for (const { text } of [plain, streamed, other])
      expect(text).not.toMatch(/at capacity|overload|flagship|light|floor|openai|rate_limit/i);
  });

  test('other sentences can be set', async () => {
    const { port } = await opened(everywhere('capacity'), {}, { texts: { busy: 'Gleich wieder.' } });
    expect(json(await post(port, call())).error.message).toBe('Gleich wieder.');
  });

  test('what is no call is refused in the words of its shape', async () => {
    const { port, gateway } = await opened(models(), {});
    expect((await post(port, '{')).status).toBe(400);
    expect((await post(port, '[]')).status).toBe(400);
    expect(json(await post(port, {}, { path: '/v1/nothing' })).error.type).toBe('rejected');
    expect(JSON.parse((await post(port, '{', { path: messagesPath })).text)).toMatchObject({ type: 'error' });
    expect((await post(port, call({ messages: [] }))).status).toBe(400);
    // Whoever is at no path of ours has made no call.
    expect(gateway.status().requests).toMatchObject({ rejected: 4, open: 0 });
  });

  test.each([
    ['a path that is none', 'POST /%zz HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n', 404],
    ['no HTTP', '\x16\x03\x01\r\n\r\n', 400],
    ['headers without end', `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('so is %s', async (_what, bytes, status) => {
    const { port, gateway } = await opened(models(), {});
    let text = '';
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(bytes);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({ error: expect.objectContaining({ type: 'rejected' }) });
    expect(gateway.status().requests).toMatchObject({ rejected: 0, open: 0 });
  });
});

describe('a request without an answer is one line for who runs the gateway', () => {
  test('with what its caller was told, why, and where it was last', async () => {
    const said: string[] = [];
    const options = { unanswered: (line: string) => said.push(line) };
    const strategy = { route: ['flagship', 'light'], retry: 'none' };
    const full = { refuse: 'capacity' };
    const { port } = await opened(models({ faults: [scripted(['flagship', 'light'], [full], full)] }), strategy, options);
    await post(port, call());
    await post(port, '[]');
    await post(port, call(), { headers: { 'content-type': 'text/plain' } });
    expect(said).toEqual([
      'request 0 told busy: exhausted (capacity), status 503; 2 attempts, the last at light',
      'a call told rejected: its body is no JSON object',
      expect.stringMatching(/^a call told rejected: Unsupported Media Type/),
    ]);
  });

  test('and who asks where nothing is learns it there, once a path', async () => {
    const said: string[] = [];
    const { port } = await opened(models(), {}, { unanswered: (line) => said.push(line) });
    for (let i = 0; i < 50; i++) await post(port, {}, { path: i < 2 ? '/v1/responses?x=1' : `/v1/${i}` });
    expect(said[0]).toBe('nothing is at POST /v1/responses; calls are taken at POST /v1/chat/completions and /v1/messages');
    expect(said).toHaveLength(20);
  });
});

describe('callers who leave', () => {
  test('take their attempt with them: no slot stays taken', async () => {
    const slow = models({ faults: [{ hang: { share: 1 } }] });
    const { url, provider, gateway } = await opened(slow, {});
    const leaving = new AbortController();
    const body = JSON.stringify(call());
    const { signal } = leaving;
    const asked = fetch(url + chatPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
    await expect.poll(async () => (await provider.state()).requests).toMatchObject({ open: 1 });
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => gateway.status().requests).toMatchObject({ left: 1, open: 0 });
    await expect.poll(async () => (await provider.state()).requests).toMatchObject({ open: 0, left: 1 });
  });

  test('a deadline bounds everything', async () => {
    const slow = models({ faults: [{ hang: { share: 1 } }] });
    const { port, gateway } = await opened(slow, {}, { deadlineMs: 100 });
    expect((await post(port, call())).status).toBe(503);
    expect(gateway.status().requests).toMatchObject({ busy: 1, open: 0 });
  });
});

describe('parked calls (M27)', () => {
  test('wait for their turn and are answered when there is room again', async () => {
    const faults = [scripted(['flagship', 'light', 'floor'], [{ refuse: 'capacity' }, { refuse: 'capacity' }])];
    const strategy = { route: ['flagship', 'light'], park: { every: '50ms' } };
    const { port, gateway } = await opened(models({ faults }), strategy);
    expect((await post(port, call())).status).toBe(200);
    expect(gateway.status().requests).toMatchObject({ parked: 1, open: 0 });
  });
});
