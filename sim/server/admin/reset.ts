import type { FastifyInstance } from 'fastify';
import type { Connections } from '../connections.ts';
import type { Journal } from '../journal.ts';
import type { NoOnlooker, Onlooker } from '../onlooker.ts';
import type { Uploads } from '../uploads.ts';
import type { World } from '../world.ts';
import type { Metrics } from './metrics.ts';
import { stateOf } from './state.ts';

export interface ResetOptions {
  readonly world: World;
  readonly uploads: Uploads;
  readonly connections: Connections;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly onlooker: Onlooker | NoOnlooker;
}

/**
 * `POST /_admin/reset`: everything as at the start, time too. Open answers end, their connections are lost; requests that
 * are still arriving are the first of the new time.
 */
export function addReset(admin: FastifyInstance, { world, uploads, connections, journal, metrics, onlooker }: ResetOptions): void {
  admin.post('/reset', () => {
    const arriving = uploads.open;
    connections.close();
    world.reset();
    journal.restart();
    metrics.restart();
    if ('watcher' in onlooker) onlooker.restart();
    for (const upload of arriving) upload.restart();
    return stateOf(world);
  });
}
