import type { CurveScope } from '../../curves/curve.ts';
import type { Pace } from '../../curves/pace.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { InputError } from '../../kernel/problem.ts';
import { tagOf } from '../../kernel/tagged.ts';
import type { FaultSpec, ProviderSpec } from '../spec.ts';
import type { Effect } from './effect.ts';
import type { Fault, FaultAt, FaultScope } from './fault.ts';
import { readWrittenIn } from './read-written.ts';
import { faults as registry } from './registry.ts';
import { mergeWindows, type Windows, within } from './windows.ts';

export interface Faults {
  /** What happens to the attempts of a model; undefined when nothing ever does. */
  of(model: string): FaultAt | undefined;
  /** When an outage refuses a pool's other tenants. */
  tenantsSteps(pool: string): Windows;
  /** Whether one does now. */
  tenantsRefused(pool: string, now: number): boolean;
}

export interface FaultsScope {
  readonly calendar: CurveScope;
  /** How the day passes on the clock; as the clock by default. */
  readonly pace?: Pace | undefined;
  /** The provider whose faults they are: its models, their pools and its dialect. */
  readonly spec: Pick<ProviderSpec, 'dialect' | 'models'>;
}

/**
 * The faults of one replication: a script keeps its place. An attempt that several hit is lost rather than refused,
 * refused rather than served badly, served badly rather than slowly, and else meets the one that stands first; slowness
 * multiplies. InputError for a time before the run's start.
 */
export function compileFaults(specs: readonly FaultSpec[], scope: FaultsScope): Faults {
  return combineFaults(createFaults(specs, scope));
}

/** Each fault on its own, in their order. */
export function createFaults(specs: readonly FaultSpec[], scope: FaultsScope): readonly Fault[] {
  return specs.map((one, index) => createFault(one, index, scope));
}

/** One fault; `index` keys its draws, so no two that are on together have the same. */
export function createFault(written: FaultSpec, index: number, { calendar, pace, spec }: FaultsScope): Fault {
  const dialect = dialectOf(spec.dialect);
  const poolOf = Object.fromEntries(Object.entries(spec.models).map(([name, model]) => [name, model.pool]));
  const read = readWrittenIn(dialect);
  const scope: FaultScope = { run: calendar, pace, poolOf, errors: (model) => dialect.errors(model), read, index };
  const { tag, options } = tagOf(registry, written);
  try {
    return registry[tag as keyof typeof registry].create(options as never, scope);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problems.map((problem) => ({ key: `faults.${index}.${tag}.from`, ...problem })));
  }
}

/** What several faults do together. */
export function combineFaults(all: readonly Fault[]): Faults {
  const refusing = new Map<string, Windows>();

  function tenantsSteps(pool: string): Windows {
    let windows = refusing.get(pool);
    if (windows === undefined) {
      const each = all.flatMap((fault) => fault.tenants?.(pool) ?? []);
      windows = mergeWindows(each.flatMap(({ from, to }) => [...from].map((start, i) => [start, to[i] as number] as const)));
      refusing.set(pool, windows);
    }
    return windows;
  }

  return {
    of: (model) => combined(all.flatMap((fault) => fault.of(model) ?? [])),
    tenantsSteps,
    tenantsRefused: (pool, now) => within(tenantsSteps(pool), now),
  };
}

function combined(parts: readonly FaultAt[]): FaultAt | undefined {
  if (parts.length <= 1) return parts[0];
  return (now, n, uniform) => {
    let worst: Effect | undefined;
    let factor = 1;
    for (const part of parts) {
      const effect = part(now, n, uniform);
      if (effect === undefined) continue;
      if ('factor' in effect) factor *= effect.factor;
      if (worst === undefined || rankOf(effect) < rankOf(worst)) worst = effect;
    }
    return worst === undefined || !('factor' in worst) || worst.factor === factor ? worst : { ...worst, factor };
  };
}

function rankOf(effect: Effect): number {
  if (effect.kind === 'lost') return 0;
  if (effect.kind === 'refuse') return 1;
  return effect.kind === 'slow' ? 3 : 2;
}
