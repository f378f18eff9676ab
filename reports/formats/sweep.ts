import { type Setting, settingsOf } from '../result/settings.ts';
import { beyond } from '../result/slo-verdict.ts';
import type { StrategySummary } from '../result/summary.ts';
import type { Report } from './format.ts';

/** Every bound holds and is shown to; every figure is within its bound, but not all of that is shown; null: one is not, or there is none. */
export type Holds = 'shown' | 'open' | null;

function holdsOf({ slo }: StrategySummary): Holds {
  if (slo.length === 0 || slo.some((each) => each.verdict === 'missed' || beyond(each))) return null;
  return slo.every(({ verdict }) => verdict === 'met') ? 'shown' : 'open';
}

/** One swept variant, and what it sets each key to, in the order of the keys. */
export interface SweepRow {
  readonly strategy: StrategySummary;
  readonly settings: readonly Setting[];
  readonly recommended: boolean;
  /** Not shown worse than the best: inside the recommendation's interval. */
  readonly within: boolean;
  readonly holds: Holds;
}

export interface Sweep {
  /** The strategy that was varied. */
  readonly strategy: string;
  readonly keys: readonly string[];
  readonly rows: readonly SweepRow[];
}

/** The sweep of a report in the order of its variants, or null when nothing was swept. */
export function sweepOf({ result, summary }: Report): Sweep | null {
  const { sweep } = result.scenario;
  if (sweep === null) return null;
  const { recommendation } = summary;
  const keys = Object.keys(sweep.keys);
  const interval = recommendation?.interval ?? null;
  const parameter = keys.indexOf(recommendation?.parameter ?? '');
  const rows = sweep.variants.flatMap((name) => {
    const strategy = summary.strategies.find((candidate) => candidate.name === name);
    const settings = settingsOf(sweep, name);
    if (strategy === undefined || settings === null) return [];
    const value = settings[parameter]?.value;
    const within = interval !== null && value !== undefined && value >= interval[0] && value <= interval[1];
    return [{ strategy, settings, recommended: recommendation?.variant === name, within, holds: holdsOf(strategy) }];
  });
  return rows.length === 0 ? null : { strategy: sweep.strategy, keys, rows };
}

/** The strategies of the main table: of the swept variants only the recommended one, after the strategy it varies. */
export function mainStrategies({ result, summary }: Report): readonly StrategySummary[] {
  const variants = new Set(result.scenario.sweep?.variants ?? []);
  const main = summary.strategies.filter(({ name }) => !variants.has(name));
  const { strategy, variant } = summary.recommendation ?? {};
  const chosen = summary.strategies.filter(({ name }) => variants.has(name) && (name === strategy || name === variant));
  const after = main.findIndex(({ name }) => name === result.scenario.sweep?.strategy);
  return after < 0 ? [...main, ...chosen] : [...main.slice(0, after + 1), ...chosen, ...main.slice(after + 1)];
}
