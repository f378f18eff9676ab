/** One line of a page that a reader is meant to type. */
export interface ShellLine {
  readonly line: number;
  readonly command: string;
}

/** The commands in the fenced `sh` blocks of a Markdown page: no comments, lines that end in a backslash joined. */
export function shellLines(markdown: string): readonly ShellLine[] {
  const found: ShellLine[] = [];
  let inside = false;
  let open: ShellLine | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^\s*```(\S*)/.exec(text);
    if (fence !== null) {
      inside = !inside && fence[1] === 'sh';
      continue;
    }
    if (!inside || text.trim() === '' || text.trim().startsWith('#')) continue;
    const joined: ShellLine = open === undefined ? { line: index + 1, command: text } : { ...open, command: `${open.command}\n${text}` };
    open = text.endsWith('\\') ? joined : undefined;
    if (open === undefined) found.push(joined);
  }
  return found;
}

/** Output that a page shows: a `text` block below the `sh` block whose last line printed it, or below more of the same output. */
export interface Excerpt {
  readonly command: string;
  readonly text: string;
}

/** What a page shows of the output of its lines. */
export function excerpts(markdown: string): readonly Excerpt[] {
  const found: Excerpt[] = [];
  let command: string | undefined;
  for (const [block, language, text = ''] of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') command = shellLines(block).at(-1)?.command;
    else if (language === 'text' && command !== undefined) found.push({ command, text });
  }
  return found;
}

/** The paragraphs of `printed` that begin with the same word as those of an excerpt, in its order; a paragraph nobody printed stays. */
export function refreshed(excerpt: string, printed: string): string {
  const begin = (paragraph: string) => paragraph.trimStart().split(/[\s:]/, 1)[0];
  const paragraphs = printed.trimEnd().split('\n\n');
  const same = (old: string) => paragraphs.find((one) => begin(one) === begin(old)) ?? old;
  return `${excerpt.trimEnd().split('\n\n').map(same).join('\n\n')}\n`;
}

/** The text of the first fenced block of this kind after a heading or other mark; undefined when there is none. */
export function blockAfter(markdown: string, mark: string, kind: string): string | undefined {
  const from = markdown.indexOf(mark);
  const start = from < 0 ? -1 : markdown.indexOf(`\n\`\`\`${kind}\n`, from);
  if (start < 0) return undefined;
  const text = start + kind.length + 5;
  return markdown.slice(text, markdown.indexOf('\n```', text) + 1);
}
