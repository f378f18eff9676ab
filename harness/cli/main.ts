#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { commands, notBuiltYet } from './commands.ts';
import { exitCodes, fail } from './exit.ts';

const examples = `
Examples:
  at-capacity run                            a weekday on a provider that fills up
  at-capacity run --rate 7/s --slots 8 --service 1s    your figures, without a file
  at-capacity init                           a commented scenario file
  at-capacity run at-capacity.yaml --vary limit=1..12  which limit to ship
  at-capacity list retry exponential         one part: its formula and options

Exit codes: 0 done · 1 internal error · 2 wrong use · 3 an SLO missed (run
--enforce) · 4 cannot decide · 130 interrupted`;

process.exitCode = await main(process.argv.slice(2));

/** Runs one command line and returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  const program = await programFor(args);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    return fail(error, args.includes('--debug'));
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
    .configureHelp({ showGlobalOptions: false, sortOptions: false })
    .showHelpAfterError('(at-capacity --help lists what there is)')
    .exitOverride();
  for (const { name, usage, summary, load } of commands) {
    const command = program.command(`${name} ${usage}`.trim()).description(summary);
    if (args.includes(name)) (await load()).configure(command);
    command.showHelpAfterError(`(at-capacity ${name} --help lists what there is)`);
  }
  for (const name of notBuiltYet) program.addCommand(refusal(name), { hidden: true });
  return program;
}

function refusal(name: string): Command {
  return new Command(name)
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(() => {
      process.stderr.write(`${name}: not built yet\n`);
      process.exitCode = exitCodes.wrongUse;
    });
}

/** A reader that has seen enough (`| head`) is no error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
