import type { CheckReport, MeasureCheck } from '../../reports/result/check/check-report.ts';

/**
 * Measures whose whole interval lies on the worse side, however small the step: each is within its tolerance, and a baseline
 * that follows every one of them would walk away from where it began.
 */
export function worseAtAll({ scenarios }: CheckReport): readonly MeasureCheck[] {
  return scenarios.flatMap(({ measures }) =>
    measures.filter(({ better, interval, finite, verdict }) => {
      const shown = interval ?? finite?.interval ?? null;
      if (shown === null || verdict === 'identical') return false;
      return better === 'higher' ? shown[1] < 0 : shown[0] > 0;
    }),
  );
}
