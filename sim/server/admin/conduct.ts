import type { FastifyInstance } from 'fastify';
import type { NoOnlooker, Onlooker } from '../onlooker.ts';
import type { World } from '../world.ts';
import { sendProblems } from './problems.ts';

/** `GET /_admin/conduct`: how callers retry; a 409 where nobody looks. */
export function addConduct(admin: FastifyInstance, world: World, onlooker: Onlooker | NoOnlooker): void {
  admin.get('/conduct', (_request, reply) =>
    'missing' in onlooker ? sendProblems(reply, 409, [onlooker.missing]) : reply.send(onlooker.report(world.clock.now())),
  );
}
