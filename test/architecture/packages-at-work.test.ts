import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, small, start } from '../cli/at-capacity.ts';
import type { Finished } from '../support/finished.ts';

interface Work {
  /** What the program imports. */
  readonly name: string;
  /** What it does there. */
  readonly does: string;
  /** A command that needs it. */
  readonly command: readonly string[];
  /** What it says when all is well, of one that does not end. */
  readonly until?: string;
  /** The same names, made to say that they were used. */
  readonly instead: string;
}

const says = (name: string) => `() => { throw new Error(${JSON.stringify(`${name} is at work`)}); }`;

const works: readonly Work[] = [
  {
    name: 'commander',
    does: 'parses the command line',
    command: ['list'],
    instead: `export * from 'real:commander';
      import { Command as Real } from 'real:commander';
      export class Command extends Real { parseAsync = ${says('commander')} }`,
  },
  {
    name: 'csv-stringify/sync',
    does: 'writes CSV',
    command: ['report', 'out/small', '--format', 'csv'],
    instead: `export const stringify = ${says('csv-stringify/sync')};`,
  },
  {
    name: 'simple-statistics',
    does: 'computes means and deviations',
    command: ['report', 'out/small', '--json'],
    instead: `export const mean = ${says('simple-statistics')};
      export const sampleStandardDeviation = mean;`,
  },
  {
    name: 'fastify',
    does: 'answers over HTTP',
    command: ['serve', 'small.yaml', '--port', '0'],
    until: 'OPENAI_BASE_URL=',
    instead: `export default ${says('fastify')};`,
  },
  {
    name: 'autocannon',
    does: 'probes a server',
    command: ['probe', 'SERVER', '--model', 'big', '--max', '3', '--step', '1s', '--quiet'],
    instead: `export default ${says('autocannon')};`,
  },
];

/** What a command ends with; one that goes on is interrupted once it has said what it says when all is well. */
async function outcome(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>, until?: string): Promise<Finished> {
  const { child, finished, until: said } = start(args, { cwd, env });
  if (until !== undefined)
    await said(until).then(
      () => child.kill('SIGINT'),
      () => {},
    );
  return finished;
}

const nowhere: typeof served = (_cwd, use) => use('');

/** Runs `use` with the base URL of a served scenario. */
async function served(cwd: string, use: (url: string) => Promise<void>): Promise<void> {
  const { child, finished, stdout, until } = start(['serve', 'small.yaml', '--port', '0'], { cwd });
  try {
    await until('OPENAI_API_KEY');
    await use(/OPENAI_BASE_URL=(\S+)/.exec(stdout())?.[1] ?? '');
  } finally {
    child.kill('SIGINT');
    await finished;
  }
}

/** A module for `--import` that gives a program something else when it imports `name`, and the real one as `real:<name>`. */
function exchange({ name, instead }: Work): string {
  const hooks = `
    export function resolve(specifier, context, next) {
      if (specifier === ${JSON.stringify(name)}) return { url: ${JSON.stringify(`exchanged:${name}`)}, shortCircuit: true };
      if (specifier.startsWith('real:')) return next(specifier.slice(5), { ...context, parentURL: ${JSON.stringify(import.meta.url)} });
      return next(specifier, context);
    }
    export function load(url, context, next) {
      if (url.startsWith('exchanged:')) return { format: 'module', source: ${JSON.stringify(instead)}, shortCircuit: true };
      return next(url, context);
    }`;
  return `import { register } from 'node:module';\nregister(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});\n`;
}

describe('each package that was asked for does its work', () => {
  test.each(works)('$name $does', async (work) => {
    const cwd = folderWith({ 'small.yaml': small, 'exchange.mjs': exchange(work) });
    expect(await atCapacity(['run', 'small.yaml', '--workers', '0', '--quiet'], { cwd })).toMatchObject({ code: 0 });
    const env = { NODE_OPTIONS: `--import "${join(cwd, 'exchange.mjs').replaceAll(' ', '%20')}"` };
    const place = work.command.includes('SERVER') ? served : nowhere;
    await place(cwd, async (url) => {
      const command = work.command.map((word) => (word === 'SERVER' ? url : word));
      expect(await outcome(command, cwd, {}, work.until)).toMatchObject({ code: 0 });
      const without = await outcome(command, cwd, env, work.until);
      expect(without.stderr).toContain(`${work.name} is at work`);
      expect(without.code).not.toBe(0);
    });
  });

  test('vitest runs the tests', () => {
    const { scripts } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { scripts: Record<string, string> };
    expect(scripts.test).toMatch(/\bvitest run$/);
    expect(process.env.VITEST).toBe('true');
  });
});
