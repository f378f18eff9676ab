import type { Problem } from '../../sim/kernel/problem.ts';
import { resolveStrategies } from '../strategy/resolve.ts';
import { strategySchema } from '../strategy/schema.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { check, type Fault } from './faults.ts';
import { isStructure } from './paths.ts';
import { entryName } from './sets.ts';
import { hint } from './suggest.ts';
import { type Axis, type AxisFault, variantsOf } from './sweep.ts';
import { listed, maxVariants, parseVary, type SweepValue, sweepNumber, type Vary } from './vary.ts';

/** What is varied: from `sweep:`, or from `--vary` instead of it. */
export interface Sweep {
  readonly strategy: string;
  readonly axes: readonly Axis[];
}

const entriesOf = (root: unknown): readonly unknown[] => (isStructure(root) && Array.isArray(root.strategies) ? root.strategies : []);

/** Keys of a scenario that vary a strategy. */
type SweepKey = 'sweep' | 'tune';

/** `sweep:` or `tune:` as written, as far as it can be read; undefined where there is none. */
export function writtenSweep(root: unknown, where: SweepKey = 'sweep'): Sweep | undefined {
  const sweep = isStructure(root) ? root[where] : undefined;
  if (!isStructure(sweep) || typeof sweep.strategy !== 'string') return undefined;
  const axes = Object.entries(sweep)
    .filter(([key]) => key !== 'strategy')
    .map(([key, written]) => ({ key, values: where === 'tune' ? listed(written) : written }))
    .filter((axis): axis is Axis => isAxis(axis.values));
  return { strategy: sweep.strategy, axes };
}

/** Whether a list can be looked at value by value; that it cannot is for the schema to say. */
function isAxis(values: unknown): values is SweepValue[] {
  const isValue = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && sweepNumber(value) !== undefined);
  return Array.isArray(values) && values.length <= maxVariants && values.every(isValue);
}

/** What does not fit in `sweep:` and `tune:`, at its place; looked at alone, so that other faults do not hide it. */
export function sweepFaults(root: unknown): Fault[] {
  return (['sweep', 'tune'] as const).flatMap((where) => {
    const sweep = writtenSweep(root, where);
    if (sweep === undefined) return [];
    return axisFaults(root, sweep).map(({ key, value, message }): Fault => {
      const isList = isStructure(root) && isStructure(root[where]) && Array.isArray(root[where][key]);
      if (value === undefined) return { path: [where, key], at: 'key', message };
      return { path: isList ? [where, key, value] : [where, key], at: 'value', message };
    });
  });
}

function axisFaults(root: unknown, { strategy, axes }: Sweep): readonly AxisFault[] {
  const spec = aloneResolved(root, strategy);
  return spec === undefined ? [] : variantsOf(spec, axes).faults;
}

/** One strategy resolved without the scenario around it: enough to see which numbers it has. */
function aloneResolved(root: unknown, name: string): StrategySpec | undefined {
  const entries = entriesOf(root).map((entry) => check(strategySchema, entry));
  const written = entries.flatMap((result) => ('data' in result ? [result.data] : []));
  const scope = { model: 'model', ladder: ['model'], moduleUrl: (path: string) => path, codeUrl: (path: string) => path };
  return resolveStrategies(written, scope).strategies.find((strategy) => strategy.name === name);
}

/** Reads all `--vary` options; they must mean one strategy. */
export function readVary(
  root: unknown,
  options: readonly string[],
  only: readonly string[],
): { readonly sweep?: Sweep; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const read: { readonly vary: Vary; readonly strategy: string | undefined; readonly axis: Axis }[] = [];
  const names = entriesOf(root)
    .map(entryName)
    .filter((name) => name !== undefined);
  for (const option of options) {
    const vary = parseVary(option);
    if ('message' in vary) problems.push({ file: `--vary ${option}`, message: vary.message });
    else read.push({ vary, ...splitName(vary, names) });
  }
  if (problems.length > 0 || read.length === 0) return { problems };
  const named = [...new Set(read.flatMap(({ strategy }) => strategy ?? []))];
  const strategy = named[0] ?? meant(root, names, only);
  const first = read[0]?.vary.option;
  if (named.length > 1) return { problems: [{ file: first, message: `expected one strategy to vary, found ${named.join(' and ')}` }] };
  if (strategy === undefined)
    return {
      problems: [
        {
          file: first,
          message: `say which strategy, such as --vary ${names[0] ?? 'NAME'}.${first?.slice('--vary '.length)}${hint('', names)}`,
        },
      ],
    };
  for (const [index, { vary, axis }] of read.entries()) {
    const before = read.findIndex((other) => other.axis.key === axis.key);
    if (before < index) problems.push({ file: vary.option, message: `${axis.key} is varied already, by ${read[before]?.vary.option}` });
  }
  if (only.length > 0 && !only.some((name) => name === strategy || name.startsWith(`${strategy}@`)))
    problems.push({ file: first, message: `varies ${strategy}, which --only leaves out` });
  if (problems.length > 0) return { problems };
  const sweep = { strategy, axes: read.map(({ axis }) => axis) };
  for (const { key, message } of axisFaults(root, sweep)) {
    const option = read.find(({ axis }) => axis.key === key)?.vary.option ?? first;
    problems.push({ file: option, key: `strategies.${strategy}.${key}`, message });
  }
  return { sweep, problems };
}

/** Takes the name of a strategy off the front of a key; the longest one that fits. */
function splitName({ key, values }: Vary, names: readonly string[]): { readonly strategy: string | undefined; readonly axis: Axis } {
  const [strategy] = names.filter((name) => key.startsWith(`${name}.`)).sort((a, b) => b.length - a.length);
  return { strategy, axis: { key: strategy === undefined ? key : key.slice(strategy.length + 1), values } };
}

/** The only strategy kept, that of `sweep:`, the only one with a limit, or the only one beside the first. */
function meant(root: unknown, names: readonly string[], only: readonly string[]): string | undefined {
  const [kept] = only;
  if (only.length === 1 && kept !== undefined && names.includes(kept)) return kept;
  const swept = writtenSweep(root)?.strategy;
  if (swept !== undefined) return swept;
  const limited = entriesOf(root).filter((entry) => isStructure(entry) && entry.limit !== undefined);
  if (limited.length === 1) return entryName(limited[0]);
  return names.length <= 2 ? names.at(-1) : undefined;
}
