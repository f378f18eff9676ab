import { expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

test('a mistake in the code is told with its place; what it throws on purpose only where nothing was answered', async () => {
  const folder = packagePath('test', 'foreign', 'run', 'fixtures');
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '10s' },
      replications: 1,
      provider: { models: { big: { slots: 100, service: '100ms' } } },
      workload: { arrivals: { poisson: { rate: '3/s' } }, stream: false },
      strategies: ['slips', 'no-key', 'open-circuit'].map((name) => ({ name, code: `${folder}/${name}.mjs` })),
    }),
  });
  const { strategies, warnings } = await runScenario(scenario, { workers: 0 });
  const offered = strategies[0]?.replications[0]?.requests.offered ?? 0;
  expect(offered).toBeGreaterThan(10);
  const told = (name: string) => warnings.filter((warning) => warning.startsWith(`${name} fails by itself`));
  expect(told('slips')).toEqual([expect.stringMatching(/: TypeError: .*'content'.* at .*slips\.mjs:9 \(\d+ times\)$/)]);
  expect(told('slips')[0]).toContain(`(${offered} times)`);
  expect(told('no-key')).toEqual([expect.stringMatching(/: Error: no key is set at .*no-key\.mjs:3 \(\d+ times\)$/)]);
  expect(told('open-circuit')).toEqual([]);
});
