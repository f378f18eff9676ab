import { toJson } from '../../reports/formats/json.ts';

import { visible } from '../../sim/kernel/visible.ts';
import { runParity } from '../run/parity/run-parity.ts';
import { diverted } from './diverted.ts';
import { exitCodes } from './exit.ts';
import type { Interrupt } from './interrupt.ts';
import { liveOptions } from './live-options.ts';
import { parityText } from './parity-report.ts';
import type { Progress } from './progress.ts';
import type { RunPlan } from './run-plan.ts';
import { loadWith } from './scenario-flags.ts';
import { columnsOf } from './surroundings.ts';

/** Runs a scenario in both worlds and prints how far they are apart. */
export async function compareWorlds(plan: RunPlan, progress: Progress, interrupt: Interrupt): Promise<number> {
  const { file, adHoc, only, flags, live } = plan;
  if (live === undefined) throw new Error('a comparison without a live run');
  const loaded = await interrupt.unheard(() => loadWith({ file, adHoc, only }, flags));
  for (const warning of loaded.warnings) progress.tell(`warning: ${visible(warning)}`);
  const options = liveOptions(live, loaded, (text) => progress.tell(text));
  const roundMs = loaded.scenario.time.length / live.timeScale;
  const result = await diverted(() =>
    runParity(loaded.scenario, {
      live: options,
      signal: interrupt.signal,
      onProgress({ done, total, share }) {
        const left = Math.ceil(((total - done - share) * roundMs) / 1000);
        progress.line(`${done} of ${total} live runs done, ${Math.floor(100 * share)} % of the next, about ${left} s left`);
      },
    }),
  );
  progress.end();
  process.stdout.write(plan.json ? toJson(result) : parityText(result, columnsOf(process.stdout)));
  if (result.incomplete) return exitCodes.interrupted;
  return { within: exitCodes.done, beyond: exitCodes.gateFailed, undecided: exitCodes.cannotDecide }[result.verdict];
}
