import { Command } from 'commander';
import { configure } from '../../harness/cli/run.ts';
import { planOf, type RunFlags, type RunPlan } from '../../harness/cli/run-plan.ts';
import { loadWith } from '../../harness/cli/scenario-flags.ts';
import type { RawRows } from '../../harness/run/options.ts';
import { runScenario } from '../../harness/run/run.ts';
import type { Loaded } from '../../harness/scenario/load.ts';
import { asStored } from '../../reports/formats/json.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Simulated } from './claim.ts';
import { words } from './words.ts';

/** What `at-capacity run …` is asked to do, as the command line itself reads it. Throws for any other command. */
function planOfLine(line: string): RunPlan {
  const [name, ...args] = words(line);
  if (name !== 'run') throw new Error(`no simulation: ${line}`);
  let plan: RunPlan | undefined;
  const command = new Command('run').argument('[scenario]').exitOverride();
  configure(command);
  command.action((scenario: string | undefined, flags: RunFlags) => {
    plan = planOf(scenario, flags);
  });
  command.parse(args, { from: 'user' });
  if (plan === undefined) throw new Error(`not understood: ${line}`);
  return plan;
}

/** The scenario that such a line runs, with this seed. Files are those of this package, wherever the tests run. */
export function loadLine(line: string, seed: number): Promise<Loaded> {
  const { file, adHoc, only, flags } = planOfLine(line);
  const place = file?.startsWith('examples/') === true ? packagePath(...file.split('/')) : file;
  return loadWith({ file: place, adHoc, only }, { ...flags, seed: String(seed) });
}

/** Runs the line in this thread: what it would write, without the files. */
export async function simulateLine(line: string, seed: number): Promise<Simulated> {
  const { scenario, quick } = await loadLine(line, seed);
  const rows: RawRows[] = [];
  const onRaw = planOfLine(line).raw ? { onRaw: (some: RawRows) => void rows.push(some) } : {};
  const result = await runScenario(scenario, { workers: 0, quick, ...onRaw });
  return { summary: summarise(asStored(result)), rows };
}
