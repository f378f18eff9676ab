import { visible } from '../../../sim/kernel/visible.ts';

const plainName = /^[\p{L}\p{N}_@=., +:/()#…-]+$/u;

/** Numbers of characters instead of characters: nothing left that Markdown, tables, links or HTML could read. */
function numbered(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A name as code, wherever it stands: in a table, a list, a sentence. */
export function code(name: string): string {
  const text = visible(name);
  return plainName.test(text) && text.trim() === text ? `\`${text}\`` : `<code>${numbered(text)}</code>`;
}

const special = /[\\`*_[\]<>|~$#{}&]/g;
const asHtml = '<>&';
/** What would make a list of a line. */
const listMark = /^(?:[+-]|\d+[.)])(?= |$)/;

/** A sentence that may hold names: nothing in it becomes markup, a link or a new line. */
export function text(sentence: string): string {
  return visible(sentence)
    .trim()
    .replace(special, (character) => (asHtml.includes(character) ? numbered(character) : `\\${character}`))
    .replace(/:\/\/|\bwww\./gi, numbered)
    .replace(listMark, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);
}

/** A row of a table; its cells are escaped already. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
