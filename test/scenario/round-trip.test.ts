import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { encodeScenario } from '../../harness/scenario/encode.ts';
import { scenarioHash } from '../../harness/scenario/hash.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { isStructure } from '../../harness/scenario/paths.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { presetNames } from '../../harness/scenario/source.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { emit } from './emit.ts';
import { keyCases } from './key-cases.ts';

const folder = fileURLToPath(new URL('fixtures', import.meta.url));

async function again(scenario: Scenario): Promise<Scenario> {
  const text = stringify(encodeScenario(scenario), { lineWidth: 0, aliasDuplicateObjects: false });
  return (await loadScenario({ text, folder: scenario.folder, env: {} })).scenario;
}

/** Plain JSON, so that a key that is undefined and one that is not there are the same. */
const plain = (scenario: Scenario): unknown => JSON.parse(JSON.stringify(scenario));

async function expectSame(scenario: Scenario, label: string): Promise<void> {
  const second = await again(scenario);
  expect(plain(second), label).toEqual(plain(scenario));
  expect(scenarioHash(second), label).toBe(scenarioHash(scenario));
}

describe('a scenario written with all its defaults is the same scenario', () => {
  test('with every key of the schema', async () => {
    let tried = 0;
    for (const { path, value } of keyCases().cases) {
      const { text } = emit(value);
      const loaded = await loadScenario({ text, folder, env: {} }).catch((error: unknown) => {
        // Some cases name a trace in a format that it does not have.
        if (error instanceof InputError) return undefined;
        throw error;
      });
      if (loaded === undefined) continue;
      await expectSame(loaded.scenario, path.join('.'));
      tried += 1;
    }
    expect(tried).toBeGreaterThan(300);
    // Some twenty seconds of processor time, which a loaded machine stretches.
  }, 600_000);

  test.each([...presetNames(), packagePath('examples', 'everything.yaml')])('%s', async (file) => {
    await expectSame((await loadScenario({ file, env: {} })).scenario, file);
    await expectSame((await loadScenario({ file, env: {}, quick: true, vary: ['limit=1,2'] })).scenario, file);
  });

  test('with any durations, rates and shares', async () => {
    const decimal = fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 999 }))
      .map(([whole, part]) => `${whole}.${part}`);
    const duration = fc.tuple(decimal, fc.constantFrom('ms', 's', 'm')).map((parts) => parts.join(''));
    const rate = fc.tuple(decimal, fc.constantFrom('/s', '/m', '/h')).map((parts) => parts.join(''));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(duration, duration, rate, share, async (service, deadline, arrivals, quality) => {
        const text = emit({
          provider: { models: { big: { slots: 8, service: { exponential: service }, quality } } },
          workload: { arrivals: { poisson: { rate: arrivals } }, deadline },
          strategies: [{ name: 'naive', timeout: { idle: deadline } }],
        }).text;
        await expectSame((await loadScenario({ text, folder, env: {} })).scenario, text);
      }),
      { numRuns: 50 },
    );
  });
});

/** The same value with the keys of every map in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isStructure(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

describe('the hash of a scenario', () => {
  test('does not depend on the order of keys or on the folder, but on every value', async () => {
    const { scenario } = await loadScenario({ file: 'peak-day', env: {} });
    const hash = scenarioHash(scenario);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(scenarioHash(turned(scenario) as Scenario)).toBe(hash);
    expect(scenarioHash({ ...scenario, folder: '/elsewhere' })).toBe(hash);
    expect(scenarioHash({ ...scenario, seed: scenario.seed + 1 })).not.toBe(hash);
    expect(scenarioHash({ ...scenario, strategies: scenario.strategies.slice(1) })).not.toBe(hash);
  });

  test('names modules relative to the folder', async () => {
    const { scenario } = await loadScenario({ file: packagePath('examples', 'custom-retry.yaml'), env: {} });
    const text = JSON.stringify(scenario).replaceAll(pathToFileURL(scenario.folder).href, 'file:///elsewhere');
    const moved = JSON.parse(text.replaceAll(scenario.folder, '/elsewhere')) as Scenario;
    expect(moved.modules).toEqual(['file:///elsewhere/custom-retry.ts']);
    expect(scenarioHash(moved)).toBe(scenarioHash(scenario));
  });
});

test('a job for a worker is plain data', async () => {
  for (const file of [...presetNames(), packagePath('examples', 'everything.yaml')]) {
    const { scenario } = await loadScenario({ file, env: {} });
    expect(structuredClone(scenario)).toEqual(scenario);
    expect(plain(scenario)).toEqual(JSON.parse(JSON.stringify(structuredClone(scenario))));
  }
});
