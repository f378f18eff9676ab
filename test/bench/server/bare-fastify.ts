import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { path, type Sample, stepMs } from './reply.ts';

interface Asked {
  readonly stream: boolean;
  readonly model: string;
}

const streamHead = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

/** What somebody writes who needs a route that answers: the sample, byte for byte, and a timer for each piece of a paced stream. */
export async function serveBare({ plain, pieces, end }: Sample): Promise<number> {
  const server = fastify();
  server.post<{ Body: Asked }>(path, (request, reply) => {
    const { stream, model } = request.body;
    if (!stream) {
      reply.type('application/json').send(plain);
      return;
    }
    reply.hijack();
    reply.raw.writeHead(200, streamHead);
    if (model === 'paced') pace(reply.raw, pieces, end);
    else {
      for (const piece of pieces) reply.raw.write(piece);
      reply.raw.end(end);
    }
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

function pace(response: ServerResponse, pieces: readonly string[], end: string): void {
  let written = 0;
  const next = (): void => {
    const piece = pieces[written++];
    if (piece === undefined) {
      response.end(end);
      return;
    }
    response.write(piece);
    setTimeout(next, stepMs);
  };
  next();
}
