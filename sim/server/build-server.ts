import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Misuse } from '../dialects/api.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';
import { addGuard } from './admin/guard.ts';
import { Metrics } from './admin/metrics.ts';
import { refuseBadBytes } from './bad-bytes.ts';
import { idleMs, uploadMs } from './bounds.ts';
import { Connections } from './connections.ts';
import { hexId } from './hex-id.ts';
import { interfaceAt, interfacesOf } from './interfaces.ts';
import { Journal, usualJournal } from './journal.ts';
import { markOf, type ReadMark } from './mark.ts';
import type { NoOnlooker, Onlooker } from './onlooker.ts';
import { addPage } from './page/add-page.ts';
import { BadBody, bodyReader } from './read-body.ts';
import { addRoutes } from './routes.ts';
import { sendError } from './send-error.ts';
import { Uploads } from './uploads.ts';
import type { World } from './world.ts';

/** Largest body of a request by default, bytes: some two million tokens. */
const usualBodyLimit = 10_000_000;

/** Names of models stand in paths, some of them longer than fastify's 100 characters; a head is no longer than this. */
const longestName = 16_384;

export interface ServerOptions {
  readonly world: World;
  /** Largest body, bytes. */
  readonly bodyLimit?: number | undefined;
  /** Whose request it is; default: what our own client and two others say in headers. */
  readonly markOf?: ReadMark | undefined;
  /** Attempts that the journal keeps; default 1,000. */
  readonly journal?: number | undefined;
  /** Whoever says it may use the admin API, the metrics and the page; without one, this machine alone. */
  readonly adminToken?: string | undefined;
  /** The live page at `/`, which looks at everything once a second; default true. */
  readonly page?: boolean | undefined;
  /** Batches are taken; default true. Their requests are no attempts of a run. */
  readonly batches?: boolean | undefined;
  /** Metrics have the process's own too; default false. */
  readonly processMetrics?: boolean | undefined;
  /** Who says how callers retry, or why nobody does. */
  readonly onlooker?: Onlooker | NoOnlooker | undefined;
}

const nobody: NoOnlooker = { missing: 'nobody looks at how callers retry: start the server with --report' };

/**
 * The HTTP side of a simulated provider: every dialect under its name, the providers' own at the root, `/health`, `/_admin/state`.
 * Not listening yet. `close` ends every open answer and stops the world.
 */
export function buildServer({
  world,
  bodyLimit = usualBodyLimit,
  page = true,
  batches = true,
  ...options
}: ServerOptions): FastifyInstance {
  const interfaces = interfacesOf(world.dialects);
  const at = (url: string) => interfaceAt(interfaces, url).api;
  const connections = new Connections();
  const uploads = new Uploads(world, connections);
  const journal = new Journal(options.journal ?? usualJournal);
  const metrics = new Metrics(world, options);
  world.watchers.push(journal, metrics);
  const onlooker = options.onlooker ?? nobody;
  const readMark = options.markOf ?? markOf;
  if ('watcher' in onlooker) world.watchers.push(onlooker.watcher);
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: ErrorReply): void => {
    request.upload?.rejected();
    reply.hijack();
    sendError(reply.raw, error, at(request.url).requestId(request.id));
    const { method, url, body } = request;
    const rejection = { method, path: url.split('?', 1)[0] ?? '', status: error.status, ms: reply.elapsedTime, model: modelIn(body) };
    for (const watcher of world.watchers) watcher.rejected?.(rejection);
  };
  const noSuchPath = (request: FastifyRequest, reply: FastifyReply): void =>
    refuse(request, reply, at(request.url).misuse({ kind: 'no-such-path', method: request.method, path: request.url }, request.id));

  const server = fastify({
    bodyLimit,
    requestTimeout: uploadMs,
    keepAliveTimeout: idleMs,
    forceCloseConnections: true,
    genReqId: numbered(),
    routerOptions: { maxParamLength: longestName },
    // Said in the words of the dialect: routes.ts.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => refuseBadBytes(error, socket, at('/'), (ms, run) => void world.watchTime.wait(ms, run)),
    frameworkErrors: (_error, request, reply) => noSuchPath(request, reply),
  });
  // JSON alone is read.
  server.removeAllContentTypeParsers();
  const readBody = bodyReader(bodyLimit, server.getDefaultJsonParser('error', 'error'));
  server.addContentTypeParser('application/json', readBody);
  server.setNotFoundHandler(noSuchPath);
  server.setErrorHandler((error: FastifyError, request, reply) =>
    refuse(request, reply, at(request.url).misuse(misuseOf(error, request), request.id)),
  );
  server.addHook('onClose', (_instance, done) => {
    connections.close();
    world.close();
    done();
  });
  addGuard(server, options.adminToken);
  const seen: ReadMark = (request) => {
    if ('watcher' in onlooker) onlooker.came(request);
    return readMark(request);
  };
  addRoutes(server, {
    world,
    takesBatches: batches,
    interfaces,
    uploads,
    connections,
    journal,
    metrics,
    onlooker,
    readBody,
    refuse,
    markOf: seen,
  });
  if (page) addPage(server, world);
  return server;
}

/** Ids of requests, in the order in which their heads come. */
function numbered(): () => string {
  let requests = 0;
  return () => `req_${hexId(requests++, 32)}`;
}

function misuseOf(error: FastifyError, request: FastifyRequest): Misuse {
  if (error instanceof BadBody) return error.misuse;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { kind: 'not-json', contentType: request.headers['content-type'] };
  return (error.statusCode ?? 500) < 500 ? { kind: 'unreadable' } : { kind: 'internal' };
}

function modelIn(body: unknown): string | undefined {
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  return typeof model === 'string' ? model : undefined;
}
