import { knownFiles } from '../../reports/formats/registry.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { writeFiles } from '../../reports/formats/write.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Loaded } from '../scenario/load.ts';
import { tuneLive } from '../tune/live/tune-live.ts';
import { exitCodes } from './exit.ts';
import type { Interrupt } from './interrupt.ts';
import { checkOutputFolder } from './output-folder.ts';
import { announcement, consent } from './probe-consent.ts';
import { progressText } from './probe-report.ts';
import type { Progress } from './progress.ts';
import { colourOn, columnsOf } from './surroundings.ts';
import { liveAnswer } from './tune-live-answer.ts';
import { tuneLivePlan } from './tune-live-plan.ts';
import { tuneLiveCode, tuneLiveJson, tuneLiveText } from './tune-live-report.ts';
import type { TuneFlags } from './tune-plan.ts';
import { tuneFile } from './tune-report.ts';

/** Measures the server that `--live` names, and tells what it came to. Returns how the program ends. */
export async function runTuneLive({ scenario }: Loaded, flags: TuneFlags, progress: Progress, { signal }: Interrupt): Promise<number> {
  const plan = tuneLivePlan(scenario, flags, process.env);
  const known = [...knownFiles, tuneFile];
  if (flags.out !== undefined) await checkOutputFolder(flags.out, known);
  const isTold = flags.quiet !== true || !plan.target.loopback;
  for (const line of isTold ? announcement(plan).flatMap((text) => wrap(text, columnsOf(process.stderr))) : []) progress.tell(line);
  if (!(await consent(plan, progress.tell, signal))) {
    progress.tell('Nothing was sent.');
    return exitCodes.interrupted;
  }
  const found = await tuneLive({ ...plan.tuning, signal, onProgress: (state) => progress.line(progressText(state)) });
  progress.end();
  const answer = liveAnswer(found, plan);
  const json = tuneLiveJson(answer, found.ramp, scenario, plan);
  // First, as a folder that cannot be written must not cost what was measured.
  process.stdout.write(printed(answer, json, flags));
  if (flags.out !== undefined) await writeFiles(flags.out, [{ name: tuneFile.name, content: json }], { known });
  return tuneLiveCode(answer, found.ramp);
}

function printed(answer: ReturnType<typeof liveAnswer>, json: string, { json: isJson, quiet }: TuneFlags): string {
  if (isJson === true) return json;
  if (quiet === true) return `${visible(answer.verdict)}\n`;
  return tuneLiveText(answer, { columns: columnsOf(process.stdout), colour: colourOn(process.stdout) });
}
