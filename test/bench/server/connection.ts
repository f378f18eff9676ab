import { connect, type Socket } from 'node:net';
import { path } from './reply.ts';

/** One connection that is kept open, one request at a time. It reads no more of a reply than where it ends. */
export interface Connection {
  /** Sends the request and waits for the whole reply; rejects for any but a 200, and when the connection is lost. */
  exchange(): Promise<void>;
  close(): void;
}

const lastChunk = '0\r\n\r\n';

/** With the headers of the openai package. */
function requestOf(body: string): Buffer {
  const headers = [
    'host: 127.0.0.1',
    'accept: application/json',
    'content-type: application/json',
    'user-agent: OpenAI/JS 6.49.0',
    'authorization: Bearer none',
    'x-stainless-lang: js',
    'x-stainless-package-version: 6.49.0',
    'x-stainless-os: Linux',
    'x-stainless-arch: x64',
    'x-stainless-runtime: node',
    'x-stainless-runtime-version: v20.20.2',
    'x-stainless-retry-count: 0',
    'x-stainless-timeout: 600',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

export async function connection(port: number, body: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const request = requestOf(body);
  const end = replyEnd();
  let settle: ((error?: Error) => void) | undefined;
  const done = (error?: Error): void => {
    const settled = settle;
    settle = undefined;
    settled?.(error);
  };
  socket.on('data', (chunk: Buffer) => {
    const ended = end(chunk);
    if (ended === true) done();
    else if (typeof ended === 'string') done(new Error(`the reply is ${ended}`));
  });
  socket.on('error', done);
  socket.on('close', () => done(new Error('the connection was closed')));
  return {
    exchange: () =>
      new Promise((resolve, reject) => {
        settle = (error) => (error === undefined ? resolve() : reject(error));
        socket.write(request);
      }),
    close: () => leave(socket),
  };
}

function leave(socket: Socket): void {
  socket.removeAllListeners('close');
  socket.destroy();
}

/** Takes the bytes of replies one after another; true where one ends, a text where it is none. */
function replyEnd(): (chunk: Buffer) => boolean | string {
  let head = '';
  /** Bytes of the body still to come; −1: in chunks; undefined: the head is not whole. */
  let left: number | undefined;
  let tail = '';
  const over = (): true => {
    head = '';
    left = undefined;
    tail = '';
    return true;
  };
  return (chunk) => {
    let body = chunk.length;
    if (left === undefined) {
      head += chunk.toString('latin1');
      const at = head.indexOf('\r\n\r\n');
      if (at < 0) return false;
      if (!head.startsWith('HTTP/1.1 200 ')) return head.slice(0, at);
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, at));
      left = length === null ? -1 : Number(length[1]);
      body = head.length - at - 4;
    }
    if (left >= 0) {
      left -= body;
      return left === 0 ? over() : false;
    }
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - lastChunk.length))).slice(-lastChunk.length);
    return tail === lastChunk ? over() : false;
  };
}
