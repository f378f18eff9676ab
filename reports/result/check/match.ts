import { canonicalJson } from '../../../sim/kernel/canonical-json.ts';
import type { Result } from '../result.ts';
import { frameOf, withoutName } from './changes.ts';

/**
 * From each strategy's name to its name in the baseline: the same one, or, where the name alone was changed, that of the one
 * left over with the same settings.
 */
export function matchStrategies(baseline: Result, current: Result): ReadonlyMap<string, string> {
  const settings = ({ config }: Result['strategies'][number]) => canonicalJson(withoutName(config));
  const here = new Set(current.strategies.map(({ name }) => name));
  const there = new Set(baseline.strategies.map(({ name }) => name));
  const added = current.strategies.filter(({ name }) => !there.has(name));
  const gone = baseline.strategies.filter(({ name }) => !here.has(name));
  const only = <Value>(values: readonly Value[]): Value | undefined => (values.length === 1 ? values[0] : undefined);
  return new Map(
    current.strategies.flatMap((strategy) => {
      if (there.has(strategy.name)) return [[strategy.name, strategy.name] as const];
      const alike = only(gone.filter((each) => settings(each) === settings(strategy)));
      const twin = only(added.filter((each) => settings(each) === settings(strategy)));
      return alike === undefined || twin === undefined ? [] : [[strategy.name, alike.name] as const];
    }),
  );
}

/** A scenario of another name and with another provider, load or clock is another scenario; of another name alone, it was renamed. */
export function isOtherScenario(baseline: Result, current: Result): boolean {
  if (baseline.scenario.name === current.scenario.name) return false;
  const nameless = ({ scenario }: Result) => canonicalJson(withoutName(frameOf(scenario.resolved)));
  return nameless(baseline) !== nameless(current);
}
