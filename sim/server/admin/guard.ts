import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headers } from '../page/live-page.ts';
import { lockedPage } from '../page/locked-page.ts';
import { adminPrefix } from './prefix.ts';
import { sendProblems } from './problems.ts';

const changing = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Lets only those to the admin API, the metrics and the page who may use them. With a token: whoever says it as
 * `authorization: Bearer …`. Without one: this machine alone, and only under a name of its own, so that no web page can
 * reach it through a name that it points here. A call that changes something from another site's page is refused in any case.
 */
export function addGuard(server: FastifyInstance, token: string | undefined): void {
  server.addHook('onRoute', (route) => {
    if (!isGuarded(route.url)) return;
    const guard = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const problem = problemWith(request, token);
      if (problem === undefined) done();
      else refuse(reply, problem, route.url);
    };
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}

function isGuarded(route: string): boolean {
  return route === '/' || route === '/metrics' || route === adminPrefix || route.startsWith(`${adminPrefix}/`);
}

interface Problem {
  readonly status: 401 | 403;
  readonly message: string;
}

function problemWith(request: FastifyRequest, token: string | undefined): Problem | undefined {
  const { host, origin, authorization } = request.headers;
  if (token === undefined) {
    if (!isLoopback(request.socket.remoteAddress ?? ''))
      return { status: 401, message: 'from another machine only with the token of --admin-token' };
    if (!isOwnName(host ?? ''))
      return { status: 403, message: `expected the host localhost or 127.0.0.1, found ${JSON.stringify(host ?? '')}` };
  } else if (!isToken(authorization, token)) {
    return { status: 401, message: 'expected the header authorization: Bearer and the token that the server was started with' };
  }
  const isForeign =
    changing.includes(request.method) && origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
  return isForeign ? { status: 403, message: `expected the server's own origin or none, found ${JSON.stringify(origin)}` } : undefined;
}

function refuse(reply: FastifyReply, { status, message }: Problem, route: string): void {
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="at-capacity"');
  if (route === '/' && status === 401) reply.code(status).headers(headers).send(lockedPage());
  else sendProblems(reply, status, [message]);
}

/** In the same time whatever is wrong. */
function isToken(authorization: string | undefined, token: string): boolean {
  const said = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(said), digest(token)) && said !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** An address of this machine that no other one reaches. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) || address === '::1';
}

/** A host header that only this machine itself is called by. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}
