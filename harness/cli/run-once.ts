import { join } from 'node:path';
import type { Report } from '../../reports/formats/format.ts';
import { pageName } from '../../reports/formats/html/html.ts';
import { asStored } from '../../reports/formats/json.ts';
import { formats, knownFiles } from '../../reports/formats/registry.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import type { Result } from '../../reports/result/result.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Checkpoint } from '../run/checkpoint/checkpoint.ts';
import type { RawRows } from '../run/options.ts';
import { runScenario } from '../run/run.ts';
import type { Loaded } from '../scenario/load.ts';
import { slug } from '../scenario/source.ts';
import { diverted } from './diverted.ts';
import { enforce } from './enforce.ts';
import { exitCodes } from './exit.ts';
import { followRun } from './follow-run.ts';
import type { Interrupt } from './interrupt.ts';
import { liveCheckpoint } from './live-checkpoint.ts';
import { liveOptions } from './live-options.ts';
import { nextCommands } from './next-commands.ts';
import { openPage } from './open-page.ts';
import { checkOutputFolder } from './output-folder.ts';
import type { Progress } from './progress.ts';
import { openRawFiles, type RawFiles } from './raw-files.ts';
import type { RunPlan } from './run-plan.ts';
import { loadWith, type ScenarioFlags } from './scenario-flags.ts';
import { asciiOn, colourOn, columnsOf } from './surroundings.ts';

/**
 * Loads, simulates, writes the files and prints the answer. An interrupt keeps what is finished; aborting `outdated`
 * throws it away, because the scenario has changed meanwhile.
 */
export async function runOnce(
  plan: RunPlan,
  progress: Progress,
  interrupt: Interrupt,
  outdated?: AbortSignal,
): Promise<{ readonly code: number; readonly written: boolean }> {
  const flags = plan.live === undefined ? plan.flags : onceUnlessTold(plan.flags);
  const loaded = await interrupt.unheard(() => loadWith({ file: plan.file, adHoc: plan.adHoc, only: plan.only }, flags));
  for (const warning of loaded.warnings) progress.tell(`warning: ${visible(warning)}`);
  if (plan.enforce && Object.keys(loaded.scenario.slo).length === 0) {
    throw new InputError([{ file: '--enforce', message: 'the scenario has no slo: to enforce' }]);
  }
  if (plan.fidelity && !loaded.scenario.strategies.some(({ code }) => code !== undefined)) {
    throw new InputError([{ file: '--fidelity', message: 'no strategy has code:, which alone calls fetch' }]);
  }
  const { webhook, command } = plan.live?.alarmTo ?? {};
  if ((webhook ?? command) !== undefined && loaded.scenario.alarm === undefined) {
    throw new InputError([
      { file: webhook === undefined ? '--alarm-command' : '--alarm-webhook', message: 'the scenario has no alarm: to tell of' },
    ]);
  }
  const folder = plan.out ?? join('out', slug(loaded.scenario.name));
  await checkOutputFolder(folder, knownFiles);
  const signal = outdated === undefined ? interrupt.signal : AbortSignal.any([interrupt.signal, outdated]);
  const checkpoint = liveCheckpoint(plan.live, loaded.scenario, folder, (text) => progress.tell(text));
  let raw: Awaited<ReturnType<typeof openRawFiles>> | undefined;
  try {
    raw = plan.raw ? await openRawFiles(folder) : undefined;
    const result = await simulate(loaded, plan, progress, signal, { raw, checkpoint });
    if (outdated?.aborted === true) return { code: exitCodes.done, written: false };
    const ended = await answer(plan, result, folder, progress, raw);
    checkpoint?.end();
    return ended;
  } finally {
    checkpoint?.close();
    await Promise.all((raw?.files ?? []).map((file) => file.abandon()));
  }
}

/** Real time is dear: one replication, unless somebody asks for more. */
function onceUnlessTold(flags: ScenarioFlags): ScenarioFlags {
  return flags.replications !== undefined || flags.quick === true ? flags : { ...flags, replications: '1' };
}

/** What a run keeps while it goes on. */
interface Kept {
  readonly raw: RawFiles | undefined;
  readonly checkpoint: Checkpoint | undefined;
}

function simulate(loaded: Loaded, plan: RunPlan, progress: Progress, signal: AbortSignal, { raw, checkpoint }: Kept): Promise<Result> {
  const { scenario, quick } = loaded;
  const live = plan.live === undefined ? undefined : { ...liveOptions(plan.live, loaded, (text) => progress.tell(text)), checkpoint };
  const jobMs = live === undefined ? undefined : scenario.time.length / live.timeScale;
  const onProgress = followRun(progress, { jobs: scenario.strategies.length * scenario.replications, jobMs });
  const onRaw = raw === undefined ? {} : { onRaw: (rows: RawRows) => raw.add(rows) };
  const { workers, fidelity } = plan;
  return diverted(() => runScenario(scenario, { workers, fidelity, quick, signal, onProgress, live, ...onRaw }));
}

/** Writes all files, prints the answer, opens the page where that is wanted, and says how the program should end. */
async function answer(
  plan: RunPlan,
  raw: Result,
  folder: string,
  progress: Progress,
  rows: RawFiles | undefined,
): Promise<{ readonly code: number; readonly written: boolean }> {
  if (raw.strategies.length === 0) {
    progress.end();
    progress.tell('Interrupted before the first replication was finished: nothing was written.');
    return { code: exitCodes.interrupted, written: false };
  }
  const result = asStored(raw);
  const report = { result, summary: summarise(result) };
  const files = (await Promise.all(Object.values(formats).map((format) => format.write(report)))).flat();
  const { written } = await writeFiles(folder, files, { known: knownFiles, ready: rows?.files ?? [] });
  progress.end();
  process.stdout.write(await printed(plan, report, folder, written));
  const unopened = plan.open ? await openPage(join(folder, pageName)) : null;
  if (unopened !== null) progress.tell(unopened);
  return { code: codeOf(plan, report, progress), written: true };
}

async function printed({ quiet, format, ...plan }: RunPlan, report: Report, folder: string, written: readonly string[]): Promise<string> {
  if (quiet && format.name === 'terminal') return `${visible(report.summary.verdict)}\n`;
  const next = nextCommands({ quiet, format, ...plan }, report, folder);
  return format.print(report, {
    columns: columnsOf(process.stdout),
    colour: colourOn(process.stdout),
    ascii: asciiOn(process.stdout),
    written,
    next,
  });
}

function codeOf(plan: RunPlan, { result, summary }: Report, progress: Progress): number {
  if (result.incomplete) return exitCodes.interrupted;
  if (summary.strategies.some(({ failure }) => failure !== null)) return exitCodes.internal;
  if (!plan.enforce) return exitCodes.done;
  const { code, lines } = enforce(summary);
  for (const line of lines) progress.tell(line);
  return code;
}
