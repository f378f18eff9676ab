import { InputError } from '../../sim/kernel/problem.ts';
import { tryCustom } from '../strategy/create.ts';
import { isPlugin } from '../strategy/custom.ts';
import { told } from '../strategy/guards/call.ts';
import { check, type Fault } from './faults.ts';
import { loadModules, moduleUrl } from './modules.ts';
import { isStructure, type Path } from './paths.ts';

interface Custom {
  readonly path: Path;
  readonly url: string;
  readonly options: unknown;
  /** What stands beside it, of a route. */
  readonly targets: unknown;
}

/** Loads every module that the strategies as written name: what cannot be loaded, is no plug-in, or refuses its options. */
export async function customFaults(root: unknown, folder: string): Promise<Fault[]> {
  const customs = isStructure(root) ? [...customsIn(root.strategies, ['strategies'], folder)] : [];
  const faults: Fault[] = [];
  const loaded = new Map<string, unknown>();
  for (const url of new Set(customs.map((custom) => custom.url))) {
    try {
      for (const [key, module] of await loadModules([url])) loaded.set(key, module);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const message = error.problems.map((problem) => problem.message).join('; ');
      faults.push(...customs.filter((custom) => custom.url === url).map(({ path }) => ({ path, at: 'value' as const, message })));
    }
  }
  for (const custom of customs) if (loaded.has(custom.url)) faults.push(...pluginFaults(loaded.get(custom.url), custom));
  return faults;
}

function* customsIn(value: unknown, path: Path, folder: string): Generator<Custom> {
  if (!isStructure(value)) return;
  for (const [part, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const at = [...path, part];
    if (part === 'custom' && typeof inner === 'string' && inner !== '')
      yield { path: at, url: moduleUrl(inner, folder), options: value.options, targets: value.targets };
    else if (part !== 'options') yield* customsIn(inner, at, folder);
  }
}

/** What is wrong with a module that could be loaded, found by making one part of it. */
function pluginFaults(plugin: unknown, { path, url, options, targets }: Custom): Fault[] {
  const fault = (message: string): Fault[] => [{ path, at: 'value', message }];
  try {
    if (!isPlugin(plugin)) {
      return fault(
        'expected a module whose default or only export is a plug-in: { name, summary, options (a zod schema), examples, create }',
      );
    }
    const result = check(plugin.options, options ?? {});
    const beside = [...path.slice(0, -1), 'options'];
    if ('faults' in result) return result.faults.map((each) => ({ ...each, path: [...beside, ...each.path] }));
  } catch (error) {
    return fault(`its options cannot be checked: ${told(error)}`);
  }
  try {
    tryCustom(String(path.at(-2)), { module: url, options }, new Map([[url, plugin]]), Array.isArray(targets) ? targets : []);
    return [];
  } catch (error) {
    return fault(told(error));
  }
}
