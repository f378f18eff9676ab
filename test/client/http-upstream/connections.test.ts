import { describe, expect, it } from 'vitest';
import { dateWaitMs } from '../../../harness/client/date-wait.ts';
import type { Line } from '../../../harness/client/http-connections.ts';
import { lostAnswer } from '../../../harness/client/lost-answer.ts';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { answered, ask, chunk, connectionsForTest, endMark, piece, rawServer, replied, streamHead } from './raw-server.ts';

const classify = byShape.create({}, undefined);
const outcome = ({ facts }: { readonly facts: WireFacts }): string => {
  const { class: name, reason } = classify(facts);
  return `${name}/${reason}`;
};
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('connections', () => {
  it('are used again, and one that is lost before a byte of the second answer is told from a failure', async () => {
    const server = await rawServer((socket, _request, { n }) => {
      if (n === 0) socket.write(answered);
      else socket.resetAndDestroy();
    });
    const connections = connectionsForTest();
    expect(outcome(await ask(server.url, { connections }).end)).toBe('ok/answered');
    await turn();
    expect(outcome(await ask(server.url, { connections }).end)).toBe('connection/reused_socket');
    expect(server.sockets).toHaveLength(1);
  });

  it('that are lost before a byte of the first answer are lost', async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    const { facts } = await ask(server.url).end;
    expect(facts).toEqual({ how: 'reset', afterTokens: 0, complete: false });
  });

  it('that were used before and break in the midst of a head are lost', async () => {
    const server = await rawServer((socket, _request, { n }) => {
      if (n === 0) socket.write(answered);
      else socket.write('HTTP/1.1 200 OK\r\ncontent-', () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    const connections = connectionsForTest();
    await ask(server.url, { connections }).end;
    await turn();
    expect(outcome(await ask(server.url, { connections }).end)).toBe('connection/reset');
  });

  it('that cannot be made are refused', async () => {
    const server = await rawServer(() => {});
    await server.close();
    expect(outcome(await ask(server.url).end)).toBe('connection/refused');
  });

  it('are closed when an attempt is cancelled, and nothing is heard of it any more', async () => {
    const closed: string[] = [];
    const server = await rawServer((socket) => {
      socket.on('close', () => closed.push('closed'));
      socket.write(streamHead + piece + piece);
    });
    const asked = ask(server.url, { stream: true });
    while (asked.log.length === 0) await turn();
    expect(asked.sent.cancel('caller')).toBe(2);
    while (closed.length === 0) await turn();
    expect(asked.log).toEqual(['first']);
    expect(asked.sent.cancel('caller')).toBe(2);
  });

  it('are waited for when all are taken, as the one who puts requests on them is told', async () => {
    const release: (() => void)[] = [];
    const server = await rawServer((socket) => release.push(() => socket.write(answered)));
    const connections = connectionsForTest(2);
    const waits: number[] = [];
    const asked = Array.from({ length: 4 }, () => ask(server.url, { connections, onWire: (waited) => waits.push(waited) }));
    while (release.length < 2) await turn();
    expect(waits).toHaveLength(2);
    // One that leaves while it waits costs no connection.
    expect(asked[3]?.sent.cancel('caller')).toBe(0);
    for (const answer of release.splice(0)) answer();
    while (release.length < 1) await turn();
    release[0]?.();
    expect((await Promise.all(asked.slice(0, 3).map(({ end }) => end))).map(outcome)).toEqual(Array(3).fill('ok/answered'));
    expect(waits).toHaveLength(3);
    expect(Math.max(...waits.slice(0, 2))).toBeLessThan(waits[2] as number);
    expect(server.sockets).toHaveLength(2);
  });
});

describe('an answer', () => {
  it('whose own end has come is whole, whatever becomes of its connection', async () => {
    const server = await rawServer((socket) => {
      socket.write(streamHead + piece + endMark, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    const asked = ask(server.url, { stream: true });
    expect(outcome(await asked.end)).toBe('ok/answered');
    expect(asked.log).toEqual(['first', 'end']);
  });

  it('whose own end has come is whole when nothing follows for too long', async () => {
    const server = await rawServer((socket) => socket.write(streamHead + piece + endMark));
    expect(outcome(await ask(server.url, { stream: true, maxIdleMs: 30 }).end)).toBe('ok/answered');
  });

  it.each([
    ['in good order', (socket: { end(): void }) => socket.end(), 'truncated/cut'],
    ['by a reset', (socket: { resetAndDestroy(): void }) => setTimeout(() => socket.resetAndDestroy(), 20), 'connection/reset'],
  ])('that a connection closed %s cuts off', async (_name, close, seen) => {
    const server = await rawServer((socket) => socket.write(streamHead + piece, () => close(socket)));
    const { facts, tokens } = await ask(server.url, { stream: true }).end;
    expect([outcome({ facts }), tokens]).toEqual([seen, 1]);
  });

  it('that is streamed although its type is JSON is read whole', async () => {
    const body = JSON.stringify({ error: { message: 'Overloaded', type: 'overloaded_error' } });
    const server = await rawServer((socket) => socket.write(replied(200, body)));
    expect(outcome(await ask(server.url, { stream: true }).end)).toBe('capacity/overloaded');
  });

  it('without end is given up', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n');
      socket.write('x'.repeat(200_000));
    });
    expect(outcome(await ask(server.url, { mostBytes: 100_000 }).end)).toBe('malformed/unreadable');
  });

  it.each([
    ['events without a token', 'data: {"choices":[]}\n\n'],
    ['comments', ': still there\n\n'],
    ['an event without an end', 'data: {"choices":\n'],
  ])('that is a stream of %s is given up when more than the bound has come', async (_what, text) => {
    const server = await rawServer((socket) => {
      socket.write(streamHead);
      const more = (): void => {
        if (socket.writable) socket.write(chunk(text.repeat(1000)), more);
      };
      more();
    });
    expect(outcome(await ask(server.url, { stream: true, mostBytes: 100_000 }).end)).toBe('malformed/unreadable');
  });

  it('that is a stream may be longer than the bound once it brings tokens', async () => {
    const server = await rawServer((socket) =>
      socket.write(streamHead + piece.repeat(3000) + endMark + chunk('data: [DONE]\n\n') + '0\r\n\r\n'),
    );
    expect(outcome(await ask(server.url, { stream: true, mostBytes: 1000 }).end)).toBe('ok/answered');
  });

  it('with a line without end is given up', async () => {
    const server = await rawServer((socket) => {
      socket.write(streamHead);
      for (let i = 0; i < 170; i++) socket.write(chunk('x'.repeat(100_000)));
    });
    expect(outcome(await ask(server.url, { stream: true }).end)).toBe('malformed/unreadable');
  });

  it('is kept alive by bytes that say nothing', async () => {
    const server = await rawServer((socket) => {
      let comments = 0;
      socket.write(streamHead);
      const timer = setInterval(() => {
        socket.write(comments < 8 ? chunk(': keep-alive\n\n') : piece + endMark + '0\r\n\r\n');
        if (comments++ === 8) clearInterval(timer);
      }, 50);
    });
    expect(outcome(await ask(server.url, { stream: true, maxIdleMs: 300 }).end)).toBe('ok/answered');
  });

  it('is handed on as it comes to whoever asks for its bytes', async () => {
    const server = await rawServer((socket) => socket.write(`${streamHead}${piece}${endMark}0\r\n\r\n`));
    const heard: string[] = [];
    const listener = {
      head: (status: number, headers: Readonly<Record<string, string>>) => heard.push(`${status} ${headers['content-type']}`),
      data: (bytes: Uint8Array) => heard.push(Buffer.from(bytes).toString('utf8')),
    };
    await ask(server.url, { stream: true, listener }).end;
    expect(heard[0]).toBe('200 text/event-stream');
    expect(heard.slice(1).join('')).toBe(
      'data: {"choices":[{"delta":{"content":"Yes"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n',
    );
  });
});

describe('a wait that is said as a date', () => {
  const at = Date.UTC(2026, 2, 2, 15, 0, 0);
  const http = (ms: number): string => new Date(ms).toUTCString();

  it.each<[string, Readonly<Record<string, string>>, number | undefined]>([
    ['counts from the answer’s own date', { 'retry-after': http(at + 90_000), date: http(at) }, 90_000],
    ['counts from now where the answer has none', { 'retry-after': http(at + 90_000) }, 80_000],
    ['that has passed is no wait', { 'retry-after': http(at - 90_000), date: http(at) }, 0],
    ['in seconds is none', { 'retry-after': '3', date: http(at) }, undefined],
    ['that is no date is none', { 'retry-after': 'soon', date: http(at) }, undefined],
    ['is not always there', { date: http(at) }, undefined],
  ])('%s', (_name, headers, wait) => {
    expect(dateWaitMs(headers, at + 10_000)).toBe(wait);
  });

  it('is one of the facts', async () => {
    const headers = { date: http(at), 'retry-after': http(at + 5000) };
    const server = await rawServer((socket) => socket.write(replied(429, '{"error":{"message":"later"}}', headers)));
    expect((await ask(server.url).end).facts).toMatchObject({ status: 429, retryAfterMs: 5000 });
  });
});

describe('what an error comes to', () => {
  const line = { socket: { bytesRead: 0 }, readBefore: 0 } as Line;
  const error = (code: string) => Object.assign(new Error(code), { code });

  it.each<[string, Line | undefined, number | undefined, string]>([
    ['EADDRNOTAVAIL', undefined, undefined, 'client_resource/local'],
    ['EMFILE', undefined, undefined, 'client_resource/local'],
    ['ENFILE', undefined, undefined, 'client_resource/local'],
    ['ECONNREFUSED', undefined, undefined, 'connection/refused'],
    ['ENOTFOUND', undefined, undefined, 'connection/refused'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, undefined, 'connection/refused'],
    ['ECONNRESET', line, undefined, 'connection/reset'],
    ['UND_ERR_SOCKET', line, undefined, 'connection/reset'],
    ['ECONNRESET', line, 200, 'connection/reset'],
    ['UND_ERR_SOCKET', line, 200, 'truncated/cut'],
  ])('%s', (code, on, status, seen) => {
    expect(outcome({ facts: lostAnswer(error(code), { line: on, status, streamed: true, tokens: 0 }) })).toBe(seen);
  });
});
