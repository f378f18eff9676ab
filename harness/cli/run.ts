import type { Command } from 'commander';
import { formats } from '../../reports/formats/registry.ts';
import { exitCodes, fail } from './exit.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { compareWorlds } from './parity.ts';
import { type Progress, progressOn } from './progress.ts';
import { repeated } from './repeated.ts';
import { runOnce } from './run-once.ts';
import { planOf, type RunFlags, type RunPlan } from './run-plan.ts';
import { addScenarioFlags } from './scenario-flags.ts';
import { changed, stampsOf } from './watch.ts';
import { filesNamedBy } from './watched-files.ts';

const examples = `
Without a scenario: the built-in weekday. A scenario is a file, - for standard
input, or a name of at-capacity list scenarios.

Examples:
  at-capacity run --quick
  at-capacity run --quick --open
  at-capacity run --rate 2/s --slots 20 --service 6s
  at-capacity run my.yaml --set workload.deadline=20s --only limited
  at-capacity run my.yaml --vary limit=1..32 --out out/limits
  at-capacity run my.yaml --only limited@limit=5 --enforce --quiet
  at-capacity run my.yaml --live --time-scale 20 --only limited
  at-capacity run my.yaml --parity --time-scale 20
  cat my.yaml | at-capacity run - --json

Files go to out/ and the scenario's name, or where --out says: result.json,
summary.json, summary.csv, timeline.csv, report.html, report.md, its pictures.`;

export function configure(command: Command): void {
  addScenarioFlags(command)
    .option('--only <name>', 'only this strategy, as often as you like', repeated, [])
    .option('--rate <rate>', 'instead of a file: requests arrive at this rate, 2/s')
    .option('--slots <n>', 'instead of a file: slots of the provider')
    .option('--service <duration>', 'instead of a file: mean service time, 6s')
    .option('--watch', 'run again whenever the scenario or a file it names changes')
    .option('--format <name>', `what goes to stdout: ${Object.keys(formats).join(', ')}`)
    .option('--json', 'the same as --format json')
    .option('--quiet', 'no progress, and of the answer the verdict alone')
    .option('--fidelity', "code: calls Node's own fetch, over connections in memory: the same figures, more slowly")
    .option('--raw', 'also write requests.csv and attempts.csv, a row each')
    .option('--out <dir>', 'where the files go')
    .option('--open', 'open report.html in your browser when it is written; without a desktop, say where it is')
    .option('--workers <n>', 'threads; 0 runs in this one (default: one a processor)')
    .option('--live', 'in real time: the same client over HTTP against a server of its own')
    .option('--parity', 'in virtual time and live, three times each, and how far they are apart')
    .option('--time-scale <n>', 'live, and so many times as fast (default: 1)')
    .option('--connections <n>', 'live, open at once at most (default: 1000)')
    .option('--target <url>', "live, through somebody else's gateway that sends to the run's own server")
    .option('--header <line>', 'live, "Name: value" to send to that gateway, as often as you like', repeated, [])
    .option('--serve-port <n>', "live, where the run's own server listens (default: any; with --target 4010)")
    .option('--alarm-webhook <url>', 'live, gets each alarm of the scenario as JSON with POST, once a spell')
    .option('--alarm-command <command>', 'live, run by the shell for each, as JSON in AT_CAPACITY_ALARM')
    .option('--checkpoint <file>', 'live, where a batch keeps what is done (default: checkpoint.jsonl in the output folder)')
    .option('--yes', 'live, load a gateway that is not on this machine')
    .option('--enforce', 'exit with 3 when a strategy misses an SLO, with 4 when that cannot be decided')
    .addHelpText('after', examples)
    .action(async (scenario: string | undefined, flags: RunFlags) => {
      const plan = planOf(scenario, flags);
      process.exitCode = plan.watch ? await watch(plan) : await once(plan);
    });
}

async function once(plan: RunPlan): Promise<number> {
  const progress = progressOn(process.stderr, plan.quiet);
  const interrupt = listenForInterrupt((text) => progress.tell(text));
  try {
    return plan.parity ? await compareWorlds(plan, progress, interrupt) : (await runOnce(plan, progress, interrupt)).code;
  } finally {
    progress.end();
    interrupt.release();
  }
}

/** Runs, waits for a change, runs again, until it is interrupted. What is wrong with a scenario is shown and waited out. */
async function watch(plan: RunPlan): Promise<number> {
  const progress = progressOn(process.stderr, plan.quiet);
  const interrupt = listenForInterrupt(() => {});
  let next = plan;
  try {
    while (!interrupt.signal.aborted) {
      const stamps = stampsOf(filesNamedBy(plan.file ?? ''));
      const outdated = new AbortController();
      const change = changed(stamps, interrupt.signal).then((yes) => {
        if (yes) outdated.abort();
      });
      const written = await attempt(next, progress, interrupt, outdated.signal);
      // One window is enough: whoever watches reloads it.
      if (written) next = { ...next, open: false };
      progress.end();
      if (!outdated.signal.aborted && !interrupt.signal.aborted) progress.tell(`Watching ${plan.file}; Ctrl-C ends.`);
      await change;
    }
  } finally {
    progress.end();
    interrupt.release();
  }
  return exitCodes.interrupted;
}

/** Whether it came to its end and wrote its files. */
async function attempt(plan: RunPlan, progress: Progress, interrupt: Interrupt, outdated: AbortSignal): Promise<boolean> {
  try {
    return (await runOnce(plan, progress, interrupt, outdated)).written;
  } catch (error) {
    progress.end();
    fail(error, false);
    return false;
  }
}
