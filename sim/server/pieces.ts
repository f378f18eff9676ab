import type { Wanted } from '../dialects/api.ts';
import type { Stream } from '../kernel/random.ts';
import { sampleText } from './json-sample.ts';
import { type Pieces, wordsOf } from './words.ts';

/**
 * What the tokens of an answer say, token by token: words, or where JSON is wanted its text cut into `count` pieces. The
 * same for the same request, whatever becomes of it.
 */
export function piecesOf(wanted: Wanted, stream: Stream, entity: number, count: number): Pieces {
  const words = wordsOf(stream, entity);
  if (wanted.kind === 'text') return words;
  // White space after a value is JSON too: there is something for every token.
  const text = [...sampleText(wanted.schema, words.first, count)];
  const characters = text.concat(Array.from({ length: Math.max(0, count - text.length) }, () => ' '));
  const begin = (index: number): number => Math.floor((index * characters.length) / count);
  return {
    at: (index) => characters.slice(begin(index), begin(index + 1)).join(''),
    first: (wantedTokens) => characters.slice(0, begin(wantedTokens)).join(''),
  };
}
