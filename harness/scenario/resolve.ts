import { resolveProvider } from '../../sim/provider/resolve.ts';
import type { ModelSpec, ProviderSpec } from '../../sim/provider/spec.ts';
import { completeRule } from '../alarm/schema.ts';
import type { ResolveScope } from '../strategy/defaults.ts';
import { ladderOf } from '../strategy/ladder.ts';
import { resolveStrategies, type StrategyFault } from '../strategy/resolve.ts';
import { completeWorkload } from '../workload/schema.ts';
import { moduleUrl } from './modules.ts';
import type { Scenario } from './scenario.ts';
import type { WrittenScenario } from './schema.ts';
import { listed } from './vary.ts';

export interface Resolved {
  readonly scenario: Scenario;
  readonly faults: readonly StrategyFault[];
  /** What further strategies of this scenario are resolved with. */
  readonly scope: ResolveScope;
}

/** Fills in every default. Sweeps are not written out here. `name` is what the scenario is called when it does not say. */
export function resolveScenario(written: WrittenScenario, { folder, name }: { readonly folder: string; readonly name: string }): Resolved {
  const providers = providersOf(written, written.workload.expects);
  const workload = completeWorkload(written.workload, firstTarget(providers));
  const modules = new Set<string>();
  const scope: ResolveScope = {
    model: workload.model,
    ladder: ladderFrom(workload.model, providers),
    deadline: workload.deadline,
    moduleUrl(path) {
      const url = moduleUrl(path, folder);
      modules.add(url);
      return url;
    },
    codeUrl: (path) => moduleUrl(path, folder),
  };
  const { strategies, faults } = resolveStrategies(written.strategies, scope);
  const { seed, replications, time, good, slo, alarm, recommend, tune } = written;
  const scenario: Scenario = {
    name: written.name ?? name,
    seed,
    replications,
    time,
    providers,
    workload,
    good,
    slo,
    ...(alarm && alarm.length > 0 && { alarm: alarm.map(completeRule) }),
    baseline: written.baseline ?? strategies[0]?.name ?? '',
    strategies,
    ...(tune && { tune: tuneOf(tune) }),
    recommend,
    modules: [...modules],
    folder,
  };
  return { scenario, faults, scope };
}

/** Ranges as the lists that they stand for. */
function tuneOf({ strategy, ...keys }: NonNullable<WrittenScenario['tune']>): Scenario['tune'] {
  const all = Object.entries(keys).map(([key, values]) => [key, listed(values)] as const);
  return { strategy, keys: Object.fromEntries(all) as NonNullable<Scenario['tune']>['keys'] };
}

type Providers = Readonly<Record<string, ProviderSpec>>;

function providersOf({ provider, providers }: WrittenScenario, expects: 'json' | undefined): Providers {
  const written = Object.entries({ ...providers, ...(provider && { default: provider }) });
  return Object.fromEntries(written.map(([name, each]) => [name, answering(resolveProvider(each), expects)]));
}

/** Where callers expect JSON, models answer with it unless they say otherwise. */
function answering(provider: ProviderSpec, expects: 'json' | undefined): ProviderSpec {
  if (expects === undefined) return provider;
  const models = Object.entries(provider.models).map(([name, model]) => [name, { output: { json: 'plain' }, ...model }] as const);
  return { ...provider, models: Object.fromEntries(models) };
}

/** How a model is written as a target: with its provider where the bare name means another model as well. */
function targetOf(provider: string, model: string, providers: Providers): string {
  const slash = model.indexOf('/');
  const [first, rest] = [model.slice(0, Math.max(0, slash)), model.slice(slash + 1)];
  const holders = Object.values(providers).filter(({ models }) => Object.hasOwn(models, model));
  const whole = Object.hasOwn(providers, first) && Object.hasOwn(providers[first]?.models ?? {}, rest);
  return holders.length === 1 && !whole ? model : `${provider}/${model}`;
}

function firstTarget(providers: Providers): string {
  const [first] = Object.entries(providers);
  const model = first === undefined ? undefined : Object.keys(first[1].models)[0];
  return first === undefined || model === undefined ? '' : targetOf(first[0], model, providers);
}

/** The model that a target names, and its provider. */
export function modelOf(target: string, providers: Providers): { readonly provider: ProviderSpec; readonly model: ModelSpec } | undefined {
  for (const [name, provider] of Object.entries(providers)) {
    for (const [model, spec] of Object.entries(provider.models))
      if (target === model || target === `${name}/${model}`) return { provider, model: spec };
  }
  return undefined;
}

/** All models of the target's provider, from the target down. */
function ladderFrom(target: string, providers: Providers): readonly string[] {
  for (const [name, { models }] of Object.entries(providers)) {
    const targets = Object.fromEntries(Object.entries(models).map(([model, spec]) => [targetOf(name, model, providers), spec]));
    const own = Object.keys(models).find((model) => target === model || target === `${name}/${model}`);
    if (own !== undefined) return ladderOf(targetOf(name, own, providers), targets);
  }
  return [target];
}
