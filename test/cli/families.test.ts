import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { families } from '../../harness/cli/families.ts';
import { check } from '../../harness/scenario/faults.ts';
import { withValueAt } from '../../harness/scenario/paths.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { expandWorkload } from '../../harness/workload/presets/registry.ts';
import { causes } from '../../sim/dialects/cause.ts';
import type { Dialect } from '../../sim/dialects/dialect.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';
import type { Registry } from '../../sim/kernel/plugin.ts';

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
  queue: ['strategies', 0, 'limit'],
  route: ['strategies', 0, 'route'],
  adapt: ['strategies', 0, 'adapt'],
  budget: ['strategies', 0, 'budget'],
  pace: ['strategies', 0, 'pace'],
  hedge: ['strategies', 0, 'hedge'],
  breaker: ['strategies', 0, 'breaker'],
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
  dialects: (example) => (Object.values(example)[0] as { readonly dialect: unknown }).dialect,
  jitter: (example) => ({ base: '1s', ...example }),
  queue: (example) => ({ fixed: 5, queue: example }),
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
  const bare = ['scenarios', 'profiles', 'formats', 'check-formats', 'conduct', 'exports', 'logs'];
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

describe('dialects', async () => {
  const items = (await families.find(({ name }) => name === 'dialects')?.items()) ?? [];

  test.each(items.map((item) => [item.name, item] as const))('%s: where it is served, its options, and every refusal', (name, item) => {
    const { api } = dialectOf(name);
    for (const { path } of api?.endpoints ?? []) expect(item.formula).toContain(`POST ${path}`);
    expect(item.options).toBe((dialects as Registry<Dialect>)[name]?.options);
    expect(item.table?.rows.map(([cause]) => cause)).toEqual([...causes, 'capacity in a stream']);
  });

  test('say how a refusal is marked', () => {
    const rows = new Map(items.find(({ name }) => name === 'openai')?.table?.rows);
    expect(rows.get('capacity')).toBe('status 503, type service_unavailable_error, code server_is_overloaded');
    expect(rows.get('server_error')).toBe('status 500, type server_error');
    expect(rows.get('capacity in a stream')).toBe('status 200, type service_unavailable_error, code server_is_overloaded');
  });
});
