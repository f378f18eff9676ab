import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import { allNamed } from './name.ts';
import type { Choice } from './picker.ts';

/** The strategies whose lines the charts have, in the order of the main table, and which of them are shown at first. */
export interface Charted {
  readonly strategies: readonly { readonly name: string }[];
  readonly choices: readonly Choice[];
  /** The recommended one, whose line is stronger. */
  readonly strong: ReadonlySet<string>;
}

/** At first the recommended strategy and the baseline; without a recommendation the first two. */
export function chartedOf(report: Report): Charted {
  const strategies = mainStrategies(report);
  const { baseline } = report.result.scenario;
  const recommended = report.summary.recommendation?.strategy;
  const wanted = new Set(recommended === undefined ? strategies.slice(0, 2).map(({ name }) => name) : [recommended, baseline]);
  const names = allNamed(strategies.map(({ name }) => name));
  return {
    strategies,
    choices: strategies.flatMap(({ name }, place) => {
      const shown = names[place];
      return shown === undefined ? [] : [{ place, name: shown, chosen: wanted.has(name) }];
    }),
    strong: new Set(recommended === undefined ? [] : [recommended]),
  };
}
