import { between } from '../result/between.ts';
import type { StrategyFold } from '../result/fold.ts';
import type { StrategySummary } from '../result/summary.ts';
import type { Report } from './format.ts';
import { mainStrategies } from './sweep.ts';

const sides = ['first', 'second'] as const;
type Side = (typeof sides)[number];

const named = (name: string, side: Side): string => `${name} (${side})`;

/** A report's strategies of the main table under names that say which result they are of. */
function renamed(
  report: Report,
  side: Side,
): { readonly summaries: readonly StrategySummary[]; readonly folds: ReadonlyMap<string, StrategyFold> } {
  const summaries = mainStrategies(report).map((summary) => ({ ...summary, name: named(summary.name, side) }));
  const folds = new Map(report.result.strategies.map((fold) => [named(fold.name, side), { ...fold, name: named(fold.name, side) }]));
  return { summaries, folds };
}

/** Namesakes beside each other, in the order of the first. */
function paired<Item extends { readonly name: string }>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  const partner = ({ name }: Item) => second.find((other) => other.name === name.replace(/ \(first\)$/, ' (second)'));
  const together = first.flatMap((item) => [item, ...[partner(item)].filter((found) => found !== undefined)]);
  return [...together, ...second.filter((item) => !together.includes(item))];
}

/** With a full stop, so that another sentence can follow. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function whatWasRun({ result }: Report): string {
  const { name, hash, seed, replications, start } = result.scenario;
  return `${name}, hash ${hash.slice(0, 12)}, seed ${seed}, ${replications} replication${replications === 1 ? '' : 's'}, from ${start}, version ${result.tool.version}`;
}

/**
 * Two results as one, for a page that shows them over one another: each strategy twice, the first result's and the second's.
 * Each of the second is compared with its namesake in the first; nothing is recommended across them. The time axis is that of
 * the longer run.
 */
export function overlay(first: Report, second: Report): Report {
  const [one, other] = [renamed(first, 'first'), renamed(second, 'second')];
  const summaries = paired(one.summaries, other.summaries);
  const folds = new Map([...one.folds, ...other.folds]);
  const shown = new Set([first, second].flatMap((report) => mainStrategies(report).map(({ name }) => name)));
  const both = between(first.result, second.result).filter(({ name }) => shown.has(name));
  const same = first.result.scenario.hash === second.result.scenario.hash;
  const { scenario } = first.result;
  const fresh = sides.flatMap(
    (side, i) => [first, second][i]?.result.fresh.map((fold) => ({ ...fold, name: named(fold.name, side) })) ?? [],
  );
  const told = [`First: ${whatWasRun(first)}.`, `Second: ${whatWasRun(second)}.`];
  return {
    result: {
      ...first.result,
      scenario: {
        ...scenario,
        name: scenario.name === second.result.scenario.name ? scenario.name : `${scenario.name} and ${second.result.scenario.name}`,
        lengthSeconds: Math.max(scenario.lengthSeconds, second.result.scenario.lengthSeconds),
        baseline: named(scenario.baseline, 'first'),
        sweep: null,
        resolved: { first: scenario.resolved, second: second.result.scenario.resolved },
      },
      incomplete: first.result.incomplete || second.result.incomplete,
      strategies: summaries.flatMap(({ name }) => folds.get(name) ?? []),
      fresh,
    },
    summary: {
      ...first.summary,
      incomplete: first.result.incomplete || second.result.incomplete,
      warnings: [
        ...told,
        ...first.summary.warnings.map((text) => `First: ${text}`),
        ...second.summary.warnings.map((text) => `Second: ${text}`),
      ],
      strategies: summaries,
      comparisons: both.flatMap(({ name, comparisons }) =>
        comparisons.map((each) => ({ ...each, strategy: named(name, 'second'), baseline: named(name, 'first') })),
      ),
      recommendation: null,
      verdict: `Two results over one another, ${same ? 'of the same scenario' : 'of two different scenarios'}. First: ${ended(first.summary.verdict)} Second: ${ended(second.summary.verdict)}`,
    },
    between: both,
  };
}
