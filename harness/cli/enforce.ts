import { showBound, showMeasured } from '../../reports/formats/measured.ts';
import type { Summary } from '../../reports/result/summary.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { exitCodes } from './exit.ts';

export interface Enforced {
  readonly code: number;
  /** One line for every bound that is not met. */
  readonly lines: readonly string[];
}

/** What `--enforce` makes of a run: every bound of every strategy in it has to be met. */
export function enforce({ strategies }: Summary): Enforced {
  const open = strategies.flatMap(({ name, slo }) =>
    slo
      .filter(({ verdict }) => verdict !== 'met')
      .map(({ measure, bound, value, verdict }) => ({
        verdict,
        line: `${visible(name)}: ${showBound(measure, bound)} ${verdict}: ${showMeasured(measure, value)}`,
      })),
  );
  const lines = open.map(({ line }) => line);
  if (open.some(({ verdict }) => verdict === 'missed')) return { code: exitCodes.gateFailed, lines };
  return { code: open.length > 0 ? exitCodes.cannotDecide : exitCodes.done, lines };
}
