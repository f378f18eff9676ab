import type { RawRows } from '../../harness/run/options.ts';
import type { StrategySummary, Summary } from '../../reports/result/summary.ts';
import type { Figure } from './claim.ts';

/** The part of one strategy; throws when the run has no such strategy. */
export function strategyIn(summary: Summary, name: string): StrategySummary {
  const found = summary.strategies.find((strategy) => strategy.name === name);
  if (found === undefined) throw new Error(`no strategy ${name} among ${summary.strategies.map((each) => each.name).join(', ')}`);
  return found;
}

/** A number that stands in summary.json, by its path in a strategy's part: `latencyMs.ok.p95`, `successByRetry.2`. */
export function measured(run: string, strategy: string, path: string): Figure {
  return {
    from: `\`${path}\` of ${strategy} in ${run}`,
    of: async (runner) => numberAt(strategyIn((await runner.simulate(run)).summary, strategy), path),
  };
}

/** NaN where the file has null: it is within no bounds. */
function numberAt(strategy: StrategySummary, path: string): number {
  let at: unknown = strategy;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null) return Number.NaN;
    if (!Object.hasOwn(at, key) && !Array.isArray(at)) throw new Error(`summary.json has no ${path}`);
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'number' ? at : Number.NaN;
}

/** What the rows of requests.csv and attempts.csv say, in words and as a function of them; the command needs `--raw`. */
export function counted(run: string, from: string, of: (rows: RawRows) => number, strategy?: string): Figure {
  return {
    from: `${from}, in ${run}`,
    of: async (runner) => {
      const { rows } = await runner.simulate(run);
      const found = rows.filter((one) => strategy === undefined || one.strategy === strategy);
      const [first] = found;
      if (first === undefined || found.length > 1) throw new Error(`${run} has ${found.length} sets of rows, expected one`);
      return of(first);
    },
  };
}

/** Anything else that a whole summary says. */
export function summed(run: string, from: string, of: (summary: Summary) => number): Figure {
  return { from: `${from}, in ${run}`, of: async (runner) => of((await runner.simulate(run)).summary) };
}

/** a − b */
export function difference(a: Figure, b: Figure): Figure {
  return { from: `${a.from} − ${b.from}`, of: async (runner) => (await a.of(runner)) - (await b.of(runner)) };
}

/** a / b */
export function ratio(a: Figure, b: Figure): Figure {
  return { from: `${a.from} / ${b.from}`, of: async (runner) => (await a.of(runner)) / (await b.of(runner)) };
}
