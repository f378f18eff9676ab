import type { ConductFinding } from '../result/conduct.ts';
import type { Report } from './format.ts';

/** What one strategy's requests show of how it retries. */
export interface Conduct {
  readonly strategy: string;
  /** Bad ones first; those without an occasion are left out. */
  readonly findings: readonly ConductFinding[];
}

export const conductTitle = 'How the code retries';

const order = ['bad', 'good', 'told'] as const;

/** Of strategies that are code of the user's; of others nothing is told. */
export function conductOf({ summary }: Report): readonly Conduct[] {
  return summary.strategies.flatMap(({ name, conduct }) => {
    const findings = worthTelling(conduct);
    return findings.length === 0 ? [] : [{ strategy: name, findings }];
  });
}

/** Bad ones first; those without an occasion are left out. */
export function worthTelling(findings: readonly ConductFinding[]): readonly ConductFinding[] {
  return order.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict));
}
