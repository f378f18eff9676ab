import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BatchApi, BatchReply, BatchRoute } from '../../dialects/batch-api.ts';
import type { ErrorReply } from '../../dialects/error-reply.ts';
import type { Interface } from '../interfaces.ts';
import { addOwnRoute, type OwnRoute } from '../own-route.ts';
import { bodyReader } from '../read-body.ts';
import { sendError } from '../send-error.ts';
import type { World } from '../world.ts';
import { readForm } from './read-form.ts';

export interface AddBatchesOptions {
  readonly world: World;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: ErrorReply) => void;
  /** Whether nobody has this method and path yet; they are taken then. */
  readonly free: (route: string) => boolean;
}

/** Bodies of which nothing is looked at. */
const smallBytes = 100_000;

/** Characters that are put together before they are written. */
const chunkOfLines = 65_536;

/** The routes of an interface's batches, where it takes any. */
export function addBatches(server: FastifyInstance, at: Interface, options: AddBatchesOptions): void {
  const { batches } = at.dialect;
  if (batches === undefined) return;
  for (const [name, route] of Object.entries(batches.routes)) {
    const url = at.prefix + route.path;
    if (options.free(`${route.method} ${url}`)) addRoute(server, { ...options, at, batches, name, route });
  }
}

interface Place extends AddBatchesOptions {
  readonly at: Interface;
  readonly batches: BatchApi;
  readonly name: string;
  readonly route: BatchRoute;
}

function addRoute(server: FastifyInstance, place: Place): void {
  const { at, route } = place;
  addOwnRoute(server, {
    method: route.method,
    url: at.prefix + route.path,
    refuse: (request, reply, misuse) => place.refuse(request, reply, at.api.misuse(misuse, request.id)),
    read: readerOf(server, route),
    answer: (request, reply) => answer(request, reply, place),
  });
}

/** Reads a body of JSON or a form, or lets go of one that nobody looks at. */
function readerOf(server: FastifyInstance, { takes, mostBytes = smallBytes }: BatchRoute): OwnRoute['read'] {
  if (takes === 'json') {
    const reader = bodyReader(mostBytes, server.getDefaultJsonParser('error', 'error'));
    return (request, got) => reader(request, request.raw, got);
  }
  if (takes === 'form') return (request, got) => readForm(request.raw, mostBytes, got);
  return (request, got) => {
    request.raw.resume();
    got(null);
  };
}

async function answer(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<void> {
  const { at, batches, name, world, refuse } = place;
  const said = world.clock.event(() =>
    world.batches.answer(at.dialect, batches, name, {
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body: request.body,
      requestId: request.id,
      root: `http://${request.headers.host ?? 'localhost'}${at.prefix}`,
    }),
  );
  const headers = at.api.requestId(request.id);
  if ('status' in said) refuse(request, reply, said);
  else if ('json' in said) sendError(reply.raw, { status: 200, headers: { 'content-type': 'application/json' }, body: said.json }, headers);
  else if ('bytes' in said) {
    reply.raw.writeHead(200, { 'content-type': said.type, 'content-length': said.bytes.length, ...headers });
    reply.raw.end(said.bytes);
  } else await sendLines(reply, said, headers);
}

/** Makes the text as fast as it is read. */
async function sendLines(
  reply: FastifyReply,
  { lines, type }: Extract<BatchReply, { readonly lines: Iterable<string> }>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  reply.raw.writeHead(200, { 'content-type': type, ...headers });
  await pipeline(Readable.from(chunksOf(lines)), reply.raw);
}

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < chunkOfLines) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
