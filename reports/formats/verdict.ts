import type { Comparison, StrategySummary } from '../result/summary.ts';

/** What one strategy's comparisons with the baseline come to. */
export type Verdict = 'baseline' | 'failed' | 'better' | 'worse' | 'mixed' | 'same' | 'identical' | 'undecided' | 'n/a';

export interface VerdictDetails {
  readonly verdict: Verdict;
  /** Measures shown better, and shown worse, by name. */
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

/** More answers cost more, so cost alone never makes a strategy worse; it decides where all else is equal. */
const lastResort = 'costUsd';

function judged(comparisons: readonly Comparison[]): Verdict {
  const verdicts = new Set(comparisons.map(({ verdict }) => verdict));
  if (verdicts.size === 0) return 'n/a';
  if (verdicts.has('better')) return verdicts.has('worse') ? 'mixed' : 'better';
  if (verdicts.has('worse')) return 'worse';
  if (verdicts.has('undecided')) return 'undecided';
  return verdicts.has('same') ? 'same' : 'identical';
}

/** One word for a strategy against the baseline, with the measures behind it. */
export function verdictOf(strategy: StrategySummary, comparisons: readonly Comparison[], baseline: string): VerdictDetails {
  const own = comparisons.filter((comparison) => comparison.strategy === strategy.name);
  const named = (verdict: Comparison['verdict']) =>
    own.filter((comparison) => comparison.verdict === verdict).map(({ measure }) => measure);
  const details = { better: named('better'), worse: named('worse') };
  if (strategy.failure !== null) return { verdict: 'failed', ...details };
  if (strategy.name === baseline) return { verdict: 'baseline', better: [], worse: [] };
  const main = judged(own.filter(({ measure }) => measure !== lastResort));
  return { verdict: main === 'same' || main === 'identical' ? judged(own) : main, ...details };
}
