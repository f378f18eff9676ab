import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import type { Misuse } from '../dialects/api.ts';

/** What is wrong with a body. */
export class BadBody extends Error {
  readonly misuse: Misuse;

  constructor(misuse: Misuse) {
    super(misuse.kind);
    this.misuse = misuse;
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/** What is wrong with a body that was not read. */
export function misuseOfBody(error: Error): Misuse {
  return error instanceof BadBody ? error.misuse : { kind: 'unreadable' };
}

/** Calls `done` once, unless the body breaks off: whoever watches the connection hears of that. */
export type BodyReader = (request: FastifyRequest, payload: IncomingMessage, done: Done) => void;

/**
 * Reads bodies of JSON: UTF-8, with or without a byte order mark, in no encoding, up to `limitBytes`. Fails with BadBody, or
 * as `parse` does.
 */
export function bodyReader(limitBytes: number, parse: FastifyBodyParser<string>): BodyReader {
  return (request, payload, done) => {
    const problem = problemOf(payload, limitBytes);
    if (problem !== undefined) {
      done(new BadBody(problem));
      return;
    }
    collect(payload, limitBytes, (error, body) => {
      if (body === undefined) done(error);
      else if (isUtf8(body)) parse(request, withoutMark(body.toString()), done);
      else done(new BadBody({ kind: 'unreadable' }));
    });
  };
}

/** All bytes of a body. Calls `done` once, with BadBody where there are more than `limitBytes`; never when its sender leaves. */
export function collect(payload: IncomingMessage, limitBytes: number, done: (error: Error | null, body?: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => {
    const before = bytes;
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else if (before <= limitBytes) {
      chunks.length = 0;
      done(new BadBody({ kind: 'too-large', limitBytes }));
    }
  });
  payload.on('end', () => {
    if (bytes <= limitBytes) done(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
  });
}

function problemOf({ headers }: IncomingMessage, limitBytes: number): Misuse | undefined {
  const contentType = headers['content-type'];
  const encoding = headers['content-encoding'];
  if (!isJson(contentType)) return { kind: 'not-json', contentType };
  if (encoding !== undefined && encoding !== 'identity') return { kind: 'not-json', contentType: `${contentType} encoded as ${encoding}` };
  return announces(headers, limitBytes) ? { kind: 'too-large', limitBytes } : undefined;
}

/** Whether its head says that there is more. */
export function announces(headers: IncomingHttpHeaders, limitBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > limitBytes;
}

function isJson(contentType = ''): boolean {
  return contentType === 'application/json' || /^application\/json\s*(;|$)/i.test(contentType);
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
