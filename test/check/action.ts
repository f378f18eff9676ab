import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packagePath } from '../../sim/kernel/package-root.ts';

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The action as its file has it. */
export const action: {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
} = parse(readFileSync(packagePath('action.yml'), 'utf8'));

export interface Acted {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

function text(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** `name=value` lines of GITHUB_OUTPUT. */
function outputsIn(path: string): Record<string, string> {
  return Object.fromEntries(
    text(path)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Runs the steps of the action as GitHub's runner does: expressions filled in, a script of each step in bash, files for what it says. */
export function act(workspace: string, inputs: Readonly<Record<string, string>>): Acted {
  const temporary = join(workspace, '.runner');
  mkdirSync(temporary, { recursive: true });
  const given = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
  const filled = (value: string) => value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given(name));
  let log = '';
  let code = 0;
  for (const { id, shell, run, env = {} } of action.runs.steps) {
    if (shell !== 'bash') throw new Error(`expected bash, found ${shell}`);
    const script = join(temporary, `${id}.sh`);
    writeFileSync(script, filled(run));
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const runner = {
      GITHUB_ACTIONS: 'true',
      CI: 'true',
      GITHUB_ACTION_PATH: packagePath(),
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: join(temporary, `${id}.output`),
      GITHUB_STEP_SUMMARY: join(temporary, `${id}.summary`),
      RUNNER_TEMP: temporary,
    };
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      env: { ...process.env, ...runner, ...own, npm_execpath: undefined },
      encoding: 'utf8',
    });
    log += stdout + stderr;
    code = status ?? 1;
    if (code !== 0) break;
  }
  const last = join(temporary, 'check');
  return { code, log, summary: text(`${last}.summary`), outputs: outputsIn(`${last}.output`) };
}
