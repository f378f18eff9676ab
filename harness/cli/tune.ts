import type { Command } from 'commander';
import { asStored } from '../../reports/formats/json.ts';
import { formats, knownFiles } from '../../reports/formats/registry.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { type TuneProgress, tuneScenario } from '../tune/tune.ts';
import type { TunedResult } from '../tune/tuned-result.ts';
import { diverted } from './diverted.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { checkOutputFolder } from './output-folder.ts';
import { type Progress, progressOn } from './progress.ts';
import { addScenarioFlags, loadWith } from './scenario-flags.ts';
import { colourOn, columnsOf } from './surroundings.ts';
import { runTuneLive } from './tune-live.ts';
import { addLiveFlags } from './tune-live-flags.ts';
import { type TuneFlags, type TunePlan, tunePlan } from './tune-plan.ts';
import { tuneCode, tuneFile, tuneJson, tuneText } from './tune-report.ts';

const examples = `
The best goodput that meets the scenario's slo:, with its retries, queue and
fallback, over its whole day. Values come from --vary, else from tune: or sweep:
of the file. A limit: the smallest that is as good as the best.

Examples:
  at-capacity tune my.yaml --vary limit=1..64
  at-capacity tune my.yaml --strategy limited --vary limit=1..64 --json
  at-capacity tune my.yaml --vary limit=1..32 --vary retry.attempts=1..6
  at-capacity tune my.yaml --vary limit=1..64 --out out/tuned

With --live the server at that address is measured instead, with requests as the
scenario makes them: 3 at once, then more, until it refuses, answers no faster,
or a bound is missed.
  at-capacity tune my.yaml --live http://localhost:8000/v1 --model llama

Ends with 3 when no value is safe, with 4 when it cannot be decided.`;

export function configure(command: Command): void {
  addLiveFlags(addTuneFlags(command))
    .addHelpText('after', examples)
    .action(async (scenario: string, flags: TuneFlags) => {
      const plan = tunePlan(scenario, flags);
      const progress = progressOn(process.stderr, plan.quiet);
      const interrupt = listenForInterrupt((text) => progress.tell(text));
      try {
        process.exitCode = await tune(plan, flags, progress, interrupt);
      } finally {
        progress.end();
        interrupt.release();
      }
    });
}

function addTuneFlags(command: Command): Command {
  return addScenarioFlags(command, {
    vary: 'values to choose from: limit=1..64, limited.retry.attempts=1,2,4',
    replications: 'replications that decide at first, 4 to 250 (default: 10)',
    quick: '4 of them, and of a run that holds a whole 10:00 to 16:00 only that',
  })
    .option('--strategy <name>', 'which strategy to tune, where the scenario has several')
    .option('--json', 'the answer for programs')
    .option('--quiet', 'no progress, and of the answer the verdict alone')
    .option('--out <dir>', 'also write tune.json, and the files of a run for report')
    .option('--workers <n>', 'threads; 0 runs in this one (default: one a processor)');
}

const stages: Readonly<Record<TuneProgress['stage'], string>> = {
  search: 'searching',
  fresh: 'the value found, on fresh replications',
  day: 'whether a limit by the time of day is worth it',
};

async function tune(plan: TunePlan, flags: TuneFlags, progress: Progress, interrupt: Interrupt): Promise<number> {
  const loaded = await interrupt.unheard(() => loadWith({ file: plan.file, adHoc: undefined, only: plan.only, tuning: true }, plan.flags));
  for (const warning of loaded.warnings) progress.tell(`warning: ${visible(warning)}`);
  if (flags.live !== undefined) return runTuneLive(loaded, flags, progress, interrupt);
  if (plan.out !== undefined) await checkOutputFolder(plan.out, [...knownFiles, tuneFile]);
  const { replications, workers } = plan;
  const onProgress = ({ ran, stage }: TuneProgress): void => progress.line(`${grouped(ran)} replications done: ${stages[stage]}`);
  const options = { replications, workers, quick: loaded.quick, signal: interrupt.signal, onProgress };
  const result = await diverted(() => tuneScenario(loaded.scenario, options));
  const written = plan.out === undefined ? [] : await write(result, plan.out);
  progress.end();
  process.stdout.write(printed(result, plan, written));
  return tuneCode(result);
}

function printed(result: TunedResult, { json, quiet }: TunePlan, written: readonly string[]): string {
  if (json) return tuneJson(result);
  if (quiet) return `${visible(result.tune.verdict)}\n`;
  return tuneText(result, { columns: columnsOf(process.stdout), colour: colourOn(process.stdout), written });
}

/** The files of a run, so that `report` can show what was tried, and the answer. */
async function write(raw: TunedResult, folder: string): Promise<readonly string[]> {
  const known = [...knownFiles, tuneFile];
  const answer = { name: tuneFile.name, content: tuneJson(raw) };
  if (raw.strategies.length === 0) return (await writeFiles(folder, [answer], { known })).written;
  const result = asStored(raw);
  const report = { result, summary: summarise(result) };
  const files = (await Promise.all(Object.values(formats).map((format) => format.write(report)))).flat();
  return (await writeFiles(folder, [...files, answer], { known })).written;
}
