import type { Remaining } from '../provider/quota/quota-group.ts';
import type { ErrorReply } from './dialect.ts';

/** A request as it was put to a provider's interface. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** The stream is to end with what it used. */
  readonly includeUsage: boolean;
  /** Estimated from the text of the messages. */
  readonly inputTokens: number;
  /** Undefined: the caller states no bound. */
  readonly maxTokens: number | undefined;
}

/** What every part of one answer carries. */
export interface AnswerHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly inputTokens: number;
  readonly includeUsage: boolean;
}

/** Why an answer ended: it was at its end, or at the caller's bound. */
export type Finish = 'stop' | 'length';

/** The text of one answer's parts. */
export interface AnswerText {
  /** The whole body of a plain reply. */
  whole(content: string, outputTokens: number, finish: Finish): string;
  /** The parts of a stream: its beginning, one for each token, its end with all that follows. */
  begin(): string;
  token(content: string): string;
  end(outputTokens: number, finish: Finish): string;
  /** A part that no reader can parse. */
  malformed(content: string): string;
  /** An error after headers that said 200. */
  error(reply: ErrorReply): string;
}

/** Why a request never reaches the provider. */
export type Misuse =
  | { readonly kind: 'unreadable' | 'long-headers' | 'too-slow' | 'internal' }
  | { readonly kind: 'not-json'; readonly contentType: string | undefined }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'no-such-path'; readonly method: string; readonly path: string }
  | { readonly kind: 'no-such-model'; readonly model: string };

/** A dialect over HTTP: how requests are read and answers written. */
export interface Wire {
  /** Type of the body of a stream. */
  readonly streamType: string;
  /** The request in a parsed body, or what is wrong with it. */
  decode(body: unknown): Asked | { readonly refused: ErrorReply };
  answer(head: AnswerHead): AnswerText;
  misuse(misuse: Misuse): ErrorReply;
  /** The header that identifies a request. */
  requestId(id: string): Readonly<Record<string, string>>;
  /** What the client is told of its quotas. */
  quotaHeaders(remaining: readonly Remaining[]): Readonly<Record<string, string>>;
  /** The list of models, and one of it; `created` in seconds since 1970. */
  models(names: readonly string[], created: number): unknown;
  model(name: string, created: number): unknown;
}
