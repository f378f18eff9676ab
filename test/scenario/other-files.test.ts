import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { linesFor } from './problems.ts';
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
