import type { Faults } from './faults.ts';

/** The text with `\n` as its only line end (CRLF and a lone CR become it) and without a byte order mark. */
export function unifyLines(text: string): string {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
}

/** Refuses a text that is empty or binary; such a file has no rows worth a message of their own. */
export function refuseUnreadable(text: string, faults: Faults): void {
  if (text.trim() === '') faults.add(undefined, undefined, 'expected rows, found an empty file');
  if (text.includes('\0')) {
    for (const [index, line] of text.split('\n').entries()) {
      if (line.includes('\0'))
        faults.add(
          index + 1,
          undefined,
          'expected text, found a NUL byte (UTF-16 needs its byte order mark; compressed files are not read)',
        );
    }
  }
  faults.check();
}
