import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { packagePath } from '../../sim/kernel/package-root.ts';

const marked = (name: string): RegExp => new RegExp(`(<!-- from the registry: ${name} -->\n\n)([\\s\\S]*?)(\n\n<!-- end -->)`);

/** What stands between the markers of one generated part of a page; undefined where the page has no such markers. */
export function partIn(text: string, name: string): string | undefined {
  return marked(name).exec(text)?.[2];
}

/** Writes one generated part of a page, `docs/model.md`; an error where the page has no markers for it. */
export function writePart(path: string, name: string, part: string): void {
  const file = packagePath(...path.split('/'));
  const text = readFileSync(file, 'utf8');
  if (partIn(text, name) === undefined) throw new Error(`${path} has no part ${name}`);
  replaceFile(
    file,
    text.replace(marked(name), (_, start, __, end) => `${start}${part}${end}`),
  );
}

/** Writes a file under another name first: whoever reads it meanwhile reads the old one. */
export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
