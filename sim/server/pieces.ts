import type { Wanted } from '../dialects/api.ts';
import type { Stream } from '../kernel/random.ts';
import { sampleOf } from './json-sample.ts';
import { textOf, wordsOf } from './words.ts';

/**
 * What the tokens of an answer say, token by token: words, or where JSON is wanted its text cut into `count` pieces. The
 * same for the same request, whatever becomes of it.
 */
export function piecesOf(wanted: Wanted, stream: Stream, entity: number, count: number): (index: number) => string {
  const word = wordsOf(stream, entity);
  if (wanted.kind === 'text') return word;
  // White space after a value is JSON too: there is something for every token.
  const text = [...JSON.stringify(sampleOf(wanted.schema, (words) => textOf(word, words), count))];
  const characters = text.concat(Array.from({ length: Math.max(0, count - text.length) }, () => ' '));
  const at = (index: number): number => Math.floor((index * characters.length) / count);
  return (index) => characters.slice(at(index), at(index + 1)).join('');
}
