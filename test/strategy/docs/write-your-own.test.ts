import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { loadModules } from '../../../harness/scenario/modules.ts';
import type { createParts } from '../../../harness/strategy/create.ts';
import { none } from '../../../harness/strategy/retry/none.ts';
import type { Backoff } from '../../../harness/strategy/retry/retry.ts';
import type { strategySchema } from '../../../harness/strategy/schema.ts';
import { type ContractCheck, type contractChecks, contractSuite } from '../../../harness/testing/contract-suite.ts';
import type { Plugin, Registry } from '../../../sim/kernel/plugin.ts';
import { refusal } from '../facts.ts';
import { resolved } from '../resolved.ts';
import { blocks, linesOf } from './blocks.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const code = blocks();
const block = (file: string): string => {
  const text = code.get(file);
  if (text === undefined) throw new Error(`docs/strategies.md has no block for ${file}`);
  return text;
};

/** A copy of the package with the page's files put in and built: the registry gets its import and its new line. */
const copy = mkdtempSync(join(tmpdir(), 'at-capacity-docs-'));
const registry = 'harness/strategy/retry/registry.ts';
let compiled: string;

beforeAll(() => {
  for (const folder of ['sim', 'harness', 'reports', 'package.json']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of code) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), file === registry ? registered(text) : text);
  }
  compiled = compile();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The real registry with the import added and the declaration in the place of its own. */
function registered(shown: string): string {
  const before = readFileSync(join(root, registry), 'utf8');
  const [added, declaration] = shown.trim().split('\n\n');
  const after = before.replace(/^export const retries = .*$/m, declaration ?? '');
  expect(after).not.toBe(before);
  return `${added}\n${after}`;
}

test('the blocks are those that this test knows, and short', () => {
  expect([...code.keys()].sort()).toEqual(
    ['harness/strategy/retry/linear.ts', 'harness/strategy/retry/none.ts', registry, 'my-retry.test.ts', 'my-retry.ts'].sort(),
  );
  for (const text of code.values()) expect(linesOf(text)).toBeLessThanOrEqual(15);
});

test('none is shown as it is', () =>
  expect(block('harness/strategy/retry/none.ts')).toBe(readFileSync(join(root, 'harness/strategy/retry/none.ts'), 'utf8')));

test('the shown registry line has every name of the real one', () => {
  const names = (text: string) => /export const retries = \{ (.*) \}/.exec(text)?.[1]?.split(', ');
  expect(names(block(registry))).toEqual([...(names(readFileSync(join(root, registry), 'utf8')) ?? []), 'linear']);
});

test('every block compiles', () => expect(compiled).toBe(''));

/** Builds the copy into its `dist`, where its own package.json says that the library is; returns what is wrong. */
function compile(): string {
  const options = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions;
  const paths = { 'at-capacity': ['./harness/index.ts'], 'at-capacity/contract-suite': ['./harness/testing/contract-suite.ts'] };
  const config = {
    compilerOptions: { ...options, declaration: false, paths },
    include: [...code.keys(), 'sim/**/*.d.ts', 'reports/**/*.d.ts', 'harness/scenario/modules.ts'],
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', copy], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

/** A module of the copy as it was built. */
function built<T>(file: string): Promise<T> {
  return import(pathToFileURL(join(copy, 'dist', file.replace(/\.ts$/, '.js'))).href);
}

describe('as a built-in', () => {
  test('it is registered, read from a scenario, and keeps the contract', async () => {
    const { retries } = await built<{ retries: Registry<Backoff> }>(registry);
    const linear = retries.linear as Plugin<unknown, Backoff>;
    await keepsContract(linear);
    const { strategySchema: schema } = await built<{ strategySchema: typeof strategySchema }>('harness/strategy/schema.ts');
    expect(schema.parse({ name: 'x', retry: { linear: { step: '1500ms' } } })).toEqual({ name: 'x', retry: { linear: { step: 1500 } } });
    const { createParts: create } = await built<{ createParts: typeof createParts }>('harness/strategy/create.ts');
    const spec = resolved({ name: 'x', retry: 'none' });
    const parts = create(
      { ...spec, retry: { ...spec.retry, backoff: { linear: { step: 1500 } }, attempts: 4 } },
      { modules: new Map(), curve: noCurve },
    );
    expect(waits(parts)).toEqual([1500, 3000, 4500]);
  });
});

describe('as custom:', () => {
  const url = pathToFileURL(join(copy, 'my-retry.ts')).href;

  test('it is loaded, created and keeps the contract', async () => {
    const { loadModules: load } = await built<{ loadModules: typeof loadModules }>('harness/scenario/modules.ts');
    const { createParts: create } = await built<{ createParts: typeof createParts }>('harness/strategy/create.ts');
    const modules = await load([url]);
    await keepsContract(modules.get(url) as Plugin<unknown, Backoff>);
    const spec = resolved(
      { name: 'x', retry: { custom: './my-retry.ts', options: { step: '1s' }, attempts: 4 } },
      { moduleUrl: () => url },
    );
    expect(waits(create(spec, { modules, curve: noCurve }))).toEqual([1000, 2000, 3000]);
  });

  test('its own test passes under node:test', () => {
    const said = execFileSync(process.execPath, [join(copy, 'dist', 'my-retry.test.js')], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    expect(said).toMatch(/\bpass 6\b/);
    expect(said).toMatch(/\bfail 0\b/);
  });
});

// The suite takes this runner's tools as well.
contractSuite({ describe, it }, 'retry', none);

async function keepsContract(plugin: Plugin<unknown, Backoff>): Promise<void> {
  const { contractChecks: checksOf } = await built<{ contractChecks: typeof contractChecks }>('harness/testing/contract-suite.ts');
  const checks: readonly ContractCheck[] = checksOf('retry', plugin);
  for (const check of checks) expect(() => check.run(), check.name).not.toThrow();
}

function noCurve(): never {
  throw new Error('no curve is asked for');
}

/** Waits of a request that always meets a full provider. */
function waits({ decide }: ReturnType<typeof createParts>): number[] {
  const outcome = { class: 'capacity', reason: 'test' } as const;
  return [1, 2, 3, 4].flatMap((attempt) => {
    const decision = decide({ attempt, totalAttempts: attempt, totalWaitMs: 0, previousDelayMs: 0, outcome }, refusal(503), 0.5, 0.5);
    return 'waitMs' in decision ? [decision.waitMs] : [];
  });
}
