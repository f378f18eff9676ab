import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Status } from './status.ts';
import { statusPage, statusPolicy } from './status-page.ts';

const loopback = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const loopbackHost = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i;

/** Which models are free, for people and for programs of this machine alone: callers from elsewhere learn no names. */
export function addStatus(server: FastifyInstance, status: () => Status): void {
  const local = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    // The name that was asked for as well: a page of somebody else's may have a name that leads to this address.
    if (loopback.test(request.socket.remoteAddress ?? '') && loopbackHost.test(request.headers.host ?? '')) done();
    else reply.code(404).send();
  };
  server.get('/_admin/status', { onRequest: local }, () => status());
  server.get('/_admin/', { onRequest: local }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': statusPolicy, 'cache-control': 'no-store' })
      .send(statusPage(status())),
  );
  server.get('/_admin', { onRequest: local }, (_request, reply) => reply.redirect('/_admin/'));
}
