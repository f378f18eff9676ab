import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Misuse } from '../dialects/api.ts';
import { misuseOfBody } from './read-body.ts';

export type Got = (error: Error | null, body?: unknown) => void;

export interface OwnRoute {
  readonly method: HTTPMethods;
  readonly url: string;
  /** Calls `got` at most once, with what becomes the request's body, or with BadBody. */
  readonly read: (request: FastifyRequest, got: Got) => void;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, misuse: Misuse) => void;
}

/**
 * A route whose requests are read and answered here and not by fastify, whose way through parsers, validation and hooks takes
 * as long as our own.
 */
export function addOwnRoute(server: FastifyInstance, { method, url, read, answer, refuse }: OwnRoute): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    // RFC 9112, 3.2.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      refuse(request, reply, { kind: 'unreadable' });
      return;
    }
    const failed = (): void => {
      if (reply.raw.headersSent) reply.raw.destroy();
      else refuse(request, reply, { kind: 'internal' });
    };
    read(request, (error, body) => {
      if (error !== null) {
        refuse(request, reply, misuseOfBody(error));
        return;
      }
      request.body = body;
      try {
        void answer(request, reply)?.catch(failed);
      } catch {
        failed();
      }
    });
  };
  server.route({ method, url, exposeHeadRoute: false, onRequest, handler: unreached });
}

function unreached(): void {}
