import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { dayOf } from './day.ts';
import { Events, mostListeners } from './events.ts';
import { sendProblems } from './problems.ts';
import { stateOf } from './state.ts';

/** What stands before every path of the admin API. */
export const adminPrefix = '/_admin';

/** The admin API: what happens now, and how to change it. Bodies and answers are JSON; a bad request has `{ problems: [text] }`. */
export function addAdmin(server: FastifyInstance, world: World): void {
  const state = () => stateOf(world);
  const events = new Events(world.realTime, state);
  server.addHook('preClose', (done) => {
    events.close();
    done();
  });
  server.get(`${adminPrefix}/state`, state);
  server.get(`${adminPrefix}/day`, () => world.clock.event(() => dayOf(world)));
  server.get(`${adminPrefix}/events`, (_request, reply) => {
    if (!events.add(reply.raw)) return sendProblems(reply, 503, [`${mostListeners} listeners are the most; close one first`]);
    return reply.hijack();
  });
}
