import type { Wanted } from '../dialects/api.ts';
import type { Stream } from '../kernel/random.ts';
import { type JsonShape, shaped } from '../provider/output.ts';
import { sampleText } from './json-sample.ts';
import { type Pieces, wordsOf } from './words.ts';

/** Of what an answer is made. */
export interface PiecesOptions {
  readonly wanted: Wanted;
  /** How the model writes JSON where its answers are some and nobody constrains them; undefined: it answers with words. */
  readonly json: JsonShape | undefined;
  readonly stream: Stream;
  readonly entity: number;
  /** Tokens of the whole answer. */
  readonly count: number;
}

/**
 * What the tokens of an answer say, token by token: words, or where it is JSON its text cut into `count` pieces. The same
 * for the same request, whatever becomes of it.
 */
export function piecesOf({ wanted, json, stream, entity, count }: PiecesOptions): Pieces {
  const words = wordsOf(stream, entity);
  if (wanted.kind === 'text' && json === undefined) return words;
  const said = sampleText(wanted.kind === 'text' ? undefined : wanted.schema, words.first, count);
  // White space after a value is JSON too: there is something for every token.
  const text = [...(wanted.kind === 'text' && json !== undefined ? shaped(json, said) : said)];
  const characters = text.concat(Array.from({ length: Math.max(0, count - text.length) }, () => ' '));
  const begin = (index: number): number => Math.floor((index * characters.length) / count);
  return {
    at: (index) => characters.slice(begin(index), begin(index + 1)).join(''),
    first: (wantedTokens) => characters.slice(0, begin(wantedTokens)).join(''),
  };
}
