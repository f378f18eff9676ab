import type { IncomingHttpHeaders } from 'node:http';
import type { Remaining } from '../provider/quota/quota-group.ts';
import type { ErrorReply, Headers } from './error-reply.ts';

/** A request over HTTP, as it came. */
export interface Call {
  /** Named parts of the path, decoded; `*` is its rest. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON. */
  readonly body: unknown;
  /** For dialects whose bodies repeat it. */
  readonly requestId?: string | undefined;
}

/**
 * What the answer is to be: text, a JSON value, or the call of a tool with such a value. `schema` is the JSON Schema that
 * the value keeps to, as the caller wrote it; undefined: an object of the simulation's choice.
 */
export type Wanted =
  | { readonly kind: 'text' }
  | { readonly kind: 'json'; readonly schema?: unknown }
  | { readonly kind: 'tool'; readonly name: string; readonly schema?: unknown };

/** A request as it was put to a provider's interface. */
export interface Asked {
  /** Undefined: the interface names none; the server's first one is meant. */
  readonly model: string | undefined;
  readonly stream: boolean;
  /** The stream is to end with what it used. */
  readonly includeUsage: boolean;
  /** Estimated from the text of the messages. */
  readonly inputTokens: number;
  /** Undefined: the caller states no bound. */
  readonly maxTokens: number | undefined;
  readonly wanted: Wanted;
  /** How the answer is written where the request itself says it; default: as the endpoint writes it. */
  readonly written?: Pick<Endpoint, 'streamType' | 'answer' | 'reword'> | undefined;
}

/** What every part of one answer carries. */
export interface AnswerHead {
  /** 24 hexadecimal digits; each dialect puts its own word before them. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly inputTokens: number;
  readonly includeUsage: boolean;
  readonly wanted: Wanted;
  /** How long ago the request came, ms; undefined: nobody measures it. */
  readonly elapsedMs?: (() => number) | undefined;
}

/** Why an answer ended: it was at its end, or at the caller's bound. */
export type Finish = 'stop' | 'length';

/**
 * The text of one answer's parts; made for one answer, so it may count. `content` is a piece of text, of JSON, or of a
 * tool's arguments, as `wanted` says. Calls come in the order `opening`, `begin`, `token`…, then one of `end` and `error`;
 * a refusal inside a stream may come without `begin`.
 */
export interface AnswerText {
  /** The whole body of a plain reply. */
  whole(content: string, outputTokens: number, finish: Finish): string;
  /** What a stream says with its head, before anything of the answer is known; undefined: nothing. */
  opening?(): string;
  /** The parts of a stream: its beginning, one for each token, its end with all that follows. */
  begin(): string;
  token(content: string): string;
  end(outputTokens: number, finish: Finish): string;
  /** A part that no reader can parse. */
  malformed(content: string): string;
  /** An error after headers that said 200, with all that follows. */
  error(reply: ErrorReply): string;
}

/** Why a request never reaches the provider. */
export type Misuse =
  | { readonly kind: 'unreadable' | 'long-headers' | 'too-slow' | 'internal' }
  | { readonly kind: 'not-json'; readonly contentType: string | undefined }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'no-such-path'; readonly method: string; readonly path: string }
  | { readonly kind: 'no-such-model'; readonly model: string; readonly path?: string | undefined };

/** One path that answers come from; asked with POST. */
export interface Endpoint {
  /** Below the root of the interface, as fastify writes paths: `/v1/chat/completions`, `/v1beta/models/*`, `/model/:model/converse`. */
  readonly path: string;
  /** Type of the body of a stream. */
  readonly streamType: string;
  /** How the text of a stream becomes bytes: `latin1` where a part is binary, a character a byte. Default utf8. */
  readonly streamEncoding?: 'utf8' | 'latin1' | undefined;
  /** The request, or what is wrong with it. */
  decode(call: Call): Asked | { readonly refused: ErrorReply };
  answer(head: AnswerHead): AnswerText;
  /** An error of the dialect as this path has it; default: as it is. */
  readonly reword?: ((reply: ErrorReply) => ErrorReply) | undefined;
}

/** A path, asked with GET, that says which models there are. `created` in seconds since 1970. */
export interface ModelList {
  readonly path: string;
  reply(names: readonly string[], created: number): unknown;
}

/** The same for one model, whose name is the rest of the path after it. */
export interface ModelEntry {
  /** Ends with a slash. */
  readonly path: string;
  reply(name: string, created: number): unknown;
}

/** A dialect as a server speaks it. */
export interface Api {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ModelList[];
  readonly entries: readonly ModelEntry[];
  /** `requestId` for dialects whose bodies repeat it. */
  misuse(misuse: Misuse, requestId?: string): ErrorReply;
  /** The header that identifies a request. */
  requestId(id: string): Headers;
  /** What the client is told of its quotas; `epochMs` is now, ms since 1970. */
  quotaHeaders(remaining: readonly Remaining[], epochMs: number): Headers;
  /**
   * Sent again and again while a request waits for a slot, after a head that says 200: in a stream, before a plain body.
   * Undefined: nothing is.
   */
  readonly keepAlive?: { readonly everyMs: number; readonly stream: string; readonly plain?: string | undefined } | undefined;
}
