import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import { listening, oneModel } from './served.ts';

const bodyLimit = 1000;

/** Every endpoint, with its path as a caller writes it. */
const places = Object.keys(dialects).flatMap((name) =>
  dialectOf(name).api.endpoints.map(({ path }) => {
    const written = path.replace(':deployment', 'big').replace(':model', 'big').replace('*', 'big:generateContent');
    return [name, `/${name}${written}`] as const;
  }),
);

interface Broken {
  readonly what: string;
  /** Behind the line that names the path. */
  readonly bytes: string;
  readonly version?: string;
  /** Who has sent all that it ever will leaves. */
  readonly leaves?: boolean;
  /** What the server says; `invalid`: as the dialect says it of an invalid request; undefined: nothing, it closes. */
  readonly status: number | 'invalid' | undefined;
}

const type = 'host: x\r\ncontent-type: application/json\r\n';
const much = 'x'.repeat(2 * bodyLimit);

const cases: readonly Broken[] = [
  { what: 'headers without end', bytes: `${type}long: ${'x'.repeat(20_000)}\r\n\r\n`, status: 431 },
  { what: 'a header with a zero byte', bytes: `${type}odd: a\0b\r\n\r\n`, status: 400 },
  { what: 'a header without a name', bytes: `${type}: x\r\n\r\n`, status: 400 },
  { what: 'another version', bytes: `${type}\r\n`, version: 'HTTP/9.9', status: 400 },
  { what: 'no host', bytes: 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}', status: 'invalid' },
  { what: 'two lengths', bytes: `${type}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, status: 400 },
  { what: 'a length below zero', bytes: `${type}content-length: -1\r\n\r\n`, status: 400 },
  { what: 'a length that is no number', bytes: `${type}content-length: 0x2\r\n\r\n{}`, status: 400 },
  { what: 'a length beside chunks', bytes: `${type}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, status: 400 },
  { what: 'a chunk whose size is no number', bytes: `${type}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`, status: 400 },
  { what: 'a length above the limit', bytes: `${type}content-length: ${much.length}\r\n\r\n${much}`, status: 413 },
  { what: 'chunks above the limit', bytes: `${type}transfer-encoding: chunked\r\n\r\n7d0\r\n${much}\r\n`, status: 413 },
  { what: 'half a head', bytes: 'host: x\r\ncontent-ty', leaves: true, status: undefined },
  { what: 'half a body', bytes: `${type}content-length: 90\r\n\r\n{"model":`, leaves: true, status: undefined },
  { what: 'half a chunk', bytes: `${type}transfer-encoding: chunked\r\n\r\n20\r\n{"mo`, leaves: true, status: undefined },
];

/** Those whose head is a whole one. */
const heads = ['no host', 'a length above the limit', 'chunks above the limit'];

interface Heard {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes on a connection of its own, and takes what comes until the server has said all, or has closed it. */
function send(port: number, bytes: string, leaves: boolean): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = (): void => {
      socket.destroy();
      resolve(heard(text));
    };
    socket.setEncoding('utf8');
    // A server that refuses may close while a client still sends.
    socket.on('error', () => {});
    socket.on('close', done);
    socket.on('data', (chunk) => {
      text += chunk;
      const { headers, body } = heard(text);
      if (headers['content-length'] !== undefined && Buffer.byteLength(body) >= Number(headers['content-length'])) done();
    });
    socket.write(bytes, () => leaves && setTimeout(() => socket.destroy(), 5));
  });
}

function heard(text: string): Heard {
  const at = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = (at < 0 ? '' : text.slice(0, at)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  return { status: status === undefined ? undefined : Number(status), headers, body: at < 0 ? '' : text.slice(at + 4) };
}

describe('requests that are broken on their way get an error or a clean end, and the server goes on', () => {
  test.each(places)('%s %s', async (name, path) => {
    const { port, state } = await listening(oneModel({ slots: 2, service: '1ms' }), { bodyLimit });
    const invalid = dialectOf(name).errors('big').facts('client_error', 'status').status;
    for (const { what, bytes, version = 'HTTP/1.1', leaves = false, status: expected } of cases) {
      const status = expected === 'invalid' ? invalid : expected;
      const said = await send(port, `POST ${path} ${version}\r\n${bytes}`, leaves);
      expect([what, said.status]).toEqual([what, status]);
      if (status === undefined) continue;
      const { facts } = dialectOf(name).caller.whole(status, said.headers, said.body);
      // What never was a request has no path, and is told so in the words of the provider's own dialect.
      if (heads.includes(what)) expect([what, typeof facts.message]).toEqual([what, 'string']);
      else expect([what, JSON.parse(said.body)]).toEqual([what, { error: expect.objectContaining({ type: 'invalid_request_error' }) }]);
    }
    const served = await send(port, `POST ${path} HTTP/1.1\r\n${type}content-length: 2\r\n\r\n{}`, false);
    expect(served.status).toBeGreaterThanOrEqual(400);
    await expect.poll(async () => (await state()).requests).toMatchObject({ open: 0, uploading: 0, attempts: 0 });
    expect((await state()).consistent).toBe(true);
  });
});

// RFC 9112, 3.2: whatever is asked of it.
test.each([
  'POST /v1/batches',
  'GET /v1/batches',
  'POST /v1/files',
  'GET /anthropic/v1/messages/batches',
  'DELETE /anthropic/v1/messages/batches/msgbatch_1',
])('%s without a host is invalid', async (line) => {
  const { port } = await listening(oneModel({ slots: 2, service: '1ms' }), { bodyLimit });
  const { status, body } = await send(port, `${line} HTTP/1.1\r\ncontent-length: 0\r\n\r\n`, false);
  expect([status, JSON.parse(body).error.type]).toEqual([400, 'invalid_request_error']);
});
