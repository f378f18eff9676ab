import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { names, page, table } from './page.ts';

const path = 'docs/library.md';

/** A block of TypeScript, the name it is imported by, and the output that is said to follow. */
interface Program {
  readonly title: string;
  readonly file: string;
  readonly text: string;
  readonly prints: string | undefined;
}

function programs(): readonly Program[] {
  const found: Program[] = [];
  let title = '';
  const pattern = /^## (.+)$|^```ts\n([\s\S]*?)^```$(?:\n\n```text\n([\s\S]*?)^```$)?/gm;
  for (const [, heading, text, prints] of page(path).text.matchAll(pattern)) {
    if (heading !== undefined) title = heading;
    else if (text !== undefined) {
      const file = /^\/\/ ([\w-]+)\.ts\n/.exec(text)?.[1] ?? `program-${found.length + 1}`;
      found.push({ title, file, text, prints });
    }
  }
  return found;
}

const all = programs();
let folder = '';

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

/** A project that has at-capacity and zod installed, as a user's has. */
beforeAll(() => {
  if (!existsSync(packagePath('dist', 'harness', 'index.js'))) throw new Error('dist/ is missing: run npm test, or node .ci/setup.mjs');
  folder = mkdtempSync(join(tmpdir(), 'a project '));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packagePath(), join(folder, 'node_modules', 'at-capacity'));
  for (const name of ['zod', '@types']) symlinkSync(packagePath('node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const { file, text } of all) writeFileSync(join(folder, `${file}.ts`), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts what a program printed into the block behind it. */
function write({ text, prints }: Program, stdout: string): void {
  const before = `${text}\`\`\`\n\n\`\`\`text\n`;
  const whole = page(path).text.replace(`${before}${prints}`, () => `${before}${stdout}`);
  writeFileSync(packagePath(...path.split('/')), whole);
}

describe('docs/library.md', () => {
  test('its programs compile for somebody who has the package installed', () => {
    const { status, stdout } = node(packagePath('node_modules', 'typescript', 'bin', 'tsc'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test.each(all.map((program) => [program.title, program.file, program] as const))(
    '%s: %s runs and prints what is said',
    (_, file, program) => {
      const { status, stdout, stderr } = node(`${file}.js`);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      if (program.prints === undefined) return;
      if (process.env.UPDATE_GOLDEN === '1') write(program, stdout);
      else expect(program.prints).toBe(stdout);
    },
  );

  test.each([
    ['harness/index.ts', 0],
    ['harness/serve/build-provider.ts', 1],
    ['harness/testing/contract-suite.ts', 2],
    ['harness/testing/start-provider.ts', 3],
    ['harness/testing/vitest.ts', 4],
  ] as const)('lists what %s exports, and no more', (file, nth) => {
    const listed = table(page(path), 'What is exported', nth).flatMap(([cell]) => names(cell));
    expect(listed.toSorted()).toEqual([...exportsOf(readFileSync(packagePath(...file.split('/')), 'utf8'))].toSorted());
  });
});

/** Exported names, of values and types. */
function exportsOf(text: string): ReadonlySet<string> {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const declared = [...text.matchAll(/^export (?:type|const|(?:async )?function|interface|class) (\w+)/gm)].map(([, name = '']) => name);
  return new Set([...lists.map((name) => name.replace(/\btype\b/, '').trim()).filter((name) => name !== ''), ...declared]);
}
