import type { ConductFinding } from '../../reports/result/conduct.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { CheckScope, Count, Finding } from './check.ts';
import { judgeConduct } from './judge.ts';
import { findings } from './registry.ts';
import type { Story } from './story.ts';

/** What is known where only what arrives is seen. */
export interface Arrivals {
  readonly stories: Iterable<Story>;
  /** The most attempts under way at once, and since when. */
  readonly peak: { readonly open: number; readonly at: Micros };
  readonly now: Micros;
}

const nothing: Count = { count: 0, of: 0, worst: null, example: null };

/** The findings of the registry from the provider's side alone; of what only callers know there was no occasion. */
export function judgeStories({ stories, peak, now }: Arrivals, scope: CheckScope): readonly ConductFinding[] {
  const all: readonly Finding[] = Object.values(findings);
  const checks = all.map((finding) => (finding.callerOnly ? undefined : finding.start(scope)));
  for (const story of stories) for (const check of checks) check?.story?.(story, now);
  for (const check of checks) check?.open?.(peak.open, peak.at);
  const judged = judgeConduct([checks.map((check) => check?.result() ?? nothing)]);
  return judged.map((finding, index) =>
    all[index]?.callerOnly ? { ...finding, says: 'Cannot be seen from the provider’s side.' } : finding,
  );
}
