import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Result } from '../../../reports/result/result.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

const fixture = (name: string): string => packagePath('test', 'foreign', 'run', 'fixtures', name);
const clients = ['fixed-wait', 'busy-fixed-wait', 'tries-ways-out'];

let result: Result;
beforeAll(async () => {
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '20s' },
      replications: 1,
      provider: { models: { big: { slots: 8, service: { exponential: '1s' } } } },
      workload: { arrivals: { poisson: { rate: '7/s' } }, stream: false },
      strategies: clients.map((name) => ({ name, code: fixture(`${name}.mjs`) })),
    }),
  });
  result = await runScenario(scenario, { workers: 0 });
}, 300_000);

test.each([
  ['whatever it does between two events', 'busy-fixed-wait'],
  ['whatever way out it tries', 'tries-ways-out'],
])('a client has the figures of one that only sends and waits, %s', (_what, name) => {
  const [plain, own] = ['fixed-wait', name].map((wanted) => result.strategies.find((strategy) => strategy.name === wanted));
  expect(own?.failure).toBeNull();
  expect(plain?.replications[0]?.requests.offered).toBeGreaterThan(100);
  expect(own?.replications).toEqual(plain?.replications);
});

test('nothing of it is left on the disk', () => {
  expect(existsSync('/tmp/at-capacity-way-out')).toBe(false);
});
