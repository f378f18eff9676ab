import type { CheckReport, MeasureCheck } from '../../reports/result/check/check-report.ts';

/**
 * Measures whose whole interval lies on the worse side, however small the step: each is within its tolerance, and a baseline
 * that follows every one of them would walk away from where it began.
 */
export function worseAtAll({ scenarios }: CheckReport): readonly MeasureCheck[] {
  return scenarios.flatMap(({ measures }) =>
    measures.filter(({ better, interval, verdict }) => {
      if (interval === null || verdict === 'identical') return false;
      return better === 'higher' ? interval[1] < 0 : interval[0] > 0;
    }),
  );
}
