import { percent } from '../../reports/result/alarm.ts';
import type { AttemptClass } from '../../reports/result/outcome.ts';
import { formatDuration } from '../../sim/kernel/units.ts';
import type { AlarmRule } from './rule.ts';

/** A rule in words; of failures that alarm at once, the one that happened. */
export function ruleText(rule: AlarmRule, failure?: AttemptClass): string {
  if ('on' in rule) return `on ${failure ?? rule.on.join(', ')}`;
  if ('above' in rule) return `${rule.measure} above ${percent(rule.above)} for ${formatDuration(rule.for)}`;
  const { from, to, over } = rule.jump;
  return `${rule.measure} from ${percent(from)} to ${percent(to)} over ${formatDuration(over)}`;
}
