import { expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** What a run says of code in ten seconds of a free provider. */
async function warningsOf(name: string, workload: object = {}): Promise<readonly string[]> {
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '10s' },
      replications: 1,
      provider: { models: { big: { slots: 100, firstToken: '100ms', tokensPerSecond: 100 } } },
      workload: { arrivals: { constant: { rate: '1/s' } }, ...workload },
      strategies: [{ name: 'mine', code: packagePath('test', 'foreign', 'run', 'fixtures', `${name}.mjs`) }],
    }),
  });
  return (await runScenario(scenario, { workers: 0 })).warnings;
}

test('a stream that nobody reads is told', async () => {
  expect(await warningsOf('leaves-unread', { stream: true })).toEqual([
    'mine returns while its answer still comes, which is no answer: read the stream to its end (10 times)',
  ]);
});

test('a model that is not there is told', async () => {
  expect(await warningsOf('falls-back-to-nothing')).toEqual([
    'mine asks for model small, which the scenario does not have: POST /openai/v1/chat/completions is told 404 (10 times)',
  ]);
});

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
