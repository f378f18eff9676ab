import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReply } from '../dialects/dialect.ts';
import type { Asked, Wire } from '../dialects/wire.ts';
import type { Connections } from './connections.ts';
import { Exchange } from './exchange.ts';
import { stateOf } from './state.ts';
import type { Uploads } from './uploads.ts';
import { epochSeconds, namesOf, type Target, type World } from './world.ts';

const prefixes = ['/v1', '/openai/v1'] as const;

export interface RoutesOptions {
  readonly world: World;
  readonly wire: Wire;
  readonly uploads: Uploads;
  readonly connections: Connections;
  /** Answers a request that reaches no model. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: ErrorReply) => void;
}

/** The paths that are served. */
export function addRoutes(server: FastifyInstance, options: RoutesOptions): void {
  const { world, wire, uploads, refuse } = options;
  const names = namesOf(world);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(wire.requestId(request.id));
    done();
  });

  for (const prefix of prefixes) {
    const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
      uploads.begin(request.raw);
      done();
    };
    server.post(`${prefix}/chat/completions`, { onRequest }, (request, reply) => complete(request, reply, options));
    server.get(`${prefix}/models`, () => wire.models(names, epochSeconds(world)));
    server.get<{ Params: { '*': string } }>(`${prefix}/models/*`, (request, reply) => {
      const name = request.params['*'];
      const target = world.targets.get(name);
      if (target === undefined) {
        refuse(request, reply, wire.misuse({ kind: 'no-such-model', model: name }));
        return reply;
      }
      return wire.model(target.name, epochSeconds(world));
    });
  }
  server.get('/health', () => ({ status: 'ok' }));
  server.get('/_admin/state', () => stateOf(world));
}

function complete(request: FastifyRequest, reply: FastifyReply, options: RoutesOptions): void {
  const { world, wire, uploads, connections, refuse } = options;
  const found = find(request.body, world, wire);
  if ('refused' in found) {
    refuse(request, reply, found.refused);
    return;
  }
  uploads.complete(request.raw);
  reply.hijack();
  const number = retryOf(request.headers['x-stainless-retry-count']);
  world.clock.event(
    () => new Exchange({ ...found, world, wire, connections, request: request.raw, response: reply.raw, requestId: request.id, number }),
  );
}

/** What is asked, and of which model. */
function find(
  body: unknown,
  world: World,
  wire: Wire,
): { readonly asked: Asked; readonly target: Target } | { readonly refused: ErrorReply } {
  const asked = wire.decode(body);
  if ('refused' in asked) return asked;
  const target = world.targets.get(asked.model);
  return target === undefined ? { refused: wire.misuse({ kind: 'no-such-model', model: asked.model }) } : { asked, target };
}

/** The openai clients say which try it is; anybody else is at the first. */
function retryOf(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,3}$/.test(header) ? Number(header) : 0;
}
