import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { fieldsOf } from '../../sim/dialects/reading/fields.ts';
import { addStatus } from './add-status.ts';
import type { Desk } from './desk.ts';
import type { Shape } from './shape.ts';
import { shapes } from './shapes/registry.ts';

/** Largest body of a call, bytes. */
const bodyLimit = 20_000_000;
/** A caller that takes longer for its request is dropped, ms. */
const uploadMs = 60_000;

/** The HTTP side of a gateway: an interface at each shape's path, and for this machine alone which models are free. */
export function buildGatewayServer(desk: Desk): FastifyInstance {
  const server = fastify({ bodyLimit, forceCloseConnections: true, requestTimeout: uploadMs });
  const refuse = (request: FastifyRequest, reply: FastifyReply, code: number): void => {
    reply.code(code).send(shapeAt(request.url).errorBody(desk.rejected()));
  };
  for (const shape of shapes) {
    server.post(shape.path, (request, reply) => {
      const body = fieldsOf(request.body);
      if (body === undefined) refuse(request, reply, 400);
      else {
        reply.hijack();
        desk.take(shape, { headers: request.headers, body, response: reply.raw });
      }
    });
  }
  server.get('/v1/models', () => ({ object: 'list', data: [{ id: 'default', object: 'model', created: 0, owned_by: 'gateway' }] }));
  server.get('/health', () => ({ status: 'ok' }));
  addStatus(server, () => desk.status());
  server.setNotFoundHandler((request, reply) => refuse(request, reply, 404));
  server.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    refuse(request, reply, statusCode);
  });
  return server;
}

/** Whose words a caller expects who is at no path of theirs: the first one's. */
function shapeAt(url: string): Shape {
  const [first] = shapes;
  const found = shapes.find(({ path }) => url.startsWith(path)) ?? first;
  if (found === undefined) throw new Error('a gateway without an interface');
  return found;
}
