import { type AlarmCause, causeSentence, percent } from '../../reports/result/alarm.ts';
import { formatDuration } from '../../sim/kernel/units.ts';
import type { AlarmCall } from './call.ts';
import type { FoundSpell } from './found-spell.ts';
import { ruleText } from './rule-text.ts';

export interface Told {
  readonly strategy: string;
  readonly spell: FoundSpell;
  readonly state: AlarmCall['state'];
  readonly cause: AlarmCause | undefined;
  readonly epochMs: number;
}

/** What is told of a spell of a run. */
export function callOf({ strategy, spell, state, cause, epochMs }: Told): AlarmCall {
  const { rule, failure } = spell;
  const said = state === 'raised' ? raised(spell, cause) : cleared(spell);
  return { alarm: ruleText(rule, failure), state, at: new Date(epochMs).toISOString(), message: `${strategy}: ${said}` };
}

function raised({ rule, failure, value }: FoundSpell, cause: AlarmCause | undefined): string {
  if ('on' in rule) return `an attempt failed with ${failure}; no retry mends that`;
  const now = `${rule.measure} is ${percent(value ?? 0)}`;
  return cause === undefined ? now : `${now}; ${causeSentence(cause)}`;
}

function cleared({ fromMs, untilMs }: FoundSpell): string {
  return `over after ${formatDuration(Math.round((untilMs ?? fromMs) - fromMs))}`;
}
