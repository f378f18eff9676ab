import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests in which real time is measured: one file at a time, when nothing else runs. */
const realTime = [
  'test/probe/**/*.test.ts',
  'test/server/**/*.test.ts',
  'test/client/http-upstream/**/*.test.ts',
  'test/live/**/*.test.ts',
  'test/gateway/**/*.test.ts',
];
const notOurs = ['node_modules/**', 'dist/**', 'test/clients/**'];

/** On Node 20 the tests of clients that need a newer one are run by a test that starts such a Node. */
const elsewhere =
  Number(process.versions.node.split('.')[0]) < 22 ? 'test/server/clients/newer/**' : 'test/server/clients/newer-node.test.ts';

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
          exclude: [...notOurs, ...realTime],
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'in real time', include: realTime, exclude: [...notOurs, elsewhere], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
