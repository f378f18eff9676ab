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
  const snapshot = (): Snapshot => ({ atMs: watchTime.nowMs(), state: stateOf(world), life: world.books });
  let stop = (): void => {};
  const keep = (): void => {
    recent.add(snapshot());
    stop = watchTime.wait(everyMs, keep);
  };
  keep();
  server.addHook('onClose', (_instance, done) => {
    stop();
    done();
  });
  server.get('/', (_request, reply) => {
    const page = world.clock.event(() => {
      const now = snapshot();
      return providerPage(world, now, recent.comparable(now));
    });
    return reply.headers(headers).send(livePage(page));
  });
}
