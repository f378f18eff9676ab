import type { Stream } from '../kernel/random.ts';

const words = (
  'the provider answers one word after another while its slots fill and empty again each morning brings more requests than night ' +
  'a caller who waits a little finds room where somebody else has just left and whoever asks too often only finds the door closed ' +
  'so plan for the busy hour measure what happens then and keep something small in reserve'
).split(' ');

/** Words in a sentence. */
const sentence = 12;

const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
/** At the beginning of a sentence, within it, at its end. */
const first = capitalised.map((word) => ` ${word}`);
const inner = words.map((word) => ` ${word}`);
const last = words.map((word) => ` ${word}.`);

/** Text of an answer, word by word: a word is a token. The same for the same request, whatever becomes of it. */
export function wordsOf(stream: Stream, entity: number): (index: number) => string {
  const from = Math.floor(stream.uniform(entity, 0) * words.length);
  return (index) => {
    const at = (from + index) % words.length;
    if (index === 0) return capitalised[at] ?? '';
    const place = index % sentence;
    return (place === 0 ? first : place === sentence - 1 ? last : inner)[at] ?? '';
  };
}

/** The first `count` tokens as one text. */
export function textOf(word: (index: number) => string, count: number): string {
  let text = '';
  for (let index = 0; index < count; index++) text += word(index);
  return text;
}
