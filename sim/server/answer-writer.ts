import type { AnswerText, Finish } from '../dialects/wire.ts';
import type { End } from '../kernel/transport.ts';
import type { Answer } from '../provider/answer.ts';
import type { Outlet } from './outlet.ts';
import { textOf } from './words.ts';

/** Tokens written in one go before the connection is asked whether it still takes any. */
const batch = 64;

export interface AnswerWriterOptions {
  readonly outlet: Outlet;
  readonly text: AnswerText;
  readonly word: (index: number) => string;
  readonly stream: boolean;
  /** Type of the body of a stream. */
  readonly streamType: string;
  /** Tokens of the whole answer, and why there are no more. */
  readonly output: number;
  readonly finish: Finish;
}

/** Puts one answer on the wire: its tokens as they come due, and its end. */
export class AnswerWriter {
  readonly #options: AnswerWriterOptions;
  /** Tokens written so far. */
  written = 0;

  constructor(options: AnswerWriterOptions) {
    this.#options = options;
  }

  /** Sends the head of a stream once. */
  begin(): void {
    const { outlet, streamType } = this.#options;
    if (!outlet.begun) outlet.begin({ 'content-type': streamType, 'cache-control': 'no-cache' });
  }

  /** Writes the tokens of a stream up to this one, as far as the connection takes them. */
  writeUpTo(due: number): void {
    const { outlet, text, word } = this.#options;
    while (this.written < due && !outlet.blocked) {
      let chunk = this.#beginning();
      for (const stop = Math.min(due, this.written + batch); this.written < stop; this.written++) chunk += text.token(word(this.written));
      outlet.write(chunk);
    }
  }

  /** Writes the end: everything that comes before it is written. */
  conclude({ facts }: End, answer: Answer | undefined): void {
    const { outlet, text, stream } = this.#options;
    const { error, fault } = answer ?? {};
    if (facts.how === 'reset' || facts.how === 'refused') outlet.drop();
    else if (error !== undefined && outlet.begun) outlet.end(text.error(error));
    else if (error !== undefined) outlet.reply(error);
    else if (stream) this.#endStream(fault);
    else this.#reply(fault);
  }

  /** The part of a stream that comes before its first token. */
  #beginning(): string {
    return this.written === 0 ? this.#options.text.begin() : '';
  }

  #endStream(fault: Answer['fault']): void {
    const { outlet, text, word, finish } = this.#options;
    const end = this.#beginning() + (fault === 'malformed' ? text.malformed(word(this.written)) : '');
    if (fault === 'cut') outlet.end('');
    else if (fault === 'stall') outlet.hangUp();
    else outlet.end(end + text.end(this.written, fault === 'empty' ? 'stop' : finish));
  }

  #reply(fault: Answer['fault']): void {
    const { outlet, text, word, output, finish } = this.#options;
    const tokens = fault === 'empty' ? 0 : output;
    const whole = text.whole(textOf(word, tokens), tokens, fault === 'empty' ? 'stop' : finish);
    const half = whole.slice(0, Math.floor(whole.length / 2));
    const headers = { 'content-type': 'application/json' };
    if (fault === 'cut' || fault === 'stall') {
      outlet.begin({ ...headers, 'content-length': String(Buffer.byteLength(whole)) });
      outlet.write(half);
      outlet.hangUp();
    } else outlet.reply({ status: 200, headers, body: fault === 'malformed' ? half : whole });
  }
}
