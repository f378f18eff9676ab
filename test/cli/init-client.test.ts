import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { clientNames, initClient } from '../../harness/cli/init-client.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { clientModule } from '../server/clients.ts';
import { atCapacity, folderWith, readJson } from './at-capacity.ts';

const examples = packagePath('examples', 'clients');
const named = [
  ...['openai', 'anthropic', 'ai-sdk', 'google-genai', 'bedrock', 'langchain', 'axios', 'got', 'undici', 'fetch'],
  ...['p-retry', 'cockatiel', 'opossum', 'bottleneck', 'p-queue'],
];

/** What it says, and what it writes, in a folder of its own. */
function begun(name: string): { readonly folder: string; readonly said: string } {
  const folder = folderWith();
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  initClient(name, join(folder, `${name}.yaml`));
  const said = out.mock.calls.map(([text]) => String(text)).join('');
  out.mockRestore();
  return { folder, said };
}

describe('init --client', () => {
  test('knows fifteen', () => {
    expect(clientNames()).toEqual(named);
  });

  test.each(named)('%s: the module of examples/clients and a scenario that takes it', async (name) => {
    const { folder, said } = begun(name);
    const module = readFileSync(join(folder, `${name}.mjs`), 'utf8');
    expect(module).toBe(readFileSync(join(examples, `${name}.mjs`), 'utf8'));
    const file = join(folder, `${name}.yaml`);
    const { scenario } = await loadScenario({ file });
    expect(scenario.strategies.map(({ code }) => code?.module.split('/').at(-1))).toEqual([undefined, `${name}.mjs`]);
    const compared = parse(readFileSync(join(examples, 'compare.yaml'), 'utf8')).strategies as {
      name: string;
      code: { dialect?: string };
    }[];
    expect(parse(readFileSync(file, 'utf8')).provider.dialect).toBe(compared.find((one) => one.name === name)?.code.dialect ?? 'openai');
    expect(readFileSync(file, 'utf8').match(/◀ \d/g)).toEqual(['◀ 1', '◀ 2']);

    const { dependencies } = readJson(examples, 'package.json') as { dependencies: Record<string, string> };
    const installed = /^ {2}npm install --prefix '.*' (.*)$/m.exec(said)?.[1]?.split(' ') ?? [];
    expect(installed.length).toBeGreaterThan(0);
    for (const [, wanted = ''] of module.matchAll(/ from '([^']+)'/g))
      expect(installed.some((one) => `${wanted}/`.startsWith(`${one.slice(0, one.lastIndexOf('@'))}/`))).toBe(true);
    for (const one of installed) expect(dependencies[one.slice(0, one.lastIndexOf('@'))]).toBe(one.slice(one.lastIndexOf('@') + 1));
  });

  test('says what to do next, and what it begins runs', async () => {
    await clientModule('openai', 'index.mjs', examples);
    const cwd = folderWith();
    const { code, stdout, stderr } = await atCapacity(['init', '--client', 'anthropic'], { cwd });
    const next = 'Next\n  npm install @anthropic-ai/sdk@1.14.0\n  at-capacity run anthropic.yaml\n';
    expect({ code, stderr, next: stdout.slice(stdout.indexOf('Next')) }).toEqual({ code: 0, stderr: '', next });
    symlinkSync(join(examples, 'node_modules'), join(cwd, 'node_modules'));
    const args = ['--requests', '60', '--replications', '1', '--workers', '0', '--quiet', '--out', 'out'];
    expect(await atCapacity(['run', 'anthropic.yaml', ...args], { cwd })).toMatchObject({ code: 0, stderr: '' });
    const { strategies } = readJson(cwd, 'out', 'summary.json');
    expect(strategies.map((one: { failure: unknown; requests: { ok: number } }) => [one.failure, one.requests.ok > 50])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  test('overwrites neither, and then writes neither', async () => {
    const cwd = folderWith({ 'got.mjs': 'mine' });
    const { code, stderr } = await atCapacity(['init', '--client', 'got', '--out', 'day.yaml'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'got.mjs exists and is left as it is\n' });
    expect([readFileSync(join(cwd, 'got.mjs'), 'utf8'), existsSync(join(cwd, 'day.yaml'))]).toEqual(['mine', false]);
  });

  test('writes nothing where the scenario would be the module', async () => {
    const cwd = folderWith();
    const { code, stderr } = await atCapacity(['init', '--client', 'got', '--out', './got.mjs'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '--out is where the module goes: name a scenario, such as got.yaml\n' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('leaves no module where its scenario cannot be written', async () => {
    const cwd = folderWith();
    symlinkSync('nowhere/day.yaml', join(cwd, 'day.yaml'));
    const { code, stderr } = await atCapacity(['init', '--client', 'got', '--out', 'day.yaml'], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/^day\.yaml cannot be written: /) });
    expect(readdirSync(cwd)).toEqual(['day.yaml']);
  });

  test('lists the names beside one that it does not know', async () => {
    const cwd = folderWith();
    const { code, stderr } = await atCapacity(['init', '--client', 'opanai', '--out', ''], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`expected one of ${named.join(', ')}; found opanai; did you mean openai?`);
    expect(stderr).toContain('--out expected the name of a file, found nothing');
    expect(readdirSync(cwd)).toEqual([]);
  });
});
