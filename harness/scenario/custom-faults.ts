import { InputError } from '../../sim/kernel/problem.ts';
import { isPlugin } from '../strategy/custom.ts';
import { check, type Fault } from './faults.ts';
import { loadModules, moduleUrl } from './modules.ts';
import { isStructure, type Path } from './paths.ts';

interface Custom {
  readonly path: Path;
  readonly url: string;
  readonly options: unknown;
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
  for (const { path, url, options } of customs) if (loaded.has(url)) faults.push(...pluginFaults(loaded.get(url), options, path));
  return faults;
}

function* customsIn(value: unknown, path: Path, folder: string): Generator<Custom> {
  if (!isStructure(value)) return;
  for (const [part, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const at = [...path, part];
    if (part === 'custom' && typeof inner === 'string' && inner !== '')
      yield { path: at, url: moduleUrl(inner, folder), options: value.options };
    else if (part !== 'options') yield* customsIn(inner, at, folder);
  }
}

function pluginFaults(plugin: unknown, options: unknown, path: Path): Fault[] {
  if (!isPlugin(plugin)) {
    const message =
      'expected a module whose default or only export is a plug-in: { name, summary, options (a zod schema), examples, create }';
    return [{ path, at: 'value', message }];
  }
  const result = check(plugin.options, options ?? {});
  const beside = [...path.slice(0, -1), 'options'];
  return 'faults' in result ? result.faults.map((fault) => ({ ...fault, path: [...beside, ...fault.path] })) : [];
}
