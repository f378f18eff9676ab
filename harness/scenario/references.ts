import { presets } from '../strategy/presets/registry.ts';
import { routeNames } from '../strategy/written/route.ts';
import type { Fault } from './faults.ts';
import { isStructure, type Path } from './paths.ts';
import { entryName } from './sets.ts';
import { hint, suggest } from './suggest.ts';

/** Names of the scenario as written, found whatever else is wrong with it. */
interface Names {
  /** Provider → its models; undefined where they cannot be read. */
  readonly models: ReadonlyMap<string, readonly string[]>;
  readonly strategies: readonly (string | undefined)[];
}

const keysOf = (value: unknown): string[] => (isStructure(value) && !Array.isArray(value) ? Object.keys(value) : []);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const get = (value: unknown, key: string): unknown => (isStructure(value) && Object.hasOwn(value, key) ? value[key] : undefined);

/** The providers of a scenario as written, each with its path. */
function providersOf(root: unknown): { name: string; path: Path; value: unknown }[] {
  const several = get(root, 'providers');
  const all = keysOf(several).map((name) => ({ name, path: ['providers', name], value: get(several, name) }));
  const single = get(root, 'provider');
  return single === undefined ? all : [...all, { name: 'default', path: ['provider'], value: single }];
}

/** Names that lead nowhere, and names that stand twice; looks at the values as written, valid or not. */
export function referenceFaults(root: unknown): Fault[] {
  const providers = providersOf(root);
  const names: Names = {
    models: new Map(providers.map(({ name, value }) => [name, keysOf(get(value, 'models'))])),
    strategies: listOf(get(root, 'strategies')).map(entryName),
  };
  return [
    ...missingProvider(root),
    ...providers.flatMap(({ path, value }) => providerFaults(value, path)),
    ...targetFaults(get(get(root, 'workload'), 'model'), ['workload', 'model'], names),
    ...listOf(get(root, 'strategies')).flatMap((entry, index) => strategyFaults(entry, ['strategies', index], names)),
    ...duplicateFaults(root, names.strategies),
    ...(names.strategies.length === 0
      ? []
      : [
          ...nameFaults(get(root, 'baseline'), ['baseline'], names.strategies, 'strategy'),
          ...nameFaults(get(get(root, 'sweep'), 'strategy'), ['sweep', 'strategy'], names.strategies, 'strategy'),
          ...nameFaults(get(get(root, 'tune'), 'strategy'), ['tune', 'strategy'], names.strategies, 'strategy'),
        ]),
  ];
}

/** The schema's own rule is not looked at while anything else at the top is wrong. */
function missingProvider(root: unknown): Fault[] {
  if (get(root, 'provider') !== undefined || get(root, 'providers') !== undefined) return [];
  if (!isStructure(root) || Array.isArray(root) || misspells(root, 'provider') || misspells(root, 'providers')) return [];
  return [{ path: [], at: 'value', message: 'expected one key of: provider, providers; found none' }];
}

function providerFaults(provider: unknown, path: Path): Fault[] {
  const models = get(provider, 'models');
  // A model with slots of its own has a pool of its own name.
  const own = keysOf(models).filter((model) => get(get(models, model), 'slots') !== undefined);
  const pools = [...keysOf(get(provider, 'pools')), ...own];
  const faults: Fault[] = [];
  for (const model of keysOf(models))
    if (!misspells(provider, 'pools'))
      faults.push(...nameFaults(get(get(models, model), 'pool'), [...path, 'models', model, 'pool'], pools, 'pool'));
  for (const [index, fault] of listOf(get(provider, 'faults')).entries()) {
    for (const kind of keysOf(fault)) {
      const at = [...path, 'faults', index, kind];
      const of = get(fault, kind);
      for (const [position, name] of listOf(get(of, 'models')).entries())
        faults.push(...nameFaults(name, [...at, 'models', position], keysOf(models), 'model'));
      for (const [position, name] of listOf(get(of, 'pools')).entries())
        faults.push(...nameFaults(name, [...at, 'pools', position], pools, 'pool'));
    }
  }
  return faults;
}

/** A key that is not there but nearly: what it would have held is not missed a second time. */
function misspells(map: unknown, key: string): boolean {
  return get(map, key) === undefined && keysOf(map).some((other) => suggest(other, [key]) !== undefined);
}

