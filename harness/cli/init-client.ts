import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { suggest } from '../scenario/suggest.ts';
import { commandLine, quoted } from './command-line.ts';
import { systemReason } from './system-error.ts';

/** A strategy of the scenario that has all of them. */
interface Example {
  readonly name: string;
  readonly code: string | { readonly dialect: string };
}

const example = (...path: string[]): string => readFileSync(packagePath('examples', 'clients', ...path), 'utf8');

const examples = (): readonly Example[] => (parse(example('compare.yaml')) as { readonly strategies: readonly Example[] }).strategies;

/** Clients that can be begun with. */
export function clientNames(): readonly string[] {
  return examples().map(({ name }) => name);
}

/** A fault of the name of a client; undefined where it is one. */
export function clientProblem(wanted: string): Problem | undefined {
  const names = clientNames();
  if (names.includes(wanted)) return undefined;
  const near = suggest(wanted, names);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  return { file: '--client', message: `expected one of ${names.join(', ')}; found ${visible(wanted)}${meant}` };
}

/** Writes the module of a client and a scenario that takes it through a day, the first beside the second. Overwrites neither. */
export function initClient(client: string, out: string): void {
  const module = `${client}.mjs`;
  const modulePath = join(dirname(out), module);
  if (resolve(out) === resolve(modulePath))
    throw new InputError([{ file: '--out', message: `is where the module goes: name a scenario, such as ${client}.yaml` }]);
  const problems = [out, modulePath].filter((file) => existsSync(file)).map((file) => ({ file, message: 'exists and is left as it is' }));
  if (problems.length > 0) throw new InputError(problems);
  const source = example(module);
  write(modulePath, source);
  try {
    write(out, scenario(client, out));
  } catch (error) {
    // Both or none.
    rmSync(modulePath, { force: true });
    throw error;
  }
  process.stdout.write(
    [
      `Wrote ${modulePath}: your client to be, as one is written with its package.`,
      `Wrote ${out}: a short day for it, with the two lines to change first marked ◀.`,
      '',
      'Next',
      `  ${installing(source, dirname(out))}`,
      `  ${commandLine(['run', out])}`,
      '',
    ].join('\n'),
  );
}

function scenario(client: string, out: string): string {
  const code = examples().find(({ name }) => name === client)?.code;
  const dialect = typeof code === 'object' ? code.dialect : 'openai';
  return readFileSync(packagePath('harness', 'cli', 'init-client.yaml'), 'utf8')
    .replaceAll('at-capacity.yaml', () => out)
    .replaceAll('./client.mjs', `./${client}.mjs`)
    .replace('name: my-client', `name: ${client}`)
    .replace('dialect: openai', `dialect: ${dialect}`);
}

/** The packages that a module imports, in the versions that it was tried with. */
function installing(source: string, folder: string): string {
  const { dependencies } = JSON.parse(example('package.json')) as { readonly dependencies: Readonly<Record<string, string>> };
  const imported = [...source.matchAll(/^import .* from '([^']+)';$/gm)].map(([, from = '']) => from);
  const packages = Object.entries(dependencies).filter(([name]) => imported.some((from) => from === name || from.startsWith(`${name}/`)));
  const where = folder === '.' ? [] : ['--prefix', quoted(folder)];
  return ['npm install', ...where, ...packages.map(([name, version]) => `${name}@${version}`)].join(' ');
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new InputError([{ file, message: `cannot be written: ${systemReason(error)}` }]);
  }
}
