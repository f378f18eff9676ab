import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { formatProblem } from '../../sim/kernel/problem.ts';
import { linesFor, problemsOf } from './problems.ts';
import { smallest } from './smallest.ts';

const folder = mkdtempSync(join(tmpdir(), 'at-capacity '));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const load = (text: string) => loadScenario({ text, folder, env: {} });

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

describe('files that cannot be read', () => {
  const named = (file: string): string => `${smallest}  - { file: ${JSON.stringify(file)} }\n`;
  put('list.yaml', '[1]\n');

  test.each<[string, string]>([
    ['list.yml', 'list.yml no such file; did you mean list.yaml?'],
    ['nothing-like-it.yaml', 'nothing-like-it.yaml no such file'],
    ['.', '. is a folder, expected a file'],
    ['', 'expected the name of a file'],
    ['a\0b', 'a\0b cannot be read: the name holds a NUL character'],
  ])('a strategy in %j', async (file, message) => {
    expect(await linesFor(named(file), { folder })).toEqual([`scenario:6:13 strategies.2.file: ${message}`]);
  });

  test.each<[string, string]>([
    ['none.csv', 'no such file'],
    ['.', 'is a folder, expected a file'],
    ['a\0b', 'cannot be read: the name holds a NUL character'],
  ])('a curve in %j', async (file, message) => {
    const text = smallest.replace('rate: 7/s', `rate: { file: ${JSON.stringify(file)} }`);
    expect(await linesFor(text, { folder })).toEqual([`scenario:2:50 workload.arrivals.poisson.rate.file: ${message}`]);
  });

  test.each<[string, string]>([
    ['none.csv', 'expected a trace file, found none at '],
    ['.', 'expected a trace file, found a folder or device at '],
    ['a\0b', 'expected a trace file, found none at '],
  ])('a trace in %j', async (file, message) => {
    const text = smallest.replace('poisson: { rate: 7/s }', `trace: { file: ${JSON.stringify(file)}, format: azure }`);
    expect(await linesFor(text, { folder })).toEqual([expect.stringContaining(`scenario:2:40 workload.arrivals.trace.file: ${message}`)]);
  });

  test('a scenario on a device, without a name, with line ends of old', async () => {
    const missing = (file: string) => problemsOf({ file }).then((all) => all.map(formatProblem));
    expect(await missing('')).toEqual(['expected the name of a file, found nothing']);
    if (process.platform === 'linux') expect(await missing('/dev/zero')).toEqual(['/dev/zero is larger than 1 MB, the most it may have']);
    const old = put('old.yaml', smallest.replaceAll('\n', '\r').replace('name: naive', 'nam: naive'));
    expect(await missing(old)).toEqual([expect.stringMatching(/old\.yaml:4:5 strategies\.0\.nam: unknown key nam/)]);
  });
});

test('a file with many bad rows: the first, in order, and then how many more', async () => {
  put('bad.csv', `TIMESTAMP,ContextTokens,GeneratedTokens\n${'2023-11-16 18:15:46,1,x\n'.repeat(30)}`);
  const text = smallest.replace('poisson: { rate: 7/s }', 'trace: { file: bad.csv, format: azure }');
  const lines = await linesFor(text, { folder });
  expect(lines.map((line) => line.replace(/ .*?: expected.*/, ''))).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `bad.csv:${index + 2}`),
    'bad.csv … and 10 more',
  ]);
});

/** A module with this schema and this `create`. */
function plugin(options: string, create = '() => ({ delayMs: () => 1 })'): string {
  return `import { z } from "zod";\nexport default { name: "part", summary: "", options: ${options}, examples: [], create: ${create} };\n`;
}

describe('modules', () => {
  test.each<[string, string, string]>([
    ['with an error of syntax', '\nexport const a = ;', 'cannot be loaded: Unexpected token at 2:17'],
    ['that throws what is no error', 'throw null;', 'cannot be loaded: null'],
    ['whose schema throws', plugin('{ safeParse: () => { throw new Error("no schema") } }'), 'its options cannot be checked: no schema'],
    ['whose schema is a fake', plugin('{ safeParse: () => ({}) }'), 'its options cannot be checked: '],
    ['whose schema waits', plugin('z.any().refine(async () => true)'), 'its options cannot be checked: '],
    ['whose name throws', 'export default { get name() { throw new Error("no name") } }', 'its options cannot be checked: no name'],
    ['whose create throws', plugin('z.any()', '() => { throw new Error("not today") }'), ' this module threw Error: not today'],
    ['whose create makes nothing', plugin('z.any()', '() => {}'), 'retry part.ts: expected create to return an object with delayMs()'],
    ['that throws', 'throw new Error("no licence");\nexport const a = 1;', 'cannot be loaded: no licence'],
    ['that exports no plug-in', 'export const a = 1;', 'expected a module whose default or only export is a plug-in'],
    ['that exports two things', 'export const a = 1, b = 2;', 'expected a module whose default or only export is a plug-in'],
  ])('%s', async (_what, code, message) => {
    const file = put('part.ts', code);
    const lines = await linesFor(`${smallest}  - { name: own, retry: { custom: ./part.ts } }\n`, { folder });
    expect(file).toContain('part.ts');
    expect(lines).toEqual([expect.stringMatching(/^scenario:6:35 strategies\.2\.retry\.custom: /)]);
    expect(lines[0]).toContain(message);
  });
});
