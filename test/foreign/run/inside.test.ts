import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

const fixture = (name: string): string => packagePath('test', 'foreign', 'run', 'fixtures', name);

test.each([
  ['whatever it does between two events', 'busy-fixed-wait.mjs'],
  ['whatever way out it tries', 'tries-ways-out.mjs'],
])('a client has the figures of one that only sends and waits, %s', async (_what, file) => {
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '1m' },
      replications: 1,
      provider: { models: { big: { slots: 8, service: { exponential: '1s' } } } },
      workload: { arrivals: { poisson: { rate: '7/s' } }, stream: false },
      strategies: [
        { name: 'plain', code: fixture('fixed-wait.mjs') },
        { name: 'busy', code: fixture(file) },
      ],
    }),
  });
  const [plain, busy] = (await runScenario(scenario, { workers: 0 })).strategies;
  expect(busy?.failure).toBeNull();
  expect(plain?.replications[0]?.requests.offered).toBeGreaterThan(300);
  expect(busy?.replications).toEqual(plain?.replications);
  expect(existsSync('/tmp/at-capacity-way-out')).toBe(false);
});
