import type { Command } from 'commander';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Loaded } from '../scenario/load.ts';
import { expectRefusals } from '../serve/expect-refusals.ts';
import { type Served, serveScenario } from '../serve/serve-scenario.ts';
import { parseCount } from './count.ts';
import { exitCodes } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { collector } from './problems.ts';
import { repeated } from './repeated.ts';
import { loadWith } from './scenario-flags.ts';
import { servedLines } from './served-lines.ts';
import { servedTotals } from './served-totals.ts';
import { systemReason } from './system-error.ts';

interface ServeFlags {
  readonly port: string;
  readonly at?: string;
  readonly set: readonly string[];
}

const usualPort = 4010;
/** No other machine reaches it. */
const host = '127.0.0.1';

const examples = `
Without a scenario: the built-in weekday. A scenario is a file, - for standard
input, or a name of at-capacity list scenarios.

Examples:
  at-capacity serve
  at-capacity serve --at 02:00
  at-capacity serve rough-day --at 14:15 --port 4020
  at-capacity serve my.yaml --set provider.pools.big.slots=8

Only this machine can reach it. Ctrl-C ends it, with exit code 0.`;

export function configure(command: Command): void {
  command
    .option('--port <n>', 'where it listens; 0 takes any that is free', String(usualPort))
    .option('--at <time>', 'when it begins: 02:00, 90m after the start, 2026-03-02T14:15 (default: 15:00)')
    .option('--set <key=value>', 'another value for one key, as often as you like', repeated, [])
    .addHelpText('after', examples)
    .action(async (scenario: string | undefined, flags: ServeFlags) => {
      process.exitCode = await serve(scenario, flags);
    });
}

/** Serves until it is interrupted. */
async function serve(file: string | undefined, { port, at, set }: ServeFlags): Promise<number> {
  const { problems, attempt } = collector();
  const number = attempt(() => parseCount('--port', port, 0, 65_535));
  const loaded = await loadWith({ file: file ?? 'peak-day' }, { set, vary: [] }).catch((error: unknown) => {
    if (error instanceof InputError) throw new InputError([...problems, ...error.problems]);
    throw error;
  });
  const served = attempt(() => serveFrom(loaded, at));
  if (problems.length > 0 || served === undefined) throw new InputError(problems);
  const interrupt = listenForInterrupt(() => process.stderr.write('Closing. Once more to quit at once.\n'));
  try {
    const address = await listen(served, number ?? usualPort);
    const expected = expectRefusals(loaded.scenario, served.atMs);
    process.stdout.write(servedLines({ scenario: loaded.scenario, address, models: served.models, expected }));
    await new Promise<void>((resolve) => {
      if (interrupt.signal.aborted) resolve();
      else interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    process.stdout.write(`\n${servedTotals(served.totals())}`);
  } finally {
    await served.server.close();
    interrupt.release();
  }
  return exitCodes.done;
}

/** Problems with the start name the option that says it. */
function serveFrom(loaded: Loaded, at: string | undefined): Served {
  try {
    return serveScenario(loaded, { at });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problems.map((problem) => (problem.key === 'at' ? { file: '--at', message: problem.message } : problem)));
  }
}

async function listen({ server }: Served, port: number): Promise<string> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'EADDRINUSE'
        ? `is in use by another program; take another one with --port, such as ${port === 65_535 ? usualPort : port + 1}, or 0 for any that is free`
        : `cannot be listened on: ${systemReason(error)}`;
    throw new InputError([{ file: `--port ${port}`, message }]);
  }
}
