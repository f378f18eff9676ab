import { InputError } from '../../../sim/kernel/problem.ts';
import { separatorOf, splitSeparatorLine } from '../../workload/traces/reading/separators.ts';

/** A first line longer than this is no header; JSON may be one line whatever its length. */
const longest = 4_000_000;

const sampleLength = 4000;

export interface Head {
  /** The first line with content, without its end; of JSON on a very long line its beginning. */
  readonly line: string;
  /** Of a table. */
  readonly separator: string;
  /** The beginning of the text, with that line and more. */
  readonly sample: string;
  /** All of the text, without a byte order mark and without the line in which a spreadsheet names the separator. */
  readonly text: AsyncGenerator<string>;
}

/** Looks at the first line; undefined for a text without content. */
export async function headOf(file: string, text: AsyncGenerator<string>): Promise<Head | undefined> {
  let begun = '';
  for (;;) {
    const next = await text.next();
    if (next.done !== true) begun += next.value;
    begun = begun.replace(/^\uFEFF/, '');
    const { separator, body } = splitSeparatorLine(begun);
    const line = /^[\s]*?(\S[^\r\n]*)(\r?\n|\r|$)/.exec(body);
    if (next.done === true && line === null) return undefined;
    const cut = begun.length > longest && /^\s*[[{]/.test(body);
    if (line !== null && (next.done === true || line[2] !== '' || cut))
      return { ...headIn((line[1] ?? '').trim(), separator), sample: body.slice(0, sampleLength), text: from(body, text) };
    if (begun.length > longest) throw new InputError([{ file, message: 'expected lines of calls, found a first line that does not end' }]);
  }
}

function headIn(line: string, separator: string | undefined): Pick<Head, 'line' | 'separator'> {
  return { line, separator: separator ?? separatorOf(line) };
}

async function* from(begun: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begun;
  yield* rest;
}
