import type { AnswerText, Endpoint, Finish } from '../dialects/api.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';
import type { End } from '../kernel/transport.ts';
import type { ServingEffect } from '../provider/faults/effect.ts';
import type { Outlet } from './outlet.ts';
import { bodyOf } from './send-error.ts';
import type { Pieces } from './words.ts';

/** Tokens written in one go before the connection is asked whether it still takes any. */
const batch = 64;

export interface AnswerWriterOptions {
  readonly outlet: Outlet;
  readonly endpoint: Pick<Endpoint, 'streamType' | 'streamEncoding'>;
  readonly text: AnswerText;
  readonly pieces: Pieces;
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
  private readonly options: AnswerWriterOptions;
  /** Tokens written so far. */
  written = 0;

  constructor(options: AnswerWriterOptions) {
    this.options = options;
  }

  /** Makes the head of an answer once. */
  begin(): void {
    const { outlet, endpoint, text, stream } = this.options;
    if (outlet.begun) return;
    if (!stream) {
      outlet.begin(plain);
      return;
    }
    outlet.begin({ 'content-type': endpoint.streamType, 'cache-control': 'no-cache' }, endpoint.streamEncoding);
    const opening = text.opening?.() ?? '';
    if (opening !== '') outlet.write(opening);
  }

  /** Says that the answer is still to come. */
  keepAlive(text: string): void {
    this.begin();
    if (!this.options.outlet.blocked) this.options.outlet.write(text);
  }

  /** Writes the tokens of a stream up to this one, as far as the connection takes them. */
  writeUpTo(due: number): void {
    const { outlet, text, pieces } = this.options;
    while (this.written < due && !outlet.blocked) {
      let chunk = this.beginning();
      for (const stop = Math.min(due, this.written + batch); this.written < stop; this.written++)
        chunk += text.token(pieces.at(this.written));
      outlet.write(chunk);
    }
  }

  /** Writes the end: everything that comes before it is written. */
  conclude({ facts }: End, { error, fault }: Ending): void {
    const { outlet, text, stream } = this.options;
    if (facts.how === 'reset' || facts.how === 'refused') outlet.drop();
    else if (error !== undefined && !outlet.begun) outlet.reply(error);
    else if (error !== undefined) outlet.end(stream ? text.error(error) : bodyOf(error));
    else if (stream) this.endStream(fault);
    else this.reply(fault);
  }

  /** The part of a stream that comes before its first token. */
  private beginning(): string {
    return this.written === 0 ? this.options.text.begin() : '';
  }

  private endStream(fault: Ending['fault']): void {
    const { outlet, text, pieces, finish } = this.options;
    this.begin();
    const end = this.beginning() + (fault === 'malformed' ? text.malformed(pieces.at(this.written)) : '');
    if (fault === 'cut') outlet.end('');
    else if (fault === 'stall') outlet.hangUp();
    else outlet.end(end + text.end(this.written, fault === 'empty' ? 'stop' : finish));
  }

  private reply(fault: Ending['fault']): void {
    const { outlet, text, pieces, output, finish } = this.options;
    const tokens = fault === 'empty' ? 0 : output;
    const whole = text.whole(pieces.first(tokens), tokens, fault === 'empty' ? 'stop' : finish);
    if (fault === 'cut' || fault === 'stall') {
      if (!outlet.begun) outlet.begin({ ...plain, 'content-length': String(Buffer.byteLength(whole)) });
      outlet.write(halfOf(whole));
      outlet.hangUp();
    } else if (outlet.begun) outlet.end(fault === 'malformed' ? halfOf(whole) : whole);
    else outlet.reply({ status: 200, headers: plain, body: fault === 'malformed' ? halfOf(whole) : whole });
  }
}

function halfOf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}
