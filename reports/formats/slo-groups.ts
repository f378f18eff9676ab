import { measures } from '../result/measures/registry.ts';
import type { SloVerdict } from '../result/summary.ts';
import type { Report } from './format.ts';
import { showBound, showInterval, showMeasured } from './measured.ts';
import { mainStrategies } from './sweep.ts';

const verdicts = ['met', 'missed', 'undecided', 'not measured'] as const;

/** One bound, and what every strategy of the main table made of it. */
export interface SloGroup {
  /** "errorRate ≤ 3.0 %" */
  readonly bound: string;
  readonly describe: string;
  readonly verdicts: ReadonlyArray<{ readonly verdict: SloVerdict['verdict']; readonly strategies: readonly SloMember[] }>;
}

export interface SloMember {
  readonly name: string;
  /** "2.1 % (1.9 % to 2.4 %)" */
  readonly figure: string;
}

function figureOf({ measure, value, interval }: SloVerdict): string {
  const range = showInterval(measure, interval);
  return range === null ? showMeasured(measure, value) : `${showMeasured(measure, value)} (${range})`;
}

/** The verdicts on every bound, grouped; empty without `slo`. */
export function sloGroups(report: Report): readonly SloGroup[] {
  const strategies = mainStrategies(report);
  return Object.entries(report.result.scenario.slo).map(([measure, bound]) => ({
    bound: showBound(measure, bound),
    describe: measures[measure]?.describe ?? '',
    verdicts: verdicts.flatMap((verdict) => {
      const members = strategies.flatMap(({ name, slo }) =>
        slo.filter((own) => own.measure === measure && own.verdict === verdict).map((own) => ({ name, figure: figureOf(own) })),
      );
      return members.length === 0 ? [] : [{ verdict, strategies: members }];
    }),
  }));
}
