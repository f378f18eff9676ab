import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Api, Misuse } from '../../sim/dialects/api.ts';
import { fieldsOf, parsedJson } from '../../sim/dialects/reading/fields.ts';
import { refuseBadBytes } from '../../sim/server/bad-bytes.ts';
import { idleMs, uploadMs } from '../../sim/server/bounds.ts';
import { realTime } from '../serve/real-time.ts';
import { addStatus } from './add-status.ts';
import type { Caller } from './callers.ts';
import type { Desk } from './desk.ts';
import { everyShape } from './every-shape.ts';
import type { Shape } from './shape.ts';
import { strayPaths } from './unanswered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call to the gateway. */
    caller: Caller | null;
  }
}

/** Largest body of a call, bytes. */
const bodyLimit = 20_000_000;
/** Of errors that no attempt was made for: trying again changes nothing. */
const ofErrors = { 'x-should-retry': 'false', 'x-at-capacity-attempts': '0' };

/** The HTTP side of a gateway: an interface at each shape's path, and for this machine alone which models are free. */
export function buildGatewayServer(desk: Desk): FastifyInstance {
  const strayCall = (request: FastifyRequest, reply: FastifyReply): void => {
    stray(request.method, request.url);
    reply
      .code(404)
      .headers(ofErrors)
      .send(shapeAt(request.url).errorBody(desk.spoken('rejected')));
  };
  // Whoever is at no path of ours has made no call.
  const stray = strayPaths(
    everyShape.map(({ path }) => path),
    (line) => desk.note(line),
  );
  const server = fastify({
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: uploadMs,
    keepAliveTimeout: idleMs,
    frameworkErrors: (_error, request, reply) => strayCall(request, reply),
    clientErrorHandler: (error, socket) => refuseBadBytes(error, socket, { misuse: badBytes(desk) }, realTime.wait),
  });
  // JSON alone is read, and kept as it is written: numbers and the order of keys go on unchanged.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, withoutMark(String(text))));
  server.decorateRequest('caller', null);
  for (const shape of everyShape) {
    server.post(shape.path, { onRequest: (request, reply, done) => begins(desk, request, reply, done) }, (request, reply) => {
      const { headers, raw, caller } = request;
      const text = String(request.body);
      const body = fieldsOf(parsedJson(text));
      if (body === undefined) refuse(desk, request, reply, 400);
      else if (caller === null || raw.socket.destroyed) desk.refuse('busy', false);
      else {
        reply.hijack();
        desk.take(caller, { shape, headers, text, body, socket: raw.socket, response: reply.raw });
      }
    });
  }
  server.addHook('onRequest', (request, reply, done) => {
    if (!desk.closing || request.method !== 'POST') done();
    else {
      const spoken = desk.refuse('busy', true);
      reply
        .code(503)
        .headers({ ...ofErrors, connection: 'close', 'retry-after': '10' })
        .send(shapeAt(request.url).errorBody(spoken));
    }
  });
  server.get('/v1/models', () => ({ object: 'list', data: [{ id: 'default', object: 'model', created: 0, owned_by: 'gateway' }] }));
  server.get('/health', () => ({ status: 'ok' }));
  addStatus(server, () => desk.status());
  server.setNotFoundHandler(strayCall);
  server.setErrorHandler((error: { readonly statusCode?: number; readonly message?: string }, request, reply) =>
    refuse(desk, request, reply, error.statusCode ?? 500, error.message),
  );
  return server;
}

/** Whoever has begun to call is waited for when the gateway closes. */
function begins(desk: Desk, request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.caller = desk.begin({ socket: request.raw.socket, response: reply.raw });
  done();
}

/** What is no HTTP, or does not come in time, has no path and makes no call. */
function badBytes(desk: Desk): Api['misuse'] {
  const statuses: Partial<Record<Misuse['kind'], number>> = { 'too-slow': 408, 'long-headers': 431 };
  return ({ kind }) => ({
    status: statuses[kind] ?? 400,
    headers: { 'content-type': 'application/json', ...ofErrors },
    body: shapeAt('').errorBody(desk.spoken('rejected')),
  });
}

/** A call that nobody can read. */
function refuse(desk: Desk, { url, raw }: FastifyRequest, reply: FastifyReply, code: number, why = 'its body is no JSON object'): void {
  reply
    .code(code)
    .headers(ofErrors)
    .send(shapeAt(url).errorBody(desk.refuse('rejected', !raw.socket.destroyed, why)));
}

/** Whose words a caller expects who is at no path of theirs: the first one's. */
function shapeAt(url: string): Shape {
  const [first] = everyShape;
  const found = everyShape.find(({ path }) => url.startsWith(path)) ?? first;
  if (found === undefined) throw new Error('a gateway without an interface');
  return found;
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
