import { InputError } from '../../sim/kernel/problem.ts';
import type { Scenario } from './scenario.ts';
import { hint } from './suggest.ts';

export interface Selected {
  readonly scenario: Scenario;
  readonly warnings: readonly string[];
}

/**
 * Keeps the strategies of these names, in their order. A swept strategy keeps its variants, unless variants are named
 * themselves. InputError for names that no strategy has.
 */
export function selectStrategies(scenario: Scenario, only: readonly string[]): Selected {
  if (only.length === 0) return { scenario, warnings: [] };
  const { strategies, sweep } = scenario;
  const names = strategies.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new InputError(unknown.map((name) => ({ file: `--only ${name}`, message: `no strategy is called ${name}${hint(name, names)}` })));
  const variants = sweep?.variants ?? [];
  const keepsSweep = sweep !== undefined && only.includes(sweep.strategy) && !variants.some((name) => only.includes(name));
  const kept = strategies.filter(({ name }) => only.includes(name) || (keepsSweep && variants.includes(name)));
  const first = kept[0]?.name ?? scenario.baseline;
  const hasBaseline = kept.some(({ name }) => name === scenario.baseline);
  const tune = kept.some(({ name }) => name === scenario.tune?.strategy) ? scenario.tune : undefined;
  // One alone is compared with nothing.
  const isCompared = kept.length > 1 && !hasBaseline;
  return {
    scenario: {
      ...scenario,
      strategies: kept,
      sweep: keepsSweep ? sweep : undefined,
      tune,
      baseline: hasBaseline ? scenario.baseline : first,
    },
    warnings: isCompared ? [`the baseline ${scenario.baseline} is not among the strategies kept; ${first} takes its place`] : [],
  };
}
