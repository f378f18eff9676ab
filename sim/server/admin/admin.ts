import type { FastifyInstance } from 'fastify';
import { addConduct } from './conduct.ts';
import { addCurves } from './curves.ts';
import { dayOf } from './day.ts';
import { addEvents } from './events.ts';
import { addFaults } from './faults.ts';
import { addIndex } from './index-of-calls.ts';
import { addJournal } from './journal.ts';
import { addMetrics } from './metrics.ts';
import { adminPrefix } from './prefix.ts';
import { answerProblems, ignoreTypeOfNothing } from './problems.ts';
import { addReset, type ResetOptions } from './reset.ts';
import { addScripts } from './scripts.ts';
import { stateOf } from './state.ts';

/** The admin API: what happens now, and how to change it. Bodies and answers are JSON; a bad request has `{ problems: [text] }`. */
export function addAdmin(server: FastifyInstance, options: ResetOptions): void {
  const { world, journal, metrics } = options;
  server.register(
    (admin, _options, done) => {
      answerProblems(admin);
      ignoreTypeOfNothing(admin);
      addIndex(admin);
      admin.get('/state', () => stateOf(world));
      admin.get('/day', () => world.clock.event(() => dayOf(world)));
      addEvents(admin, world);
      addCurves(admin, world);
      addFaults(admin, world);
      addScripts(admin, world);
      addJournal(admin, world, journal);
      addConduct(admin, world, options.onlooker);
      addMetrics(admin, '/metrics', world, metrics);
      addReset(admin, options);
      done();
    },
    { prefix: adminPrefix },
  );
  addMetrics(server, '/metrics', world, metrics);
}
