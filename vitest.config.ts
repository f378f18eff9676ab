import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests whose figures the machine's other work changes: one file at a time, when nothing else runs. */
const measured = [
  'test/probe/**/*.test.ts',
  'test/live/**/*.test.ts',
  'test/client/http-upstream/**/*.test.ts',
  'test/gateway/two-hundred.test.ts',
  'test/server/leaving.test.ts',
  'test/server/page/**/*.test.ts',
  'test/foreign/truth/**/*.test.ts',
];
/** Tests that talk over sockets and wait, most of their time, for answers in real time. */
const overSockets = ['test/server/**/*.test.ts', 'test/gateway/**/*.test.ts'];
const notOurs = ['node_modules/**', 'dist/**', 'test/clients/**'];

/** On Node 20 the tests of clients that need a newer one are run by a test that starts such a Node. */
const elsewhere =
  Number(process.versions.node.split('.')[0]) < 22 ? 'test/server/clients/newer/**' : 'test/server/clients/newer-node.test.ts';

/**
 * How often a test that failed in real time is run again: a machine that stands still for a tenth of a second changes what
 * comes first. Simulated tests have no such excuse.
 */
const disturbed = 2;

export default defineConfig({
  test: {
    // Simulations are CPU work: on a loaded machine a test may take long without anything being wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'simulated',
          include: ['test/**/*.test.ts'],
          exclude: [...notOurs, ...measured, ...overSockets],
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'over sockets',
          include: overSockets,
          exclude: [...notOurs, ...measured, elsewhere],
          maxWorkers: 2,
          retry: disturbed,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'in real time',
          include: measured,
          exclude: notOurs,
          maxWorkers: 1,
          retry: disturbed,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
