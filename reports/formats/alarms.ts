import { type AlarmSummary, causeSentence, causeTexts, percent } from '../result/alarm.ts';
import type { Report } from './format.ts';

export const alarmTitle = 'Alarms';

/** One rule of one strategy, in sentences. */
export interface AlarmTold {
  readonly rule: string;
  /** How often and when. */
  readonly spells: string;
  /** What made the share rise, and what helps; null where that is not known. */
  readonly cause: string | null;
}

/** The alarms of a strategy; empty when none was raised. */
export interface StrategyAlarms {
  readonly strategy: string;
  readonly told: readonly AlarmTold[];
}

/** Every strategy of a scenario that has `alarm:`, those that alarmed first; empty without `alarm:`. */
export function alarmsOf({ result, summary }: Report): readonly StrategyAlarms[] {
  const watched = new Set(
    [...result.strategies, ...result.fresh].flatMap(({ name, replications }) =>
      replications.some(({ alarms }) => alarms !== undefined) ? [name] : [],
    ),
  );
  const all = summary.strategies
    .filter(({ name }) => watched.has(name))
    .map(({ name, alarms }) => ({ strategy: name, told: toldOf(alarms, result.scenario.replications) }));
  return [...all.filter(({ told }) => told.length > 0), ...all.filter(({ told }) => told.length === 0)];
}

function toldOf(alarms: readonly AlarmSummary[], replications: number): readonly AlarmTold[] {
  const rules = [...new Set(alarms.map(({ rule }) => rule))];
  return rules.map((rule) => {
    const spells = alarms.filter((alarm) => alarm.rule === rule);
    return { rule, spells: spellsText(spells, replications), cause: causeText(spells) };
  });
}

function spellsText(spells: readonly AlarmSummary[], replications: number): string {
  const [first] = spells;
  if (first === undefined) return '';
  const { from, until, most } = first;
  const count = spells.length === 1 ? 'once' : `${spells.length} times`;
  const where =
    replications === 1 ? '' : ` in ${new Set(spells.map(({ replication }) => replication)).size} of ${replications} replications`;
  const share = most === null ? '' : `, ${percent(most)} at most`;
  const which = spells.length === 1 ? '' : 'the first ';
  return `raised ${count}${where}, ${which}from ${from} ${until === null ? 'to the end' : `to ${until}`}${share}`;
}

/** Of the first spell with a cause, and in how many spells it was the same. */
function causeText(spells: readonly AlarmSummary[]): string | null {
  const causes = spells.flatMap(({ cause }) => (cause === null ? [] : [cause]));
  const [first] = causes;
  if (first === undefined) return null;
  const same = causes.filter(({ named }) => named === first.named).length;
  const often =
    causes.length === 1
      ? ''
      : same === causes.length
        ? '; the same every time'
        : `; ${causeTexts[first.named]} ${same} times of ${causes.length}`;
  return `${causeSentence(first)}${often}`;
}

/** Names of those that did not alarm, after each other. */
export function quietOf(all: readonly StrategyAlarms[]): readonly string[] {
  return all.flatMap(({ strategy, told }) => (told.length === 0 ? [strategy] : []));
}
