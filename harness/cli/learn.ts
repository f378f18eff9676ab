import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { toJson } from '../../reports/formats/json.ts';
import { openPending, writeFiles } from '../../reports/formats/write.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { formatProblem, InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { hasDay } from '../learn/day-of.ts';
import { logFormats } from '../learn/formats/registry.ts';
import { learn } from '../learn/learn.ts';
import type { Learnt } from '../learn/learnt.ts';
import type { LogReading } from '../learn/reading/read-log.ts';
import { scenarioText } from '../learn/scenario-text.ts';
import { exitCodes } from './exit.ts';
import { fitWords } from './learn-fit.ts';
import { type Logs, readLogs } from './learn-logs.ts';
import { type LearnFlags, type LearnPlan, learnPlanOf } from './learn-plan.ts';
import { learnText } from './learn-report.ts';
import { isForeign } from './output-folder.ts';
import { colourOn, columnsOf } from './surroundings.ts';

const examples = `
Exit codes: 0 done · 2 wrong use, or too many bad rows · 4 no calls in the log,
or, with --out, none but within 0.1 s

Examples:
  at-capacity learn calls.csv
  at-capacity learn calls.csv --zone Europe/Berlin --slots 40 --out learnt.yaml
  at-capacity learn calls.csv --columns time=ts,status=code,latency=took:ms
  at-capacity learn out/peak-day --strategy naive
  at-capacity learn spans.jsonl.gz --json`;

export function configure(command: Command): void {
  command
    .option('--format <name>', `how the log is written: ${Object.keys(logFormats).join(', ')} (default: by its first line)`)
    .option('--columns <list>', 'what is in which column: time=ts,status=code,latency=took:ms')
    .option('--zone <zone>', 'whose hours: Europe/Berlin (default: UTC, or that of the run)')
    .option('--start <time>', 'when a log began whose times count from its start: 2026-03-02T00:00')
    .option('--slots <n>', 'slots of the provider: then the load of others comes out of the refusals')
    .option('--capacity <statuses>', 'statuses that mean that no slot was free, besides 503 and 529: 429')
    .option('--model <name>', 'which model (default: the one with most first calls)')
    .option('--strategy <name>', 'which strategy, of the rows of a run')
    .option('--quiet-below <share>', 'an hour is quiet below this share of refusals (default: half of the whole)')
    .option('--bad-rows <share>', 'how many rows may be unreadable (default: 0.01)')
    .option('--out <file>', 'also write a scenario of this day')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', examples)
    .action(async (logs: readonly string[], flags: LearnFlags) => {
      process.exitCode = await run(learnPlanOf(logs, flags));
    });
}

async function run(plan: LearnPlan): Promise<number> {
  if (plan.out !== undefined) await tryOut(plan.out);
  const logs = await readLogs(plan);
  if (logs === undefined) {
    process.stderr.write(`${visible(plan.logs.join(', '))}: no calls in ${plan.logs.length === 1 ? 'it' : 'them'}, so nothing to learn\n`);
    return exitCodes.cannotDecide;
  }
  tellBadRows(logs.readings);
  const { slots, model, quietBelow } = plan;
  const learnt = learn(logs.strategy, logs.ledger, { slots, model, quietBelow, spans: logs.spans, elapsed: logs.elapsed });
  const written = hasDay(learnt) ? plan.out : undefined;
  if (written !== undefined) await write(written, learnt, logs);
  const surroundings = { columns: columnsOf(process.stdout), colour: colourOn(process.stdout), written };
  process.stdout.write(plan.json ? json(learnt, logs) : learnText(learnt, logs, surroundings));
  if (written === plan.out) return exitCodes.done;
  process.stderr.write(`${visible(plan.out ?? '')}: not written: all calls lie within 0.1 s, too short for a scenario\n`);
  return exitCodes.cannotDecide;
}

function tellBadRows(readings: readonly LogReading[]): void {
  for (const { file, bad, problems } of readings) {
    for (const problem of problems) process.stderr.write(`${visible(formatProblem(problem))}\n`);
    if (bad > 0)
      process.stderr.write(
        `${visible(file)}: ${bad === 1 ? '1 row cannot be read and is' : `${grouped(bad)} rows cannot be read and are`} left out\n`,
      );
  }
}

function json(learnt: Learnt, { readings, zone, clock }: Logs): string {
  return toJson({ schemaVersion: 1, tool: { name: 'at-capacity', version: packageVersion() }, logs: readings, zone, clock, ...learnt });
}

const beginning = '# Learnt from ';

async function write(out: string, learnt: Learnt, { readings, zone }: Logs): Promise<void> {
  const name = basename(out).replace(/\.ya?ml$/i, '');
  const fit = learnt.fit === null ? [] : fitWords(learnt.fit).map((words, at) => (at === 0 ? `Held-out days: ${words}` : words));
  const content = scenarioText(learnt, { files: readings.map(({ file }) => file), zone, name, fit });
  await writeFiles(dirname(out), [{ name: basename(out), content }], { known: [{ name: basename(out), beginning }] });
}

/** Tried before a log is read and not after. A file that somebody else wrote, or that was changed at its top, is left alone. */
async function tryOut(out: string): Promise<void> {
  await (await openPending(dirname(out), basename(out))).abandon();
  if (!isForeign({ path: out, beginning })) return;
  throw new InputError([{ file: out, message: 'exists and was not written by at-capacity learn; write another file with --out' }]);
}
