import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { partIn, writePart } from '../bench/page-part.ts';

/** A page of prose as the tests look at it. */
export interface Page {
  /** From the top of the repository: `docs/model.md`. */
  readonly path: string;
  readonly text: string;
}

export function page(path: string): Page {
  return { path, text: readFileSync(packagePath(...path.split('/')), 'utf8') };
}

/** Everything that is written for readers. */
export function allPages(): readonly Page[] {
  const docs = readdirSync(packagePath('docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)].map(page);
}

export interface Heading {
  readonly title: string;
  readonly anchor: string;
}

/** Headings outside code blocks, with the anchors that renderers give them. */
export function headings({ text }: Page): readonly Heading[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => ({
    title,
    anchor: title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  }));
}

/** Targets of the links of a page, as written. */
export function links({ text }: Page): readonly string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => '·'.repeat(code.length));
}

/** The cells of the rows below one heading, first table only, header and rule left out. */
export function table({ path, text }: Page, title: string, nth = 0): readonly (readonly string[])[] {
  const start = text.indexOf(`# ${title}\n`);
  if (start < 0) throw new Error(`${path} has no heading ${title}`);
  const section = text.slice(start).split(/\n#+ /)[0] ?? '';
  const found = [...section.matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([rows]) => rows.trim().split('\n').slice(2))[nth];
  if (found === undefined) throw new Error(`${path}: no table number ${nth} below ${title}`);
  return found.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** Names in backticks in one cell. */
export function names(cell: string | undefined): readonly string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

export interface Block {
  readonly language: string;
  readonly text: string;
  /** The heading it stands below. */
  readonly title: string;
}

/** Fenced blocks in their order. */
export function blocks({ text }: Page): readonly Block[] {
  const found: Block[] = [];
  let title = '';
  for (const [, heading, language, body] of text.matchAll(/^#+ (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (heading !== undefined) title = heading;
    else found.push({ language: language ?? '', text: body ?? '', title });
  }
  return found;
}

/** What stands between the markers of one generated part. With UPDATE_GOLDEN=1 `expected` is written there first. */
export function generatedPart(path: string, name: string, expected: string): string | undefined {
  if (process.env.UPDATE_GOLDEN === '1') writePart(path, name, expected);
  return partIn(page(path).text, name);
}
