import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { Steps } from './book.ts';
import type { AlarmRule } from './rule.ts';

/** A spell as it is found: which rule, since when, and the times that its cause is looked for in. */
export interface FoundSpell {
  readonly rule: AlarmRule;
  /** Of a class rule: what happened. */
  readonly failure: AttemptClass | undefined;
  /** From the start of the run, ms; null: raised at the end still. */
  readonly fromMs: number;
  untilMs: number | null;
  /** The share when it was raised, and the most of the spell; null of a class rule. */
  readonly value: number | null;
  most: number | null;
  /** Undefined without a time before that was calm. */
  readonly spans: { readonly now: Steps; readonly before: Steps } | undefined;
}
