import type { WireFacts } from '../../kernel/transport.ts';
import type { Reading, StreamReader } from '../caller.ts';
import { Lines } from './lines.ts';
import { waitInText } from './said-wait.ts';
import type { ErrorSign, Sign } from './sign.ts';

/** An event of a stream in the format of server-sent events. */
export interface StreamEvent {
  /** Undefined: without a name. */
  readonly name: string | undefined;
  readonly data: string;
}

/** Adds up what the parts of a stream say; of its text with `keepText` alone. */
export class Tally {
  tokens = 0;
  readonly #keepText: boolean;
  #text = '';
  #call = false;
  #counted: number | undefined;
  #content = false;
  #end = false;
  #error: ErrorSign | undefined;
  #unreadable = false;

  constructor(keepText = false) {
    this.#keepText = keepText;
  }

  get over(): boolean {
    return this.#end || this.#error !== undefined;
  }

  add({ pieces = 0, content = false, text = '', call = false, outputTokens, end = false, error, unreadable = false }: Sign): void {
    this.tokens += pieces;
    if (this.#keepText) this.#text += text;
    this.#call ||= call;
    this.#content ||= content;
    this.#counted = outputTokens ?? this.#counted;
    this.#end ||= end;
    this.#error ??= error;
    this.#unreadable ||= unreadable;
  }

  /** The first error counts; after one the provider's own end says nothing. */
  reading(): Reading {
    const error = this.#error;
    // Content without a piece is an answer once it has come whole.
    const pieces = this.tokens === 0 && this.#content && this.#end ? 1 : this.tokens;
    const facts: WireFacts = {
      how: 'stream',
      status: 200,
      errorType: error?.type,
      errorCode: error?.code,
      message: error?.message,
      retryAfterMs: error?.retryAfterMs ?? waitInText(error?.message),
      shouldRetry: undefined,
      afterTokens: pieces,
      complete: this.#end && error === undefined,
      ...(this.#unreadable && { parsed: false }),
      ...(this.#text !== '' && !this.#call && { text: this.#text }),
    };
    return { facts, tokens: this.#counted ?? pieces };
  }
}

/** An event with more characters of data is none. */
const longestEvent = 16_000_000;

/** Reads a body of server-sent events; comments are skipped, an event that the body's end cuts off is none. */
export function sseReader(interpret: (event: StreamEvent) => Sign, keepText = false): StreamReader {
  const tally = new Tally(keepText);
  let name: string | undefined;
  let data: string[] = [];
  let length = 0;
  const lines = new Lines((line) => {
    if (line === '') {
      if (data.length > 0) tally.add(interpret({ name, data: data.join('\n') }));
      name = undefined;
      data = [];
      length = 0;
    } else {
      const [field, value] = fieldOf(line);
      length += value.length + 1;
      if (length > longestEvent) throw new Error(`an event of more than ${longestEvent} characters`);
      if (field === 'data') data.push(value);
      else if (field === 'event') name = value;
    }
  });
  return readerOf(tally, lines);
}

/** Reads a body that has one JSON value a line. */
export function lineReader(interpret: (line: string) => Sign, keepText = false): StreamReader {
  const tally = new Tally(keepText);
  const lines = new Lines((line) => {
    if (line.trim() !== '') tally.add(interpret(line));
  });
  return readerOf(tally, lines);
}

/** A reader whose lines are added up in a tally; `ended` is told when the last line was read. */
export function readerOf(tally: Tally, lines: Lines, ended: () => void = () => {}): StreamReader {
  return {
    read: (bytes) => lines.read(bytes),
    get tokens() {
      return tally.tokens;
    },
    get over() {
      return tally.over;
    },
    end() {
      lines.end();
      ended();
      return tally.reading();
    },
  };
}

/** `name: value`, with one space that is no part of the value. */
function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
