#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { commands } from './commands.ts';
import { exitCodes, fail } from './exit.ts';
import { leave, leaveQuietly, watchTheEnd } from './leave.ts';
import { optionDescription } from './option-description.ts';
import { systemReason } from './system-error.ts';

const examples = `
Examples:
  at-capacity run                            a weekday on a provider that fills up
  at-capacity run --rate 7/s --slots 8 --service 1s    your figures, without a file
  at-capacity init                           a commented scenario file
  at-capacity tune at-capacity.yaml --vary limit=1..64 which limit to ship
  at-capacity serve                          that provider, over HTTP
  at-capacity list retry exponential         one part: its formula and options

Exit codes: 0 done · 1 internal error · 2 wrong use · 3 worse than the baseline,
or an SLO missed (check, run --enforce, tune) · 4 cannot decide · 130 interrupted`;

const debug = process.argv.includes('--debug');
let output: number = exitCodes.done;

watchTheEnd();
// What a module of the user's leaves behind, a timer or a promise, fails after everything that could catch it.
process.on('uncaughtException', (error) => leave(fail(error, debug)));
watchOutput();
const code = await main(process.argv.slice(2));
await leaveQuietly(() => (code === exitCodes.done ? output : code));

/** Runs one command line and returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const program = await programFor(args);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    return fail(error, debug);
  }
}

/** All commands by name and summary; only the one that is asked for is loaded with its options. */
async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command('at-capacity')
    .description('The worst hour of an LLM provider on your own machine: compare retries, concurrency limits and fallback models.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--debug', 'show where an error comes from')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', examples)
    .configureHelp({ showGlobalOptions: false, sortOptions: false, optionDescription })
    .configureOutput({ outputError: (text, write) => write(text.split('\n').map(visible).join('\n')) })
    .showHelpAfterError('(at-capacity --help lists what there is)')
    .exitOverride();
  for (const { name, usage, summary, load } of commands) {
    const command = program.command(`${name} ${usage}`.trim()).description(summary);
    if (args.includes(name)) (await load()).configure(command);
    command.showHelpAfterError(`(at-capacity ${name} --help lists what there is)`);
  }
  return program;
}

/** A reader that has seen enough (`| head`) is no error; a disk that is full is one. Of stderr nobody is left to tell. */
function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || output !== exitCodes.done) return;
    output = exitCodes.wrongUse;
    process.stderr.write(`standard output cannot be written: ${systemReason(error)}\n`);
  });
  process.stderr.on('error', () => {});
}
