import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { commandLine } from './command-line.ts';
import { nameProblems } from './name-problems.ts';
import { systemReason } from './system-error.ts';

export function configure(command: Command): void {
  command
    .option('--out <file>', 'the file to write', 'at-capacity.yaml')
    .addHelpText('after', '\nExamples:\n  at-capacity init\n  at-capacity init --out night-shift.yaml')
    .action(({ out }: { readonly out: string }) => init(out));
}

/** Writes the built-in day with comments, ready to be changed. Never touches a file that exists. */
function init(out: string): void {
  const problems = [...nameProblems('--out', 'a file', out)];
  if (visible(out) !== out) problems.push({ file: '--out', message: 'expected the name of a file without hidden characters' });
  if (problems.length > 0) throw new InputError(problems);
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
