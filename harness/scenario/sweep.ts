import { shown } from '../../sim/kernel/units.ts';
import { strategySchema } from '../strategy/schema.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { writeStrategy } from '../strategy/write.ts';
import { check } from './faults.ts';
import { isStructure, type Path, parsePath, valueAt, withValueAt } from './paths.ts';
import { resolvePath } from './sets.ts';
import { maxVariants, type SweepValue, sweepNumber } from './vary.ts';

/** One key of a sweep with its values. */
export interface Axis {
  /** As written: `limit`, `retry.attempts`. */
  readonly key: string;
  readonly values: readonly SweepValue[];
}

export interface AxisFault {
  readonly key: string;
  /** Position of the value that does not fit; undefined: the key itself. */
  readonly value?: number;
  readonly message: string;
}

/** A variant as written, under its name. */
export type Variant = Readonly<Record<string, unknown>> & { readonly name: string };

/** The written form of `strategy` once for every combination of values, the last key turning fastest. */
export function variantsOf(
  strategy: StrategySpec,
  axes: readonly Axis[],
): { readonly variants: readonly Variant[]; readonly faults: readonly AxisFault[] } {
  const base = writeStrategy(strategy) as Variant;
  const faults = axes.flatMap((axis) => axisFaults(base, axis));
  const total = axes.reduce((product, { values }) => product * values.length, 1);
  if (total > maxVariants) faults.push({ key: axes[0]?.key ?? '', message: `expected at most ${maxVariants} variants, found ${total}` });
  if (faults.length > 0) return { variants: [], faults };
  let variants: readonly { readonly written: unknown; readonly values: readonly string[] }[] = [{ written: base, values: [] }];
  for (const { key, values } of axes) {
    const path = sweptPath(base, key);
    variants = variants.flatMap((variant) =>
      values.map((value) => ({ written: withValueAt(variant.written, path, value), values: [...variant.values, `${key}=${value}`] })),
    );
  }
  return {
    variants: variants.map(({ written, values }) => ({ ...(written as Variant), name: `${base.name}@${values.join(',')}` })),
    faults,
  };
}

/** `limit` is the number of a fixed limit; every other key is a path into the strategy. */
function pathOf(base: Variant, key: string): { readonly path: Path } | { readonly message: string } {
  if (key === 'limit') {
    const { limit } = base;
    if (!isStructure(limit)) return { path: ['limit'] };
    if (limit.fixed !== undefined) return { path: ['limit', 'fixed'] };
    return { message: 'this limit is not a fixed one; name its number, such as limit.aimd.initial' };
  }
  const parts = parsePath(key);
  if (parts === undefined) return { message: 'expected a numeric key of the strategy, such as retry.attempts' };
  return resolvePath(base, parts);
}

/** Where a key of a sweep leads in a strategy as `writeStrategy` writes it; empty where it leads nowhere. */
export function sweptPath(written: unknown, key: string): Path {
  const found = pathOf(written as Variant, key);
  return 'path' in found ? found.path : [];
}

function axisFaults(base: Variant, { key, values }: Axis): AxisFault[] {
  const path = pathOf(base, key);
  if ('message' in path) return [{ key, message: path.message }];
  const current = valueAt(base, path.path);
  if (current !== undefined && !(typeof current === 'number' || (typeof current === 'string' && sweepNumber(current) !== undefined)))
    return [
      {
        key,
        message: `expected a numeric key of the strategy; ${key} is ${isStructure(current) ? 'a map of keys or a list' : shown(current)}`,
      },
    ];
  const faults: AxisFault[] = [];
  const seen = new Map<number | undefined, SweepValue>();
  for (const [index, value] of values.entries()) {
    const before = seen.get(sweepNumber(value));
    if (before !== undefined)
      faults.push({ key, value: index, message: `${value} stands here twice${before === value ? '' : `, as ${before}`}` });
    else seen.set(sweepNumber(value), value);
    const result = check(strategySchema, withValueAt(base, path.path, value));
    const first = 'faults' in result ? result.faults[0] : undefined;
    if (first === undefined) continue;
    // A key that does not fit is wrong once, not once for every value.
    if (first.path.length < path.path.length || first.at === 'key')
      return [{ key, message: `${base.name} has no number ${key}: ${first.message}` }];
    faults.push({ key, value: index, message: first.message });
  }
  return faults;
}

/** Values as numbers: as they are, in milliseconds, or per second. */
export function sweepKeys(axes: readonly Axis[]): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(axes.map(({ key, values }) => [key, values.map((value) => sweepNumber(value) ?? Number.NaN)]));
}
