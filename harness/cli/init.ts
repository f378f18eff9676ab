import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { commandLine } from './command-line.ts';
import { clientNames, clientProblem, initClient } from './init-client.ts';
import { nameProblems } from './name-problems.ts';
import { systemReason } from './system-error.ts';

interface InitOptions {
  readonly out?: string;
  readonly client?: string;
}

export function configure(command: Command): void {
  command
    .option('--out <file>', 'the scenario to write (default: at-capacity.yaml, with --client NAME.yaml)')
    .option('--client <name>', 'also a module beside it: a client of your own to begin with')
    .addHelpText('after', () => `\nClients:\n${listed(clientNames())}`)
    .addHelpText('after', '\nExamples:\n  at-capacity init\n  at-capacity init --out night-shift.yaml\n  at-capacity init --client openai')
    .action((options: InitOptions) => init(options));
}

/** Writes a scenario with comments, ready to be changed. Never touches a file that exists. */
function init({ client, out }: InitOptions): void {
  const wrong = client === undefined ? undefined : clientProblem(client);
  const problems = [...(wrong === undefined ? [] : [wrong]), ...nameProblems('--out', 'a file', out)];
  if (out !== undefined && visible(out) !== out)
    problems.push({ file: '--out', message: 'expected the name of a file without hidden characters' });
  if (problems.length > 0) throw new InputError(problems);
  if (client === undefined) initDay(out ?? 'at-capacity.yaml');
  else initClient(client, out ?? `${client}.yaml`);
}

function initDay(out: string): void {
  const text = readFileSync(packagePath('harness', 'cli', 'init.yaml'), 'utf8').replaceAll('at-capacity.yaml', () => out);
  try {
    writeFileSync(out, text, { flag: 'wx' });
  } catch (error) {
    const message =
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? 'exists and is left as it is; write another file with --out'
        : `cannot be written: ${systemReason(error)}`;
    throw new InputError([{ file: out, message }]);
  }
  process.stdout.write(
    [
      `Wrote ${out}: the built-in day, with the three lines to change first marked ◀.`,
      '',
      'Next',
      `  ${commandLine(['run', out])}`,
      '',
    ].join('\n'),
  );
}

/** Within 80 columns. */
function listed(names: readonly string[]): string {
  return names
    .join(', ')
    .replace(/.{1,75}(?:, |$)/g, (line) => `  ${line.trimEnd()}\n`)
    .trimEnd();
}
