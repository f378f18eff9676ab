import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import type { Misuse } from '../dialects/api.ts';

/** What is wrong with a body, whatever it says. */
export class BadBody extends Error {
  readonly misuse: Misuse;

  constructor(misuse: Misuse) {
    super(misuse.kind);
    this.misuse = misuse;
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads the body of a request as text, and hands it to `parse`: UTF-8, with or without a byte order mark, in no encoding,
 * up to `limitBytes`. Fails with BadBody. A body that breaks off is never read to its end: whoever watches the connection
 * hears of it.
 */
export function bodyReader(limitBytes: number, parse: FastifyBodyParser<string>) {
  return (request: FastifyRequest, payload: IncomingMessage, done: Done): void => {
    const problem = problemOf(request, limitBytes);
    if (problem !== undefined) {
      done(new BadBody(problem));
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      const before = bytes;
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else if (before <= limitBytes) done(new BadBody({ kind: 'too-large', limitBytes }));
    });
    payload.on('end', () => {
      if (bytes > limitBytes) return;
      const [only, ...more] = chunks;
      const body = only === undefined || more.length > 0 ? Buffer.concat(chunks, bytes) : only;
      if (isUtf8(body)) parse(request, withoutMark(body.toString()), done);
      else done(new BadBody({ kind: 'unreadable' }));
    });
  };
}

function problemOf({ headers }: FastifyRequest, limitBytes: number): Misuse | undefined {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0', 'content-type': type } = headers;
  if (encoding !== 'identity') return { kind: 'not-json', contentType: `${type} encoded as ${encoding}` };
  return Number(length) > limitBytes ? { kind: 'too-large', limitBytes } : undefined;
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
