import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { InputError } from '../../sim/kernel/problem.ts';
import { type Loaded, loadScenario } from '../scenario/load.ts';
import { loadModules } from '../scenario/modules.ts';
import { presetNames, readText } from '../scenario/source.ts';
import type { Modules } from '../strategy/custom.ts';
import { presets } from '../strategy/presets/registry.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { routeNames } from '../strategy/written/route.ts';

export interface StrategySource {
  /** A strategy file, a scenario, or the name of a ready strategy. */
  readonly strategy: string;
  /** Which one of a scenario that has several. */
  readonly only?: string | undefined;
  /** The upstream's models, the first choice first; for what does not name them itself. */
  readonly models: readonly string[];
}

export interface OpenedStrategy {
  readonly strategy: StrategySpec;
  readonly modules: Modules;
  /** What callers read of every answer, where a scenario says so. */
  readonly expects: 'json' | undefined;
  /** A caller's patience with all waits and retries, where a scenario says so. */
  readonly deadlineMs: number | undefined;
  readonly warnings: readonly string[];
}

/** Reads the strategy that a gateway is to have. InputError with everything that is wrong. */
export async function openStrategy(source: StrategySource): Promise<OpenedStrategy> {
  const loaded = await load(source);
  const { strategies, modules, workload } = loaded.scenario;
  const [strategy] = strategies;
  if (strategy === undefined || strategies.length > 1) {
    const names = strategies.map(({ name }) => name).join(', ');
    throw new InputError([{ file: source.strategy, key: 'strategies', message: `has several; say which one with --only: ${names}` }]);
  }
  const { expects, deadline: deadlineMs } = workload;
  return { strategy, modules: await loadModules(modules), expects, deadlineMs, warnings: loaded.warnings };
}

function load({ strategy, only, models }: StrategySource): Promise<Loaded> {
  if (isScenario(strategy)) {
    if (models.length > 0) throw misused('--models', `${strategy} is a scenario, whose strategies name their models`);
    return loadScenario({ file: strategy, only: only === undefined ? [] : [only], strategiesAlone: true });
  }
  if (only !== undefined) throw misused('--only', `${strategy} is one strategy; only scenarios have several`);
  const twice = models.find((name, place) => models.indexOf(name) !== place);
  if (twice !== undefined) throw misused('--models', `${twice} is there twice`);
  if (!Object.hasOwn(presets, strategy) && !existsSync(strategy)) {
    const ready = `ready strategies are ${Object.keys(presets).join(', ')}, ready scenarios ${presetNames().join(', ')}`;
    const message = `is no file and nothing ready; ${ready}`;
    throw new InputError([{ file: strategy, message }]);
  }
  const own = Object.hasOwn(presets, strategy) ? { preset: strategy } : { file: resolve(strategy) };
  const names = models.length > 0 ? models : routeOf(strategy);
  if (names.length === 0) {
    throw new InputError([
      { file: strategy, message: 'does not name its models; say which the upstream has with --models, such as --models flagship,light' },
    ]);
  }
  return loadScenario({ text: stringify(around(own, names)), folder: dirname(resolve(strategy)), strategiesAlone: true });
}

function misused(file: string, message: string): InputError {
  return new InputError([{ file, message }]);
}

/** A file, or a ready one by its name, as everywhere. */
function isScenario(path: string): boolean {
  if (!existsSync(path) && presetNames().includes(path)) return true;
  const written = existsSync(path) ? read(path) : undefined;
  return typeof written === 'object' && written !== null && 'strategies' in written;
}

/** Undefined for what cannot be read: whoever loads the file says why. */
function read(path: string): unknown {
  try {
    return parse(readText(path), { merge: true });
  } catch {
    return undefined;
  }
}

/** The targets that a strategy file names; a ready strategy names none. InputError for a file that cannot be read at all. */
function routeOf(path: string): readonly string[] {
  if (Object.hasOwn(presets, path)) return [];
  readText(path);
  const { route } = (read(path) ?? {}) as { readonly route?: unknown };
  const named = (typeof route === 'object' && route !== null ? route : {}) as Readonly<Record<string, unknown>>;
  const listed = Array.isArray(route) ? route : routeNames.map((name) => named[name]).find((list) => list !== undefined);
  return Array.isArray(listed) ? listed.filter((name): name is string => typeof name === 'string') : [];
}

/** A scenario that has these models, in this order of quality, and this one strategy. */
function around(strategy: object, names: readonly string[]): object {
  const providers: Record<string, { models: Record<string, object> }> = {};
  names.forEach((target, place) => {
    const slash = target.indexOf('/');
    const [provider, model] = slash < 0 ? ['default', target] : [target.slice(0, slash), target.slice(slash + 1)];
    providers[provider] ??= { models: {} };
    providers[provider].models[model] = { slots: 1, quality: 1 - place / names.length };
  });
  return { providers, workload: { model: names[0], arrivals: { poisson: { rate: '1/s' } } }, strategies: [strategy] };
}
