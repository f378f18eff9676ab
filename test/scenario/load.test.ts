// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to variables are part of what is tested
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario, type ScenarioSource } from '../../harness/scenario/load.ts';
import { maxBytes } from '../../harness/scenario/source.ts';
import { formatProblem } from '../../sim/kernel/problem.ts';
import { linesFor, problemsOf } from './problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'at-capacity '));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const smallest = `provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies:
  - name: naive
  - { name: backoff, retry: { exponential: { base: 1s } } }
`;

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

describe('options', () => {
  test('--set changes a value, also inside a preset; what is wrong names the option', async () => {
    const text = `${smallest}  - preset: hammer\n`;
    const { scenario } = await load(text, { sets: ['seed=9', 'strategies.hammer.retry.attempts=7', 'strategies.naive.limit=3'] });
    expect(scenario.seed).toBe(9);
    expect(scenario.strategies[2]).toMatchObject({ name: 'hammer', retry: { attempts: 7, backoff: { fixed: 200 } } });
    expect(scenario.strategies[0]?.limit?.rule).toEqual({ fixed: 3 });
    expect(await linesFor(text, { sets: ['seed=-1', 'tiem.length=1h', 'strategies.hamer.limit=3'] })).toEqual([
      '--set strategies.hamer.limit=3 strategies.hamer.limit: expected a name or position in the list, found hamer; did you mean hammer?',
      '--set tiem.length=1h tiem: unknown key tiem; did you mean time?',
      '--set seed=-1 seed: expected a whole number from 0 up (50000, 50k or 1M), found -1',
    ]);
  });

  test('--requests stops early; what is wrong names the option', async () => {
    expect((await load(smallest, { requests: '5k' })).scenario.workload.requests).toBe(5000);
    expect((await load(smallest, { requests: '100' })).scenario.workload.requests).toBe(100);
    expect(await linesFor(smallest, { requests: 'many' })).toEqual([
      '--requests many workload.requests: expected a whole number from 1 up (50000, 50k or 1M), found "many"',
    ]);
  });

  test('--quick keeps one replication', async () => {
    const { scenario, quick } = await load(smallest, { quick: true });
    expect([scenario.replications, quick]).toEqual([1, true]);
  });

  test.each<[string[], string[], string[]]>([
    // vary, only, names
    [['backoff.retry.attempts=1,2'], [], ['naive', 'backoff', 'backoff@retry.attempts=1', 'backoff@retry.attempts=2']],
    [['retry.exponential.base=500ms'], ['backoff'], ['backoff', 'backoff@retry.exponential.base=500ms']],
    [['limit=2..3'], [], ['naive', 'backoff', 'backoff@limit=2', 'backoff@limit=3']], // the only one beside the first
    [['limit=2', 'retry.attempts=1,4'], [], ['naive', 'backoff', 'backoff@limit=2,retry.attempts=1', 'backoff@limit=2,retry.attempts=4']],
    [['limit=2,3'], ['backoff@limit=3', 'naive'], ['naive', 'backoff@limit=3']],
    [['limit=2,3'], ['naive'], ['naive', 'naive@limit=2', 'naive@limit=3']],
    [[], ['backoff'], ['backoff']],
  ])('--vary %j --only %j leaves %j', async (vary, only, names) => {
    const { scenario } = await load(smallest, { vary, only });
    expect(scenario.strategies.map(({ name }) => name)).toEqual(names);
  });

  test('a varied number is in its variant, the other keys stay', async () => {
    const text = smallest.replace('name: naive', '{ name: limited, limit: { fixed: 5, hold: request } }');
    const { scenario } = await load(text, { vary: ['limited.limit=2', 'limited.timeout.idle=3s'] });
    expect(scenario.strategies[2]).toMatchObject({ limit: { rule: { fixed: 2 }, hold: 'request' }, timeout: { idle: 3000 } });
    expect(scenario.sweep).toEqual({
      strategy: 'limited',
      keys: { limit: [2], 'timeout.idle': [3000] },
      variants: ['limited@limit=2,timeout.idle=3s'],
    });
  });

  test('--vary stands instead of the file’s sweep and means the same strategy', async () => {
    const text = `${smallest}  - { name: limited, limit: 5 }\nsweep: { strategy: limited, limit: [1, 2] }\n`;
    const names = async (vary: string[]) => (await load(text, { vary })).scenario.sweep?.variants;
    expect(await names([])).toEqual(['limited@limit=1', 'limited@limit=2']);
    expect(await names(['limit=7'])).toEqual(['limited@limit=7']);
  });

  test.each<[ScenarioSource, string]>([
    [{ vary: ['limit'] }, '--vary limit expected key=values'],
    [{ vary: ['limit=0'] }, '--vary limit=0 strategies.backoff.limit: expected a whole number from 1 up'],
    [
      { vary: ['retry.atempts=1'] },
      '--vary retry.atempts=1 strategies.backoff.retry.atempts: backoff has no number retry.atempts: unknown key atempts',
    ],
    [
      { vary: ['classify=1'] },
      '--vary classify=1 strategies.backoff.classify: expected a numeric key of the strategy; classify is "by-shape"',
    ],
    [{ vary: ['naive.limit=1', 'backoff.limit=2'] }, '--vary naive.limit=1 expected one strategy to vary, found naive and backoff'],
    [{ vary: ['limit=1..30', 'retry.attempts=1..30'] }, 'expected at most 500 variants, found 900'],
    [{ only: ['naiv'] }, '--only naiv no strategy is called naiv; did you mean naive?'],
  ])('%j: %s', async (source, line) => {
    const lines = await linesFor(smallest, source);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });

  test('which strategy is meant has to be said where there are several', async () => {
    expect(await linesFor(`${smallest}  - name: third\n`, { vary: ['limit=1'] })).toEqual([
      '--vary limit=1 say which strategy, such as --vary naive.limit=1; known: naive, backoff, third',
    ]);
  });

  test('a baseline that is not kept gives its place to the first, with a warning', async () => {
    const { scenario, warnings } = await load(smallest, { only: ['backoff'] });
    expect(scenario.baseline).toBe('backoff');
    expect(warnings).toEqual(['the baseline naive is not among the strategies kept; backoff takes its place']);
  });
});

describe('strategy files', () => {
  mkdirSync(join(folder, 'shared'));
  put(
    'shared/wait.ts',
    'import { z } from "zod";\nexport default { name: "wait", summary: "", options: z.strictObject({ ms: z.number() }), examples: [], create: () => ({ delayMs: () => 1 }) };\n',
  );
  put('shared/patient.yaml', 'x-a: &a { custom: ./wait.ts, options: { ms: 5 } }\nretry: *a\nlimit: 4\n');
  put('shared/broken.yaml', 'retry: { custom: ./wait.ts, options: { ms: many } }\nlimt: 4\nlimit: 3\n');

  test('are named after the file, their keys replaced by those beside it, their paths relative to them', async () => {
    const { scenario } = await load(`${smallest}  - { file: shared/patient.yaml, limit: 2 }\n`);
    const module = expect.stringMatching(/shared\/wait\.ts$/);
    expect(scenario.strategies[2]).toMatchObject({
      name: 'patient',
      limit: { rule: { fixed: 2 } },
      retry: { backoff: { custom: { module } } },
    });
    expect(scenario.modules).toEqual([module]);
  });

  test('what is wrong in one is shown there', async () => {
    expect(await linesFor(`${smallest}  - { file: shared/broken.yaml, limit: none }\n`, { folder })).toEqual([
      'scenario:6:40 strategies.2.limit: expected a whole number from 1 up (50000, 50k or 1M), found "none"',
      'shared/broken.yaml:1:44 strategies.2.retry.options.ms: expected a number, found "many"',
      'shared/broken.yaml:2:1 strategies.2.limt: unknown key limt; did you mean limit?',
    ]);
  });
});

describe('modules', () => {
  test.each<[string, string, string]>([
    ['with an error of syntax', 'export const a = ;', 'cannot be loaded: '],
    ['that throws', 'throw new Error("no licence");\nexport const a = 1;', 'cannot be loaded: no licence'],
    ['that exports no plug-in', 'export const a = 1;', 'expected a module whose default or only export is a plug-in'],
    ['that exports two things', 'export const a = 1, b = 2;', 'expected a module whose default or only export is a plug-in'],
  ])('%s', async (_what, code, message) => {
    const file = put('part.ts', code);
    const lines = await linesFor(`${smallest}  - { name: own, retry: { custom: ./part.ts } }\n`, { folder });
    expect(file).toContain('part.ts');
    expect(lines).toEqual([expect.stringContaining(`scenario:6:35 strategies.2.retry.custom: ${message}`)]);
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
