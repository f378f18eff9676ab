import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { presetNames } from '../../harness/scenario/source.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';

const examples = readdirSync(packagePath('examples')).filter((file) => file.endsWith('.yaml'));

describe('every example is good as it stands', () => {
  test.each(examples)('%s', async (file) => {
    const { scenario, warnings } = await loadScenario({ file: packagePath('examples', file), env: {} });
    expect(scenario.name).toBe(basename(file, '.yaml'));
    expect(scenario.strategies.length).toBeGreaterThan(1);
    expect(warnings).toEqual([]);
  });

  test.each(presetNames())('%s', async (name) => {
    const { scenario } = await loadScenario({ file: name, env: {} });
    expect(scenario.name).toBe(name);
  });
});

test('everything has every key of the top level', async () => {
  const { written, scenario } = await loadScenario({ file: packagePath('examples', 'everything.yaml'), env: {} });
  expect(Object.keys(written).sort()).toEqual([
    'alarm',
    'baseline',
    'good',
    'name',
    'providers',
    'recommend',
    'replications',
    'seed',
    'slo',
    'strategies',
    'sweep',
    'time',
    'tune',
    'workload',
  ]);
  expect(scenario.strategies.map(({ name }) => name)).toEqual([
    'naive',
    'backoff',
    'what-we-run-today',
    'limited',
    'fleet-wide',
    'side-project',
    'patient',
    'mine',
    'limited@limit=1,retry.attempts=2',
    'limited@limit=1,retry.attempts=4',
    'limited@limit=2,retry.attempts=2',
    'limited@limit=2,retry.attempts=4',
  ]);
  expect(scenario.modules).toEqual([expect.stringMatching(/^file:.*\/examples\/custom-retry\.ts$/)]);
});
