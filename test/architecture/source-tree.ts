import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Text by path from the top of the project, with forward slashes. */
export type SourceTree = ReadonlyMap<string, string>;

/** All files under the named folders whose names end as asked, in the order of their paths. */
export function readTree(root: string, folders: readonly string[], endings: readonly string[]): SourceTree {
  const paths = folders.flatMap((folder) => pathsUnder(root, folder)).filter((path) => endings.some((ending) => path.endsWith(ending)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function pathsUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', '.git', 'out'].includes(entry.name) ? [] : pathsUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** The code without comments and without the contents of strings, line by line as before. */
export function bareCode(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (match) => {
    const blank = match.replace(/[^\n]/g, ' ');
    const quote = match.charAt(0);
    return quote === '/' ? blank : quote + blank.slice(1, -1) + quote;
  });
}

/** Specifiers of every import and re-export, static or dynamic, of types or values. */
export function importsOf(text: string): string[] {
  // Code that is written for others stands in double quotes or templates, and its imports are none of ours.
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*|"import [^"\n]*"/gm, '');
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].flatMap(([, specifier]) => specifier ?? []);
}

/** The relative imports of a file as paths from the top of the project. */
export function projectImports(path: string, text: string): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}
