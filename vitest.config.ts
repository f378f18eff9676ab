import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests whose figures the machine's other work changes: one file at a time, when nothing else runs. */
const measured = [
  'test/probe/**/*.test.ts',
  'test/live/**/*.test.ts',
  'test/tune/live/**/*.test.ts',
  'test/client/http-upstream/**/*.test.ts',
  'test/gateway/two-hundred.test.ts',
  'test/server/leaving.test.ts',
  'test/server/page/**/*.test.ts',
  'test/foreign/truth/**/*.test.ts',
  'test/foreign/host/**/*.test.ts',
];
/** Tests that talk over sockets and wait, most of their time, for answers in real time. */
const overSockets = ['test/server/**/*.test.ts', 'test/gateway/**/*.test.ts'];
/** Tests that put something else in the place of a module: each needs modules of its own. The others share theirs, read once. */
const exchanging = ['test/formats/write.test.ts', 'test/theory/order.test.ts'];
const notOurs = ['node_modules/**', 'dist/**', 'test/clients/**'];

/** On Node 20 the tests of clients that need a newer one are run by a test that starts such a Node. */
const elsewhere =
  Number(process.versions.node.split('.')[0]) < 22 ? 'test/server/clients/newer/**' : 'test/server/clients/newer-node.test.ts';

/**
 * How often a test whose figures the machine's other work changes is run again when it fails: who measures beside others may
 * have to measure again. Other tests have no such excuse.
 */
const disturbed = 2;

const simulating = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  test: {
    // Simulations are CPU work: on a loaded machine a test may take long without anything being wrong.
    testTimeout: process.env.VERIFY === '1' ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
    setupFiles: ['test/support/fixed-properties.ts'],
    // What is polled for comes at once on a machine that does nothing else.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'simulated',
          include: ['test/**/*.test.ts'],
          exclude: [...notOurs, ...measured, ...overSockets, ...exchanging],
          isolate: false,
          maxWorkers: simulating,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'exchanging modules', include: exchanging, maxWorkers: simulating, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'over sockets',
          include: overSockets,
          exclude: [...notOurs, ...measured, elsewhere],
          maxWorkers: 2,
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
