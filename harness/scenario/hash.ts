import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isStructure } from './paths.ts';
import type { Scenario } from './scenario.ts';

/** JSON with keys in code-point order and without what is undefined: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (!isStructure(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}

/** A module's file URL as a name relative to a folder: what a scenario file says, and the same on every machine. */
export function moduleName(url: string, folder: string): string {
  const name = relative(folder, fileURLToPath(url)).replaceAll('\\', '/');
  return name.startsWith('.') ? name : `./${name}`;
}

/** SHA-256 (hex) of a scenario: of its canonical JSON without the folder, modules named relative to it. */
export function scenarioHash(scenario: Scenario): string {
  const { folder, modules, ...rest } = scenario;
  const urls = new Map(modules.map((url) => [url, moduleName(url, folder)]));
  const text = canonicalJson({ ...rest, modules: [...urls.values()] });
  const named = [...urls].reduce((json, [url, name]) => json.replaceAll(JSON.stringify(url), JSON.stringify(name)), text);
  return createHash('sha256').update(named).digest('hex');
}

/** The file URL of a module that a file in `folder` names. */
export function moduleUrl(name: string, folder: string): string {
  return pathToFileURL(`${folder}/${name}`).href;
}
