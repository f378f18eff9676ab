import type { StrategySummary } from '../result/summary.ts';
import type { Report } from './format.ts';

/** One swept variant: the value of each key, in the order of the keys; null where its name does not tell. */
export interface SweepRow {
  readonly strategy: StrategySummary;
  readonly values: readonly (number | null)[];
  readonly recommended: boolean;
  /** Not shown worse than the best: inside the recommendation's interval. */
  readonly within: boolean;
}

export interface Sweep {
  /** The strategy that was varied. */
  readonly strategy: string;
  readonly keys: readonly string[];
  readonly rows: readonly SweepRow[];
}

/** `limited@limit=4` with key `limit` → 4. */
function valueIn(variant: string, key: string): number | null {
  const at = Math.max(...['@', ',', ' ', ';', '&'].map((mark) => variant.lastIndexOf(`${mark}${key}=`)));
  if (at < 0) return null;
  const value = Number(/^-?[\d.]+(e[+-]?\d+)?/.exec(variant.slice(at + key.length + 2))?.[0] ?? '');
  return Number.isFinite(value) ? value : null;
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
    if (strategy === undefined) return [];
    const values = keys.map((key) => valueIn(name.slice(sweep.strategy.length), key));
    const value = values[parameter] ?? null;
    const within = interval !== null && value !== null && value >= interval[0] && value <= interval[1];
    return [{ strategy, values, recommended: recommendation?.variant === name, within }];
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
