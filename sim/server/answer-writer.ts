import type { AnswerText, Endpoint, Finish } from '../dialects/api.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';
import type { End } from '../kernel/transport.ts';
import type { ServingEffect } from '../provider/faults/effect.ts';
import type { Outlet } from './outlet.ts';
import { bodyOf } from './send-error.ts';
import { textOf } from './words.ts';

/** Tokens written in one go before the connection is asked whether it still takes any. */
const batch = 64;

export interface AnswerWriterOptions {
  readonly outlet: Outlet;
  readonly endpoint: Pick<Endpoint, 'streamType' | 'streamEncoding'>;
  readonly text: AnswerText;
  readonly piece: (index: number) => string;
  readonly stream: boolean;
  /** Tokens of the whole answer, and why there are no more. */
  readonly output: number;
  readonly finish: Finish;
}

/** What is known of how an answer ends, beside what the client sees of it. */
export interface Ending {
  readonly fault?: ServingEffect['kind'] | undefined;
  /** Sent instead of an answer, or inside a stream after its tokens. */
  readonly error?: ErrorReply | undefined;
}

const plain = { 'content-type': 'application/json' };

/** Puts one answer on the wire: its tokens as they come due, and its end. */
export class AnswerWriter {
  readonly #options: AnswerWriterOptions;
  /** Tokens written so far. */
  written = 0;

  constructor(options: AnswerWriterOptions) {
    this.#options = options;
  }

  /** Sends the head of an answer once. */
  begin(): void {
    const { outlet, endpoint, stream } = this.#options;
    if (outlet.begun) return;
    if (stream) outlet.begin({ 'content-type': endpoint.streamType, 'cache-control': 'no-cache' }, endpoint.streamEncoding);
    else outlet.begin(plain);
  }

  /** Says that the answer is still to come. */
  keepAlive(text: string): void {
    this.begin();
    if (!this.#options.outlet.blocked) this.#options.outlet.write(text);
  }

  /** Writes the tokens of a stream up to this one, as far as the connection takes them. */
  writeUpTo(due: number): void {
    const { outlet, text, piece } = this.#options;
    while (this.written < due && !outlet.blocked) {
      let chunk = this.#beginning();
      for (const stop = Math.min(due, this.written + batch); this.written < stop; this.written++) chunk += text.token(piece(this.written));
      outlet.write(chunk);
    }
  }

  /** Writes the end: everything that comes before it is written. */
  conclude({ facts }: End, { error, fault }: Ending): void {
    const { outlet, text, stream } = this.#options;
    if (facts.how === 'reset' || facts.how === 'refused') outlet.drop();
    else if (error !== undefined && !outlet.begun) outlet.reply(error);
    else if (error !== undefined) outlet.end(stream ? text.error(error) : bodyOf(error));
    else if (stream) this.#endStream(fault);
    else this.#reply(fault);
  }

  /** The part of a stream that comes before its first token. */
  #beginning(): string {
    return this.written === 0 ? this.#options.text.begin() : '';
  }

  #endStream(fault: Ending['fault']): void {
    const { outlet, text, piece, finish } = this.#options;
    this.begin();
    const end = this.#beginning() + (fault === 'malformed' ? text.malformed(piece(this.written)) : '');
    if (fault === 'cut') outlet.end('');
    else if (fault === 'stall') outlet.hangUp();
    else outlet.end(end + text.end(this.written, fault === 'empty' ? 'stop' : finish));
  }

  #reply(fault: Ending['fault']): void {
    const { outlet, text, piece, output, finish } = this.#options;
    const tokens = fault === 'empty' ? 0 : output;
    const whole = text.whole(textOf(piece, tokens), tokens, fault === 'empty' ? 'stop' : finish);
    const half = whole.slice(0, Math.floor(whole.length / 2));
    if (fault === 'cut' || fault === 'stall') {
      if (!outlet.begun) outlet.begin({ ...plain, 'content-length': String(Buffer.byteLength(whole)) });
      outlet.write(half);
      outlet.hangUp();
    } else if (outlet.begun) outlet.end(fault === 'malformed' ? half : whole);
    else outlet.reply({ status: 200, headers: plain, body: fault === 'malformed' ? half : whole });
  }
}
