import type { CheckReport } from '../../result/check/check-report.ts';

/** What only the place of printing knows. */
export interface CheckSurroundings {
  readonly columns: number;
  readonly colour: boolean;
}

/** One way to show what `check` found: a pure function of it. */
export interface CheckFormat {
  readonly name: string;
  /** One line, for docs and help. */
  readonly summary: string;
  /** With a line break at its end. */
  print(report: CheckReport, surroundings: CheckSurroundings): string;
}
