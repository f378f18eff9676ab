import type { FastifyInstance } from 'fastify';
import { stateOf } from '../admin/state.ts';
import type { World } from '../world.ts';
import { headers, livePage } from './live-page.ts';
import { providerPage } from './provider-page.ts';
import { Recent, type Snapshot } from './recent.ts';

/** Of real time, ms. */
const everyMs = 1000;

/** The live page at `/`. */
export function addPage(server: FastifyInstance, world: World): void {
  const { watchTime } = world;
  const recent = new Recent();
  const now = (): Snapshot => ({ atMs: watchTime.nowMs(), state: stateOf(world) });
  let stop = (): void => {};
  const keep = (): void => {
    recent.add(now());
    stop = watchTime.wait(everyMs, keep);
  };
  keep();
  server.addHook('onClose', (_instance, done) => {
    stop();
    done();
  });
  server.get('/', (_request, reply) => {
    const page = world.clock.event(() => providerPage(world, now(), recent.all));
    return reply.headers(headers).send(livePage(page));
  });
}
