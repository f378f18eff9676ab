import type { WireFacts } from '../kernel/transport.ts';
import type { Headers } from './error-reply.ts';

/** What a client asks for: one user message. */
export interface Ask {
  readonly model: string;
  readonly text: string;
  readonly stream: boolean;
  /** Undefined: no bound is stated, where the interface allows that. */
  readonly maxTokens: number | undefined;
}

/** A POST below the root of the interface. */
export interface Outgoing {
  /** With its query. */
  readonly path: string;
  /** Lower case. Without the key of an account. */
  readonly headers: Headers;
  readonly body: string;
}

/** What an answer comes to. */
export interface Reading {
  readonly facts: WireFacts;
  /** Output tokens that came: as many as the provider says, else one for each piece of content. */
  readonly tokens: number;
}

/** Reads one stream, piece by piece, as the network cuts it. */
export interface StreamReader {
  read(bytes: Uint8Array): void;
  /** Pieces of content until now. */
  readonly tokens: number;
  /** The provider's own end, or its error, was seen: nothing that matters follows. */
  readonly over: boolean;
  /** The body ended in good order, `over` or not. */
  end(): Reading;
}

/** A dialect as a client speaks it. */
export interface Caller {
  request(ask: Ask): Outgoing;
  /** Reads a body that came whole, an answer or an error; with `keepText` the facts hold what an answer says. */
  whole(status: number, headers: Headers, body: string, keepText?: boolean): Reading;
  /** A reader for the body of a streamed answer with status 200; with `keepText` it keeps what the answer says, however long that is. */
  stream(headers: Headers, keepText?: boolean): StreamReader;
  /** The headers that carry an account's key. */
  authorization(key: string): Headers;
}