function nameFaults(name: unknown, path: Path, known: readonly (string | undefined)[], what: string): Fault[] {
  if (typeof name !== 'string' || known.includes(name)) return [];
  const names = known.filter((each) => each !== undefined);
  return [{ path, at: 'value', message: `no ${what} is called ${name}${hint(name, names)}` }];
}

/** Every model that a target can mean, as provider and model: a bare name that providers have, or provider/model. */
function meanings(target: string, { models }: Names): { provider: string; bare: boolean }[] {
  return [...models].flatMap(([provider, names]) => [
    ...(names.includes(target) ? [{ provider, bare: true }] : []),
    ...(target.startsWith(`${provider}/`) && names.includes(target.slice(provider.length + 1)) ? [{ provider, bare: false }] : []),
  ]);
}

/** A target has to mean one model. */
function targetFaults(target: unknown, path: Path, names: Names): Fault[] {
  if (typeof target !== 'string') return [];
  const meant = meanings(target, names);
  if (meant.length === 1) return [];
  const fault = (message: string): Fault[] => [{ path, at: 'value', message }];
  const holders = meant.filter(({ bare }) => bare).map(({ provider }) => provider);
  const other = meant.find(({ bare }) => !bare);
  if (other !== undefined) {
    const model = target.slice(other.provider.length + 1);
    return fault(`${target} is a model of ${holders.join(' and ')} as well as ${model} of ${other.provider}; rename one of them`);
  }
  if (holders.length > 1) {
    const written = holders.map((provider) => `${provider}/${target}`).join(' or ');
    return fault(`${holders.length} providers have a model ${target}; write ${written}`);
  }
  const full = [...names.models].flatMap(([provider, models]) => models.map((model) => `${provider}/${model}`));
  const bare = [...names.models.values()].flat();
  if (bare.length === 0) return [];
  return fault(`no model is called ${target}${hint(target, names.models.size > 1 ? [...bare, ...full] : bare)}`);
}

/** Targets of one list that mean the same model under two names; equal names are the schema's to find. */
function sameTargetFaults(list: unknown, path: Path, names: Names): Fault[] {
  const seen = new Map<string, string>();
  return listOf(list).flatMap((target, index): Fault[] => {
    if (typeof target !== 'string') return [];
    const [meant, second] = meanings(target, names);
    if (meant === undefined || second !== undefined) return [];
    const whole = meant.bare ? `${meant.provider}/${target}` : target;
    const before = seen.get(whole);
    if (before === undefined) seen.set(whole, target);
    if (before === undefined || before === target) return [];
    return [{ path: [...path, index], at: 'value', message: `${target} stands in this route already, as ${before}` }];
  });
}

function strategyFaults(entry: unknown, path: Path, names: Names): Fault[] {
  const route = get(entry, 'route');
  const floor = get(route, 'floor');
  const lists: [unknown, Path][] = [
    [route, [...path, 'route']],
    ...routeNames.map((name): [unknown, Path] => [get(route, name), [...path, 'route', name]]),
    [get(route, 'targets'), [...path, 'route', 'targets']],
  ];
  const faults = lists.flatMap(([list, at]) => [
    ...listOf(list).flatMap((target, index) => targetFaults(target, [...at, index], names)),
    ...sameTargetFaults(list, at, names),
  ]);
  faults.push(...targetFaults(floor, [...path, 'route', 'floor'], names));
  const over = get(entry, 'over');
  if (isStructure(over)) return [...faults, ...strategyFaults(over, [...path, 'over'], names)];
  return [...faults, ...nameFaults(over, [...path, 'over'], [...names.strategies, ...Object.keys(presets)], 'strategy or preset')];
}

function duplicateFaults(root: unknown, names: readonly (string | undefined)[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, entry] of listOf(get(root, 'strategies')).entries()) {
    const name = names[index];
    if (name === undefined) {
      // An entry with a misspelt `name` has its fault there.
      const misspelt = ['name', 'preset', 'file'].some((key) => misspells(entry, key));
      if (isStructure(entry) && !('name' in entry) && !('preset' in entry) && !misspelt)
        faults.push({ path: ['strategies', index], at: 'value', message: 'expected a name (or a preset) for this strategy, found none' });
      continue;
    }
    if (names.indexOf(name) === index) continue;
    const key = get(entry, 'name') === undefined ? 'preset' : 'name';
    faults.push({
      path: ['strategies', index, key],
      at: 'value',
      message: `another strategy is called ${name}; give this one a name of its own`,
    });
  }
  return faults;
}
