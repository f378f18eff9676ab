import type { StrategyFold } from '../../reports/result/fold.ts';
import type { Result } from '../../reports/result/result.ts';
import { answerOf, answerPosition } from '../../reports/result/tune/answer.ts';
import { triedPositions } from '../../reports/result/tune/line.ts';
import type { Searched } from '../../reports/result/tune/searched.ts';
import type { TuneAnswer } from '../../reports/result/tune/tune-answer.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { headOf } from '../run/head.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Found, Hunt } from './hunt.ts';
import type { Space } from './space.ts';

/** A result that `report` can show, whose `tune` is the answer. */
export type TunedResult = Result & { readonly tune: TuneAnswer };

/** What a result is marked with. */
interface Marks {
  /** Of `--quick`. */
  readonly quick?: boolean | undefined;
}

/** The stored form of a hunt with its answer; `said`: what workers say beside the figures. */
export function tunedResult(hunt: Hunt, found: Found, options: Marks, said: readonly string[]): TunedResult {
  const { scenario, searcher, trials, levels } = hunt;
  const { axes, primary, strategy } = searcher.space;
  const { key, values } = axes[primary] as Space['axes'][number];
  const line = searcher.line(primary, found.point, levels);
  const indexAt = (position: number): number => searcher.space.indexOf(found.point.with(primary, position));
  const variants = values.map((_, position) => scenario.strategies[indexAt(position)]?.name ?? '');
  const searched: Searched = {
    strategy,
    parameter: key,
    line,
    view: found.view,
    texts: values.map((_, position) => searcher.space.textsAt(found.point.with(primary, position))[primary] ?? ''),
    variants,
    settings: Object.fromEntries(axes.map((axis, i) => [axis.key, axis.values[found.point[i] ?? 0] ?? Number.NaN])),
    confirmed: found.confirmed,
    schedule: found.schedule,
    cost: {
      replications: trials.ran + found.scheduleRan,
      plainGrid: axes.reduce((product, axis) => product * axis.values.length, 1) * (levels[1] as number),
    },
  };
  const folds = triedPositions(line).flatMap(
    (position) => trials.fold({ strategyIndex: indexAt(position), from: 0, until: levels[0] as number }) ?? [],
  );
  const position = answerPosition(found.view, line);
  const result = bare({ scenario, options, levels, interrupted: found.interrupted }, folds, found.fresh, {
    baseline: folds.some(({ name }) => name === variants[position ?? 0]) ? (variants[position ?? 0] ?? '') : (folds[0]?.name ?? ''),
    sweep:
      axes.length > 1
        ? null
        : {
            strategy,
            keys: { [key]: folds.map(({ name }) => values[variants.indexOf(name)] as number) },
            variants: folds.map(({ name }) => name),
          },
    warnings: said,
  });
  return { ...result, tune: answerOf(result, searched) };
}

interface Run {
  readonly scenario: Scenario;
  readonly options: Marks;
  readonly levels: readonly number[];
  readonly interrupted: boolean;
}

/** The stored form of all that was tried, without the answer. */
function bare(
  { scenario, options, levels, interrupted }: Run,
  strategies: readonly StrategyFold[],
  fresh: readonly StrategyFold[],
  { baseline, sweep, warnings }: { baseline: string; sweep: Result['scenario']['sweep']; warnings: readonly string[] },
): Result {
  const head = headOf(scenario, { quick: options.quick }, { replications: levels[0] as number, swept: true });
  return {
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: packageVersion() },
    scenario: { ...head, baseline, sweep },
    incomplete: interrupted,
    warnings,
    strategies,
    fresh,
  };
}
