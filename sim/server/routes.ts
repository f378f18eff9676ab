import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asked, Endpoint, Misuse } from '../dialects/api.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';
import { addAdmin } from './admin/admin.ts';
import type { ResetOptions } from './admin/reset.ts';
import { addBatches } from './batches/add-batches.ts';
import { Exchange, type Named } from './exchange.ts';
import { type Interface, interfaceAt } from './interfaces.ts';
import type { Target } from './life.ts';
import type { ReadMark } from './mark.ts';
import { addOwnRoute } from './own-route.ts';
import type { BodyReader } from './read-body.ts';
import { Upload } from './uploads.ts';
import { epochSeconds, namesOf } from './world.ts';

export interface RoutesOptions extends ResetOptions {
  readonly interfaces: readonly Interface[];
  readonly takesBatches: boolean;
  readonly readBody: BodyReader;
  readonly markOf: ReadMark;
  /** Answers a request that reaches no model. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: ErrorReply) => void;
}

/** The paths that are served; of two interfaces that have the same path, the first one gets it. */
export function addRoutes(server: FastifyInstance, options: RoutesOptions): void {
  const { world, interfaces } = options;
  server.decorateRequest('upload', null);
  // Of what fastify sends; completions and refusals say it themselves.
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(interfaceAt(interfaces, request.url).api.requestId(request.id));
    done(null, payload);
  });
  const taken = new Set<string>();
  const free = (path: string): boolean => !taken.has(path) && taken.add(path) !== undefined;
  for (const one of interfaces) {
    for (const endpoint of one.api.endpoints) if (free(`POST ${one.prefix}${endpoint.path}`)) addEndpoint(server, one, endpoint, options);
    for (const { path, reply } of one.api.lists) {
      if (free(`GET ${one.prefix}${path}`)) server.get(one.prefix + path, () => reply(namesOf(world), epochSeconds(world)));
    }
    if (options.takesBatches) addBatches(server, one, { ...options, free });
    for (const entry of one.api.entries) if (free(`GET ${one.prefix}${entry.path}*`)) addEntry(server, one, entry, options);
  }
  server.get('/health', () => ({ status: 'ok' }));
  addAdmin(server, options);
}

function addEndpoint(server: FastifyInstance, at: Interface, endpoint: Endpoint, options: RoutesOptions): void {
  const place: Place = { ...options, at, endpoint };
  const refuse = (request: FastifyRequest, reply: FastifyReply, misuse: Misuse): void =>
    options.refuse(request, reply, at.api.misuse(misuse, request.id));
  addOwnRoute(server, {
    method: 'POST',
    url: at.prefix + endpoint.path,
    refuse,
    read: (request, got) => {
      request.upload = new Upload(options.uploads, request.raw);
      options.readBody(request, request.raw, got);
    },
    answer: (request, reply) => complete(request, reply, place),
  });
}

function addEntry(server: FastifyInstance, at: Interface, entry: Interface['api']['entries'][number], options: RoutesOptions): void {
  const { world, refuse } = options;
  server.get<{ Params: { '*': string } }>(`${at.prefix}${entry.path}*`, (request, reply) => {
    const name = request.params['*'];
    const target = world.targets.get(name);
    if (target === undefined) {
      refuse(request, reply, at.api.misuse({ kind: 'no-such-model', model: name, path: request.url }, request.id));
      return reply;
    }
    return entry.reply(target.name, epochSeconds(world));
  });
}

interface Place extends RoutesOptions {
  readonly at: Interface;
  readonly endpoint: Endpoint;
}

function complete(request: FastifyRequest, reply: FastifyReply, place: Place): void {
  const { world, at, endpoint, connections, refuse } = place;
  const found = find(request, place);
  if ('refused' in found) {
    refuse(request, reply, found.refused);
    return;
  }
  const { upload } = request;
  if (upload?.goesOn !== true) return;
  const { target } = found;
  const mark = place.markOf({ headers: request.headers, url: request.url, body: request.body, model: target.name });
  const asked = mark.input === undefined ? found.asked : { ...found.asked, inputTokens: mark.input };
  const { dialect, api } = at;
  world.clock.event(
    () =>
      new Exchange({
        world,
        target,
        asked,
        dialect: dialect.name,
        api,
        endpoint,
        errors: target.errors(dialect),
        connections,
        upload,
        request: request.raw,
        response: reply.raw,
        requestId: request.id,
        mark,
      }),
  );
}

/** What is asked, and of which model. */
function find(
  request: FastifyRequest,
  { world, at, endpoint }: Place,
): { readonly asked: Named; readonly target: Target } | { readonly refused: ErrorReply } {
  const { headers, body, id: requestId } = request;
  const params = request.params as Record<string, string>;
  const asked = endpoint.decode({ params, query: request.query as Record<string, unknown>, headers, body, requestId });
  if ('refused' in asked) return asked;
  const { model = namesOf(world)[0] ?? '' } = asked;
  const target = world.targets.get(model);
  if (target !== undefined) return { asked: namesModel(asked) ? asked : { ...asked, model }, target };
  const refused = at.api.misuse({ kind: 'no-such-model', model, path: request.url }, requestId);
  return { refused: endpoint.reword?.(refused) ?? refused };
}

function namesModel(asked: Asked): asked is Named {
  return asked.model !== undefined;
}
