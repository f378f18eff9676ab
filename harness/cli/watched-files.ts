import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument, visit } from 'yaml';

/** A scenario file and the files that it names: strategies, traces, curves, modules. A file that is wrong names none. */
export function filesNamedBy(file: string): readonly string[] {
  const found = new Set([resolve(file)]);
  for (const path of found) {
    if (path === resolve(file) || /\.ya?ml$/.test(path)) for (const name of namesIn(path)) found.add(name);
  }
  return [...found];
}

/** Texts in a YAML file that are, from its folder, names of files. */
function namesIn(path: string): readonly string[] {
  const names: string[] = [];
  try {
    visit(parseDocument(readFileSync(path, 'utf8'), { logLevel: 'silent' }), {
      Scalar(_, { value }) {
        if (typeof value === 'string' && value !== '' && !value.includes('\n')) names.push(resolve(dirname(path), value));
      },
    });
  } catch {
    return [];
  }
  return names.filter(isFile);
}

/** Texts that no file can be called are none. */
function isFile(name: string): boolean {
  try {
    return statSync(name).isFile();
  } catch {
    return false;
  }
}
