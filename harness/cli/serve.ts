import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Command } from 'commander';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { isLoopback } from '../../sim/server/admin/guard.ts';
import type { Loaded } from '../scenario/load.ts';
import { firstCalendar } from '../scenario/run-faults.ts';
import { expectRefusals } from '../serve/expect-refusals.ts';
import { type Served, serveScenario } from '../serve/serve-scenario.ts';
import { startingPoint } from '../serve/starting-point.ts';
import { exitCodes } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { checkOutputFolder } from './output-folder.ts';
import { collector } from './problems.ts';
import { repeated } from './repeated.ts';
import { requestLog, strayRequests } from './request-log.ts';
import { loadWith } from './scenario-flags.ts';
import { type ServeFlags, type ServePlan, servePlanOf } from './serve-plan.ts';
import { conductFiles, tellConduct } from './served-conduct.ts';
import { servedLines } from './served-lines.ts';
import { servedTotals } from './served-totals.ts';
import { systemReason } from './system-error.ts';

const usualPort = 4010;
/** No other machine reaches it. */
const usualHost = '127.0.0.1';

const examples = `
Without a scenario: the built-in weekday. A scenario is a file, - for standard
input, or a name of at-capacity list scenarios.

Examples:
  at-capacity serve
  at-capacity serve --at 02:00
  at-capacity serve --slots 8 --service 2s --peak 0.9
  at-capacity serve rough-day --at 14:15 --port 4020
  at-capacity serve my.yaml --set provider.pools.big.slots=8
  at-capacity serve --at 08:00 --day-speed 24 --log
  at-capacity serve --slots 2 --service 1s --report

Only this machine can reach it, unless --host says otherwise. Ctrl-C ends it,
with exit code 0.`;

export function configure(command: Command): void {
  command
    .option('--port <n>', 'where it listens; 0 takes any that is free', String(usualPort))
    .option('--host <address>', 'on which address of this machine; 0.0.0.0 is all of them', usualHost)
    .option('--at <time>', 'when it begins: 02:00, 90m after the start, 2026-03-02T14:15 (default: 15:00)')
    .option('--set <key=value>', 'another value for one key, as often as you like', repeated, [])
    .option('--seed <n>', 'other luck')
    .option('--slots <n>', 'instead of a file: slots of the provider')
    .option('--service <duration>', 'instead of a file: mean service time, 2s')
    .option('--model <name>', 'instead of a file: what your client calls the model (default: big)')
    .option('--peak <share>', 'instead of a file: load of other callers at the fullest hour, 0.9 of the slots; half of it at night')
    .option('--curve <name>', 'instead of a file: the profile of their day (default: office-hours)')
    .option('--rate <rate>', 'instead of a file: what you are going to send, 2/s, for the refusals to expect')
    .option('--day-speed <n>', 'curves and faults pass n times as fast; answers, quotas and waits do not')
    .option('--time-scale <n>', 'everything passes n times as fast, for a client that knows it')
    .option('--admin-token <token>', 'who says it may use admin API, metrics and page; made up where others reach them')
    .option('--process-metrics', 'metrics of the process, too')
    .option('--log', 'a line for each request, on standard error')
    .option('--report', 'at the end, how your clients retry: what they do well and badly, with an example and what to change')
    .option('--out <dir>', 'also write what --report says into this folder, as conduct.json')
    .addHelpText('after', examples)
    .action(async (scenario: string | undefined, flags: ServeFlags) => {
      process.exitCode = await serve(scenario, flags);
    });
}

/** Serves until it is interrupted. */
async function serve(file: string | undefined, flags: ServeFlags): Promise<number> {
  const { problems, attempt } = collector();
  const plan = attempt(() => servePlanOf(file, flags));
  const loaded = await load(file, flags, plan).catch((error: unknown) => {
    if (error instanceof InputError) throw new InputError([...problems, ...error.problems]);
    throw error;
  });
  const adminToken = plan === undefined ? undefined : await tokenFor(plan, problems);
  attempt(() => checkStart(loaded, flags.at));
  if (problems.length > 0 || plan === undefined) throw new InputError(problems);
  if (plan.out !== undefined) await checkOutputFolder(plan.out, conductFiles);
  const served = serveFrom(loaded, plan, adminToken);
  const interrupt = listenForInterrupt(() => process.stderr.write('Closing. Once more to quit at once.\n'));
  try {
    const address = await listen(served, plan);
    const { scenario } = loaded;
    const expected = expectRefusals(scenario, served.atMs, plan.daySpeed);
    process.stdout.write(servedLines({ ...plan, scenario, address, models: served.models, expected, adminToken }));
    await new Promise<void>((resolve) => {
      if (interrupt.signal.aborted) resolve();
      else interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    process.stdout.write(`\n${servedTotals(served.totals())}`);
    if (served.report !== undefined) await tellConduct(served.report(), plan.out);
  } finally {
    await served.server.close();
    interrupt.release();
  }
  return exitCodes.done;
}

/** With a faulty plan the scenario is still looked at, so that everything is said at once. */
function load(file: string | undefined, { set, seed }: ServeFlags, plan: ServePlan | undefined): Promise<Loaded> {
  return loadWith(
    { file: plan === undefined ? (file ?? 'peak-day') : plan.file, adHoc: plan?.adHoc },
    { set, vary: [], ...(seed !== undefined && { seed }) },
  );
}

/** Where others reach it there is a token, if need be one that nobody knows. */
async function tokenFor({ adminToken, host }: ServePlan, problems: Problem[]): Promise<string | undefined> {
  if (adminToken !== undefined) return adminToken;
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.every(({ address }) => isLoopback(address)) ? undefined : randomBytes(18).toString('base64url');
  } catch {
    problems.push(noAddress(host));
    return undefined;
  }
}

function noAddress(host: string): Problem {
  return { file: `--host ${host}`, message: 'is no address of this machine' };
}

/** Problems with the start name the option that says it. */
function checkStart({ scenario }: Loaded, at: string | undefined): void {
  try {
    startingPoint(at, firstCalendar(scenario));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problems.map(({ message }) => ({ file: '--at', message })));
  }
}

function serveFrom(
  loaded: Loaded,
  { at, daySpeed, timeScale, processMetrics, log, report }: ServePlan,
  adminToken: string | undefined,
): Served {
  const write = (line: string): unknown => process.stderr.write(line);
  const watcher = log ? requestLog(write) : strayRequests(write);
  return serveScenario(loaded, { at, daySpeed, timeScale, adminToken, processMetrics, watcher, report });
}

async function listen({ server }: Served, { host, port }: ServePlan): Promise<string> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL') throw new InputError([noAddress(host)]);
    const message =
      code === 'EADDRINUSE'
        ? `is in use by another program; take another one with --port, such as ${port === 65_535 ? usualPort : port + 1}, or 0 for any that is free`
        : `cannot be listened on: ${systemReason(error)}`;
    throw new InputError([{ file: `--port ${port}`, message }]);
  }
}
