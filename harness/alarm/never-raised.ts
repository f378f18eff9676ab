import { formatDuration } from '../../sim/kernel/units.ts';
import type { AlarmRule } from './rule.ts';
import { ruleText } from './rule-text.ts';

/** A sentence for each alarm that a run of this length, ms, cannot raise. */
export function neverRaised(rules: readonly AlarmRule[], lengthMs: number): readonly string[] {
  return rules.flatMap((rule) => {
    if ('on' in rule) return [];
    const [needs, what] = 'above' in rule ? [rule.for, 'has to last'] : [rule.jump.over + rule.window, 'is compared over'];
    if (needs < lengthMs) return [];
    return [`alarm ${ruleText(rule)}: never raised, it ${what} ${formatDuration(needs)} and the run is ${formatDuration(lengthMs)} long`];
  });
}
