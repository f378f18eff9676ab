import type { ConductFinding } from '../../reports/result/conduct.ts';
import type { Count, Finding } from './check.ts';
import { findings } from './registry.ts';

/** What several replications show together; each has one count for each finding, in the registry's order. */
export function judgeConduct(replications: readonly (readonly Count[])[]): readonly ConductFinding[] {
  return Object.entries(findings).map(([name, finding]: [string, Finding], index) => {
    const count = pooled(replications.flatMap((counts) => counts[index] ?? []));
    const { verdict, says } = finding.judge(count);
    return { finding: name, verdict, ...count, says, advice: verdict === 'bad' ? finding.advice : null };
  });
}

function pooled(counts: readonly Count[]): Count {
  const worst = counts.reduce<Count | undefined>((most, each) => ((each.worst ?? -1) > (most?.worst ?? -1) ? each : most), undefined);
  const sum = (pick: (count: Count) => number): number => counts.reduce((total, each) => total + pick(each), 0);
  return { count: sum(({ count }) => count), of: sum(({ of }) => of), worst: worst?.worst ?? null, example: worst?.example ?? null };
}
