import { posix } from 'node:path';
import { bareCode, projectImports, type SourceTree } from './source-tree.ts';

/** Who may import whom; the first row whose folder holds a file is the file's row. */
export const layers: readonly { readonly folder: string; readonly mayImport: readonly string[]; readonly butNot?: readonly string[] }[] = [
  { folder: 'sim/kernel', mayImport: ['sim/kernel'] },
  { folder: 'sim', mayImport: ['sim'] },
  { folder: 'reports/result', mayImport: ['sim', 'reports/result'] },
  { folder: 'reports/formats', mayImport: ['sim/kernel', 'sim/markup', 'reports'] },
  { folder: 'harness/cli', mayImport: ['sim', 'reports', 'harness'] },
  { folder: 'harness', mayImport: ['sim', 'reports/result', 'harness'], butNot: ['harness/cli'] },
];

/** Imports that point the wrong way, as `from → to`. */
export function wrongDirections(tree: SourceTree): string[] {
  return edges(tree).flatMap(([from, to]) => {
    const layer = layers.find(({ folder }) => inside(folder, from));
    const allowed = layer?.mayImport.some((folder) => inside(folder, to)) && !layer.butNot?.some((folder) => inside(folder, to));
    return allowed ? [] : [`${from} → ${to}`];
  });
}

/** Inside a plug-in folder: contract ← plug-ins ← registry. A contract is named after its folder: `retry/retry.ts`, `curves/curve.ts`. */
export function backwardsInPlugInFolders(tree: SourceTree): string[] {
  return edges(tree).flatMap(([from, to]) => {
    const folder = posix.dirname(from);
    const registry = `${folder}/registry.ts`;
    if (posix.dirname(to) !== folder || !tree.has(registry)) return [];
    const word = posix.basename(folder);
    const fromContract = [`${word}.ts`, `${word.replace(/s$/, '')}.ts`].includes(posix.basename(from));
    const backwards = (to === registry && (fromContract || isPlugIn(tree.get(from)))) || (fromContract && isPlugIn(tree.get(to)));
    return backwards ? [`${from} → ${to}`] : [];
  });
}

/** Groups of files that import each other in a circle, types included; each as one readable chain. */
export function cycles(tree: SourceTree): string[] {
  const next = new Map([...tree].map(([path, text]) => [path, projectImports(path, text).filter((to) => tree.has(to))]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return found;
}

/** What would make two runs differ, by where it must not stand. */
export const forbidden: readonly { readonly what: string; readonly pattern: RegExp; readonly folders: readonly string[] }[] = [
  { what: 'Math.random', pattern: /\bMath\s*\.\s*random\b/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'Math.pow', pattern: /\bMath\s*\.\s*pow\b/, folders: ['sim', 'harness/strategy', 'reports/result'] },
  { what: '**', pattern: /\*\*/, folders: ['sim', 'harness/strategy', 'reports/result'] },
  { what: 'Date.now', pattern: /\bDate\s*\.\s*now\b/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'new Date()', pattern: /\bnew\s+Date\s*(?:\(\s*\)|[^(\s])/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'performance', pattern: /\bperformance\s*\./, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'hrtime', pattern: /\bhrtime\b/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'a timer', pattern: /\bset(?:Timeout|Interval|Immediate)\b/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'Intl', pattern: /\bIntl\s*\./, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'toLocale…', pattern: /\btoLocale\w*/, folders: ['sim', 'harness/strategy', 'reports'] },
  { what: 'localeCompare', pattern: /\blocaleCompare\b/, folders: ['sim', 'harness/strategy', 'reports'] },
];

/** Forbidden names and operators, as `path:line what`. */
export function forbiddenUses(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) =>
    bareCode(text)
      .split('\n')
      .flatMap((line, index) =>
        forbidden
          .filter(({ pattern, folders }) => folders.some((folder) => inside(folder, path)) && pattern.test(line))
          .map(({ what }) => `${path}:${index + 1} ${what}`),
      ),
  );
}

/** Plug-in files (those that call `define`, the factories of plug-ins among them) that the registry of their folder does not import. */
export function unregistered(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!isPlugIn(text)) return [];
    const registry = registryAbove(tree, path);
    if (registry === undefined) return [`${path} has no registry.ts beside or above it`];
    return projectImports(registry, tree.get(registry) ?? '').includes(path) ? [] : [`${path} is not in ${registry}`];
  });
}

function registryAbove(tree: SourceTree, path: string): string | undefined {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    if (tree.has(`${folder}/registry.ts`)) return `${folder}/registry.ts`;
  }
  return undefined;
}

function isPlugIn(text: string | undefined): boolean {
  return text !== undefined && /(?<!function )\bdefine(?:<[^>]*>)?\(/.test(bareCode(text));
}

function inside(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

function edges(tree: SourceTree): (readonly [string, string])[] {
  return [...tree].flatMap(([path, text]) => projectImports(path, text).map((to) => [path, to] as const));
}
