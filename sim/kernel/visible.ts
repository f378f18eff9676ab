/**
 * Ranges of code points that move a cursor, hide or reorder text, or may not stand in XML: control characters, soft
 * hyphen, bidirectional controls, line and paragraph separators, invisible operators, tags. Written out, because the
 * Unicode classes of regular expressions differ between versions of Node. The joiners that build emoji stay.
 */
const hidden: ReadonlyArray<readonly [number, number]> = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xfffe, 0xffff],
  [0xe0000, 0xe007f],
];

/** The text on one line with every hidden character written out, e.g. an escape character as `\u{1b}`. */
export function visible(text: string): string {
  let shown = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    shown += hidden.some(([from, to]) => code >= from && code <= to) ? `\\u{${code.toString(16)}}` : character;
  }
  return shown;
}
