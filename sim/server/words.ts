import type { Stream } from '../kernel/random.ts';

const words = (
  'the provider answers one word after another while its slots fill and empty again each morning brings more requests than night ' +
  'a caller who waits a little finds room where somebody else has just left and whoever asks too often only finds the door closed ' +
  'so plan for the busy hour measure what happens then and keep something small in reserve'
).split(' ');

/** Words in a sentence. */
const sentence = 12;

/** A text, token by token. */
export interface Pieces {
  /** The token at this place. */
  at(index: number): string;
  /** The first `count` tokens as one text. */
  first(count: number): string;
}

/** The text that begins with one of the words, until it comes to that word again at the beginning of a sentence. */
interface Round {
  /** Each with a space before it. */
  readonly tokens: readonly string[];
  readonly text: string;
  /** Where in the text each token begins. */
  readonly begins: readonly number[];
}

const rounds = new Map<number, Round>();

/** Text of an answer: a word is a token. The same for the same request, whatever becomes of it. */
export function wordsOf(stream: Stream, entity: number): Pieces {
  const from = Math.floor(stream.uniform(entity, 0) * words.length);
  const { tokens, text, begins } = roundFrom(from);
  return {
    at: (index) => (index === 0 ? (tokens[0] ?? '').slice(1) : (tokens[index % tokens.length] ?? '')),
    first: (count) =>
      count < tokens.length
        ? text.slice(1, begins[count])
        : (text.repeat(Math.floor(count / tokens.length)) + text.slice(0, begins[count % tokens.length])).slice(1),
  };
}

function roundFrom(from: number): Round {
  let round = rounds.get(from);
  if (round === undefined) {
    const tokens = Array.from(
      { length: words.length * sentence },
      (_, index) => ` ${spelt(words[(from + index) % words.length] ?? '', index % sentence)}`,
    );
    const begins = [0];
    for (const token of tokens) begins.push((begins.at(-1) ?? 0) + token.length);
    round = { tokens, text: tokens.join(''), begins };
    rounds.set(from, round);
  }
  return round;
}

function spelt(word: string, place: number): string {
  if (place === 0) return word.charAt(0).toUpperCase() + word.slice(1);
  return place === sentence - 1 ? `${word}.` : word;
}
