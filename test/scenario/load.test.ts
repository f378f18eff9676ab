// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to variables are part of what is tested
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario, type ScenarioSource } from '../../harness/scenario/load.ts';
import { maxBytes } from '../../harness/scenario/source.ts';
import { formatProblem } from '../../sim/kernel/problem.ts';
import { linesFor, problemsOf } from './problems.ts';
import { smallest } from './smallest.ts';

const folder = mkdtempSync(join(tmpdir(), 'at-capacity '));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const load = (text: string, more: ScenarioSource = {}) => loadScenario({ text, folder, env: {}, ...more });

describe('defaults', () => {
  test('of the smallest scenario', async () => {
    const { scenario } = await loadScenario({ file: put('My first (1).yaml', smallest), env: {} });
    expect(scenario).toMatchObject({
      name: 'my-first-1',
      seed: 1,
      replications: 5,
      time: { start: '2026-03-02T00:00', zone: 'UTC', length: 3_600_000, warmUp: 0, drain: 'unlimited' },
      good: {},
      slo: {},
      baseline: 'naive',
      recommend: { maxAmplification: 1.5, balance: 0.01 },
      modules: [],
    });
    expect(scenario.sweep).toBeUndefined();
    expect(scenario.workload).toMatchObject({ clients: 1, model: 'big', sizes: { input: 500, output: 200 }, stream: true });
    const provider = scenario.providers.default;
    expect(provider).toMatchObject({ dialect: 'openai', network: { rtt: 20 }, faults: [] });
    expect(provider?.pools).toEqual({ big: { slots: 8, queue: { length: 0 } } });
    expect(provider?.models.big).toMatchObject({
      pool: 'big',
      service: { exponential: 1000 },
      capacityAs: { status: 1 },
      refuseAfter: 10,
      onCancel: 'release',
      usdPerMillion: { input: 0, output: 0 },
      quality: 1,
    });
    expect(scenario.strategies[1]).toMatchObject({
      name: 'backoff',
      classify: 'by-shape',
      retry: { attempts: 3, hint: { use: 'floor', jitter: 0.2, max: 60_000, over: 'give-up' } },
      route: { ordered: ['big'], order: 'retry-first', afterFirstToken: 'fail' },
    });
  });

  test('of a limit: its queue waits as long as the caller, at most 20 s', async () => {
    const limited = smallest.replace('name: naive', '{ name: naive, limit: 5 }');
    const wait = async (text: string) => (await load(text)).scenario.strategies[0]?.limit?.queue.maxWait;
    expect(await wait(limited)).toBe(20_000);
    expect(await wait(limited.replace('} } }\nstr', '} }, deadline: 5s }\nstr'))).toBe(5000);
    expect(await wait(limited.replace('} } }\nstr', '} }, deadline: 60s }\nstr'))).toBe(20_000);
  });
});

describe('sources', () => {
  test('numbers alone make the smallest file', async () => {
    const { scenario } = await loadScenario({ adHoc: { rate: '7/s', slots: '8', service: '1s' }, env: {} });
    const { scenario: written } = await load(smallest);
    expect({ ...scenario, name: '', folder: '' }).toEqual({ ...written, name: '', folder: '' });
  });

  test('what is wrong with such numbers is said of the option', async () => {
    const problems = await problemsOf({ adHoc: { rate: '7', slots: '-1', service: '1' } });
    expect(problems.map(({ file, line }) => [file, line])).toEqual([
      ['--slots -1', undefined],
      ['--service 1', undefined],
      ['--rate 7', undefined],
    ]);
  });

  test('a name of a ready scenario, unless a file is called so', async () => {
    expect((await loadScenario({ file: 'peak-day', env: {} })).scenario.strategies.length).toBe(18);
    expect((await loadScenario({ env: {} })).scenario.name).toBe('peak-day');
  });

  test.each<[string, () => string, string]>([
    ['that is not there', () => join(folder, 'none.yaml'), 'no such file'],
    ['that is nearly a ready one', () => 'peek-day', 'no such file; did you mean peak-day?'],
    ['in a folder that is not there', () => join(folder, 'none', 'x.yaml'), 'no such file'],
    ['that is a folder', () => folder, 'is a folder, expected a file'],
    ['below a file', () => join(put('plain.yaml', smallest), 'x.yaml'), 'no such file'],
    ['that is binary', () => put('binary.yaml', new Uint8Array([1, 0, 2])), 'is a binary file'],
    ['in UTF-16', () => put('utf16.yaml', Buffer.from('\ufeffa: 1', 'utf16le')), 'is UTF-16 text'],
    ['in Latin 1', () => put('latin.yaml', Buffer.from('name: caf\xe9', 'latin1')), 'is not UTF-8 text'],
    ['that is too large', () => put('large.yaml', 'x'.repeat(maxBytes + 1)), 'is larger than 1 MB'],
    ['that is empty', () => put('empty.yaml', ''), 'expected a map of keys, found nothing'],
  ])('a file %s', async (_what, path, message) => {
    const file = path();
    const problems = await problemsOf({ file });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file, message: expect.stringContaining(message) });
  });

  test('a byte order mark and carriage returns are as good', async () => {
    const { scenario } = await loadScenario({ file: put('marked.yaml', `\ufeff${smallest.replaceAll('\n', '\r\n')}`), env: {} });
    expect(scenario.strategies.map(({ name }) => name)).toEqual(['naive', 'backoff']);
  });

  test('anchors, merges, x- keys and variables', async () => {
    const { scenario } = await load(
      `x-retry: &retry { exponential: { base: 1s }, attempts: 4 }\n${smallest.replace('rate: 7/s', 'rate: "${RATE:-9/s}"').replace('{ exponential: { base: 1s } } }', '{ <<: *retry, attempts: 2 } }')}`,
      { env: { RATE: '3/s' } },
    );
    expect(scenario.workload.arrivals).toEqual({ poisson: { rate: 3 } });
    expect(scenario.strategies[1]?.retry).toMatchObject({ attempts: 2, backoff: { exponential: { base: 1000 } } });
  });

  test('what is wrong in an anchor is said once, however often it is used', async () => {
    const text = `x-guard: &guard { idel: 5s }\n${smallest.replace('name: naive', '{ name: naive, timeout: *guard }').replace('name: backoff,', 'name: backoff, timeout: *guard,')}`;
    expect(await linesFor(text)).toEqual(['scenario:1:19 strategies.0.timeout.idel: unknown key idel; did you mean idle?']);
  });
});

describe('models of several providers', () => {
  const two = `providers:
  a: { models: { big: { slots: 8, service: 1s }, small: { slots: 8, service: 1s } } }
  b: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: one, route: [small, b/big] } ]
`;
  test('are named with their provider where the name alone does not do', async () => {
    const { scenario } = await load(two);
    expect(scenario.workload.model).toBe('a/big');
    expect(scenario.strategies[0]?.route.ordered).toEqual(['small', 'b/big']);
    expect(await linesFor(two.replace('b/big', 'big'))).toEqual([
      'scenario:5:43 strategies.0.route.1: 2 providers have a model big; write a/big or b/big',
    ]);
  });
});

test('problems are lines of file, line, column, key and what was expected', () => {
  expect(formatProblem({ file: 'f.yaml', line: 3, column: 5, key: 'a.b', message: 'expected c' })).toBe('f.yaml:3:5 a.b: expected c');
});
