import type { FastifyReply } from 'fastify';

/** Answers a request of the admin API that cannot be done: `{ "problems": ["slots: expected …"] }`, all of them at once. */
export function sendProblems(reply: FastifyReply, status: number, problems: readonly string[]): FastifyReply {
  return reply.code(status).send({ problems });
}
