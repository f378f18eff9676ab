import { beforeAll, describe, expect, test } from 'vitest';
import { runFixture } from './run-fixture.ts';

let said: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  said = await runFixture('sockets.mjs');
});

const events = ['lookup', 'connect', 'ready'];
const answered = { status: 200, dated: true, bytes: true };
const reset = { message: 'read ECONNRESET', code: 'ECONNRESET', errno: -104, syscall: 'read' };
const refusal = (call: string, address: string) => ({
  message: `connect ECONNREFUSED ${address} (${call}: this run has no network but provider.localhost)`,
  code: 'ECONNREFUSED',
  syscall: 'connect',
});
const unknown = (call: string) => ({
  message: `getaddrinfo ENOTFOUND api.openai.com (${call}: this run has no network but provider.localhost)`,
  code: 'ENOTFOUND',
  syscall: 'getaddrinfo',
});

describe('node:http', () => {
  test('keeps a connection alive and uses it again', () => {
    expect(said.http).toEqual([
      { ...answered, events, reused: false },
      { ...answered, events: [], reused: true },
    ]);
    expect(said.socket).toEqual({ same: true, end: ['127.0.0.1', 80, 'IPv4', 'number', '127.0.0.1', 'open'], counted: [true, true] });
  });

  test('hears of a connection that is reset or closed', () => {
    expect(said.lost).toMatchObject([{ error: reset }, { status: 200, broken: { message: 'aborted', code: 'ECONNRESET' } }]);
  });

  test('has its timeouts on the clock', () => {
    expect(said.timeout).toMatchObject({
      events: [...events, 'timeout at 1234'],
      error: { message: 'socket hang up', code: 'ECONNRESET' },
    });
  });
});

describe('node:https', () => {
  test('connects securely, as far as it can tell', () => {
    expect(said.https).toEqual([
      { ...answered, events: [...events, 'secureConnect'], reused: false },
      { ...answered, events: [], reused: true },
    ]);
    expect(said.tls).toMatchObject({ encrypted: true, authorized: true });
  });

  test('hears of losses, and has its timeouts on the clock', () => {
    expect(said.httpsLost).toMatchObject({ status: 200, error: reset });
    expect(said.httpsTimeout).toMatchObject({ events: [...events, 'secureConnect', 'timeout at 500'] });
  });
});

describe('node:http2', () => {
  test('is answered, with and without TLS', () => {
    // Six tokens, 10 ms apart, and the first after 10.
    const whole = { status: 200, text: true, dated: true, ms: 70 };
    expect(said.http2).toMatchObject([whole, { status: 429, retryAfter: '3' }, { text: false }]);
    expect(said.http2Clear).toEqual(whole);
  });

  test('loses one stream and keeps the connection', () => {
    const lost = {
      text: false,
      error: { code: 'ERR_HTTP2_STREAM_ERROR', message: 'Stream closed with error code NGHTTP2_INTERNAL_ERROR' },
    };
    expect(said.http2Lost).toMatchObject([lost, { status: 200, text: true }]);
  });

  test('has timeouts of streams and sessions on the clock', () => {
    expect(said.http2).toMatchObject([{}, {}, { ms: 700 }]);
    expect(said.http2Idle).toBe(900);
  });

  test('says that a session is connected when it is, and never of one that is refused', () => {
    const connected = ['heard', 'connect', 'close'];
    expect(said.http2Opening).toEqual([connected, connected, ...Array(2).fill(['ECONNREFUSED', 'close'])]);
  });
});

test('undici’s own pool is answered', () => {
  expect(said.undici).toEqual([200, { status: 'ok' }]);
});

describe('a bare socket', () => {
  test('closes its half and reads the rest', () => {
    expect(said.halfClosed).toEqual([['end'], 'HTTP/1.1 200 OK']);
  });

  test('is told when it speaks no HTTP, and closed', () => {
    expect(said.noHttp).toEqual([['end'], 'HTTP/1.1 400 Bad Request']);
  });

  test('waits for a slow reader', () => {
    const { paused, bytes, whole } = said.slow as { paused: number; bytes: number; whole: boolean };
    expect(whole).toBe(true);
    expect(bytes).toBeGreaterThan(400_000);
    expect(paused).toBeLessThan(bytes / 2);
  });

  test('has its timeout on the clock, and may be destroyed before it connects', () => {
    expect(said.idle).toEqual([5000, 5000]);
    expect(said.unborn).toMatchObject([{ message: 'gone before it came' }]);
  });
});

test('events come in the context of the call that they belong to', () => {
  expect(said.calls).toEqual(['connect', 'data', 'timeout', 'close', 'response', 'body'].map((event) => [event, 'mine']));
});

describe('what is not served', () => {
  test('is refused by an error that names the call', () => {
    const address = 'api.openai.com:443';
    expect(said.elsewhere).toMatchObject([
      [refusal('net.connect', address)],
      [refusal('tls.connect', address)],
      [refusal('net.connect', '/tmp/a.sock')],
    ]);
    expect(said.elsewhereHttp).toMatchObject(refusal('net.connect', 'api.openai.com:80'));
    expect(said.refused).toEqual([
      'tls.connect api.openai.com:443',
      'net.connect api.openai.com:80',
      'net.connect api.openai.com:443',
      'tls.connect api.openai.com:443',
      'net.connect /tmp/a.sock',
      'net.connect api.openai.com:80',
      'dns.lookup api.openai.com',
      'dns.promises.lookup api.openai.com',
      'dns.promises.resolve4 api.openai.com',
    ]);
  });

  test('has no name', () => {
    const served = { address: '127.0.0.1', family: 4 };
    expect(said.names).toMatchObject([['127.0.0.1', 4], [[served]], unknown('dns.lookup')]);
    expect(said.namesPromised).toMatchObject([served, unknown('dns.promises.lookup'), unknown('dns.promises.resolve4')]);
  });
});

test('nothing is left open', () => {
  expect(said.open).toBe(0);
  // Two requests of node:http and one of HTTP/2 that are not answered in time.
  expect(said.state).toMatchObject({ requests: { open: 0, uploading: 0, left: 3 }, consistent: true });
});
