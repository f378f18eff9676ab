import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { families } from '../../harness/cli/families.ts';
import { check } from '../../harness/scenario/faults.ts';
import { withValueAt } from '../../harness/scenario/paths.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { expandWorkload } from '../../harness/workload/presets/registry.ts';

const sound = {
  provider: {
    pools: { big: { slots: 8, otherTenants: { load: 0.5, hold: '20s' } } },
    models: { flagship: { pool: 'big' }, light: { pool: 'big' }, flaky: { pool: 'big' } },
  },
  workload: { arrivals: { poisson: { rate: '7/s' } } },
  strategies: [{ name: 'naive' }],
};

/** Where what a family's examples show stands in a scenario. */
const places: Readonly<Record<string, readonly PropertyKey[]>> = {
  presets: ['strategies'],
  workloads: ['workload'],
  classify: ['strategies', 0, 'classify'],
  retry: ['strategies', 0, 'retry'],
  jitter: ['strategies', 0, 'retry', 'exponential'],
  limit: ['strategies', 0, 'limit'],
  route: ['strategies', 0, 'route'],
  arrivals: ['workload', 'arrivals'],
  traces: ['workload', 'arrivals'],
  curves: ['provider', 'pools', 'big', 'otherTenants', 'load'],
  faults: ['provider', 'faults'],
  dialects: ['provider', 'dialect'],
  measures: ['slo'],
};

/** What has to stand around an example. */
const around: Readonly<Record<string, (example: object) => unknown>> = {
  workloads: (example) => expandWorkload(Object.values(example)[0]),
  dialects: (example) => (Object.values(example)[0] as { readonly dialect: string }).dialect,
  jitter: (example) => ({ base: '1s', ...example }),
  traces: (example) => ({ trace: { file: 'azure-conv.csv', ...example } }),
};

describe.each(Object.entries(places))('%s', async (family, path) => {
  const items = (await families.find(({ name }) => name === family)?.items()) ?? [];
  test.each(items.flatMap(({ example }) => (example === undefined ? [] : [example])))('%s can be written in a scenario', (example) => {
    const written = parse(example) as object;
    const value = around[family]?.(written) ?? Object.values(written)[0];
    expect(check(scenarioSchema, withValueAt(sound, path, value))).toHaveProperty('data');
  });
});

test('every family has examples that are checked above, or bare names', () => {
  const bare = ['scenarios', 'queue', 'profiles', 'formats'];
  expect(
    families
      .map(({ name }) => name)
      .filter((name) => !bare.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(places).toSorted());
});

test('the check finds an example that is wrong', () => {
  expect(check(scenarioSchema, withValueAt(sound, ['strategies', 0, 'retry'], { fixed: 2 }))).toHaveProperty('faults');
});
