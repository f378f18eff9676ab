import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import type { Modules } from '../strategy/custom.ts';
import { told } from '../strategy/guards/call.ts';

/** The library's own entry, beside this file whether it is built or not. */
const library = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js', import.meta.url));

/**
 * Loads the user's modules (TypeScript or JavaScript) by file URL. They find `at-capacity` and `zod` whether or not they
 * are installed where the module lies. InputError, one problem a module, for those that cannot be loaded.
 */
export async function loadModules(urls: readonly string[]): Promise<Modules> {
  const modules = new Map<string, unknown>();
  if (urls.length === 0) return modules;
  // Loaded only where a scenario has modules: most have none.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    alias: { 'at-capacity': library, zod: fileURLToPath(import.meta.resolve('zod')) },
    // An edited file is read again; nothing is written into the user's folders.
    moduleCache: false,
    fsCache: false,
  });
  const problems: Problem[] = [];
  for (const url of urls) {
    try {
      modules.set(url, exportOf(await jiti.import(url)));
    } catch (error) {
      problems.push({ file: url, message: `cannot be loaded: ${reasonOf(error)}` });
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return modules;
}

/** The default export, else the only one. */
function exportOf(module: unknown): unknown {
  if (typeof module !== 'object' || module === null) return module;
  if ('default' in module) return module.default;
  const values = Object.values(module);
  return values.length === 1 ? values[0] : undefined;
}

/** What is wrong, and for text that does not parse the line and column, which the loader puts on a second line. */
function reasonOf(error: unknown): string {
  const place = /^ParseError: (.*?)\s*\n.*:(\d+:\d+)$/.exec(error instanceof Error ? error.message : '');
  return place === null ? told(error) : `${place[1]} at ${place[2]}`;
}

/** The file URL of a path that a scenario in `folder` names. */
export function moduleUrl(path: string, folder: string): string {
  return path.startsWith('file:') ? path : pathToFileURL(resolve(folder, path)).href;
}

/** A module's file URL as a path relative to a folder: what a scenario file says, and the same on every machine. */
export function moduleName(url: string, folder: string): string {
  const name = relative(folder, fileURLToPath(url)).replaceAll('\\', '/');
  return name.startsWith('.') ? name : `./${name}`;
}
