import { canonicalJson } from '../../../sim/kernel/canonical-json.ts';
import type { Result } from '../result.ts';

/** One difference between what was run for the baseline and what was run now, as text in the grammar of scenario files. */
export interface Change {
  readonly of: 'strategy' | 'slo' | 'scenario' | 'program';
  /** The strategy; null for the others. */
  readonly strategy: string | null;
  /** Path of the key, `limit.fixed`; empty for the whole. */
  readonly key: string;
  /** Null where there was nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

type Structure = Readonly<Record<string, unknown>>;

function isStructure(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Leaf {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Keys that differ, deepest first where both sides have a structure, in code-unit order. */
function differences(before: unknown, after: unknown, key = ''): readonly Leaf[] {
  if (isStructure(before) && isStructure(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((each) => differences(before[each], after[each], key === '' ? each : `${key}.${each}`));
  }
  const [one, other] = [shown(before), shown(after)];
  return one === other || canonicalJson(before) === canonicalJson(after) ? [] : [{ key, before: one, after: other }];
}

/** A strategy's settings without its name, which decides nothing. */
export function withoutName(config: unknown): unknown {
  if (!isStructure(config)) return config;
  const { name: _, ...rest } = config;
  return rest;
}

/** Keys that do not say what every strategy is given: how often it is run, what is run and what is asked of it. */
const notGiven = new Set(['replications', 'strategies', 'slo', 'sweep', 'tune', 'baseline']);

/** The scenario around the strategies: what they are all given. */
export function frameOf(resolved: unknown): unknown {
  return isStructure(resolved) ? Object.fromEntries(Object.entries(resolved).filter(([key]) => !notGiven.has(key))) : resolved;
}

function partOf(resolved: unknown, key: string): unknown {
  return isStructure(resolved) ? resolved[key] : undefined;
}

/**
 * What changed since the baseline: the program, the scenario around the strategies, what is asked of it, the strategies.
 * `names` leads from the name a strategy has now to the one it has in the baseline.
 */
export function changesBetween(baseline: Result, current: Result, names: ReadonlyMap<string, string>): readonly Change[] {
  const [before, after] = [baseline.scenario.resolved, current.scenario.resolved];
  const plain = (of: Change['of'], leaves: readonly Leaf[]) => leaves.map((leaf) => ({ of, strategy: null, ...leaf }));
  const known = new Map(baseline.strategies.map((strategy) => [strategy.name, strategy]));
  const taken = new Set(names.values());
  const versions = { version: baseline.tool.version };
  return [
    ...plain('program', differences(versions, { version: current.tool.version })),
    ...plain('scenario', differences(frameOf(before), frameOf(after))),
    ...plain('scenario', differences({ zoneOffsets: baseline.scenario.zoneOffsets }, { zoneOffsets: current.scenario.zoneOffsets })),
    ...plain('slo', differences(partOf(before, 'slo') ?? {}, partOf(after, 'slo') ?? {})),
    ...current.strategies.flatMap(({ name, config }): Change[] => {
      const earlier = known.get(names.get(name) ?? '');
      if (earlier === undefined) return [{ of: 'strategy', strategy: name, key: '', before: null, after: name }];
      const renamed = earlier.name === name ? [] : [{ key: 'name', before: earlier.name, after: name }];
      return [...renamed, ...differences(withoutName(earlier.config), withoutName(config))].map((leaf) => ({
        of: 'strategy' as const,
        strategy: name,
        ...leaf,
      }));
    }),
    ...baseline.strategies
      .filter(({ name }) => !taken.has(name))
      .map(({ name }): Change => ({ of: 'strategy', strategy: name, key: '', before: name, after: null })),
  ];
}

/**
 * Whether replication r has the same arrivals and the same luck on both sides, so that figures may be compared one by one.
 */
export function sameLuck(baseline: Result, current: Result): boolean {
  const drawn = ({ scenario }: Result) =>
    canonicalJson({ seed: scenario.seed, workload: partOf(scenario.resolved, 'workload'), time: partOf(scenario.resolved, 'time') });
  return baseline.scenario.paired && current.scenario.paired && drawn(baseline) === drawn(current);
}
