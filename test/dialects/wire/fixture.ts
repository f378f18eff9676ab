import type { Cause, ErrorForm } from '../../../sim/dialects/cause.ts';

/**
 * Where a shape comes from: SRC read in the source of a client or server · DOC the provider's documentation · CAP bytes that
 * somebody captured · 2ND somebody's notes or test data · UNVERIFIED inferred, so an option of the dialect or a marked guess.
 */
export type Certainty = 'SRC' | 'DOC' | 'CAP' | '2ND' | 'UNVERIFIED';

/** One published shape of an error. */
export interface Row {
  /** `openai-tokens-per-minute`: the provider, then what. */
  readonly id: string;
  readonly provider: string;
  readonly what: string;
  readonly certainty: Certainty;
}

/** The figures that a refusal is to have. */
export interface Figures {
  /** Of a quota or a context; `used` is what was taken before, `requested` what this request costs. The wait follows from them. */
  readonly limit?: number;
  readonly used?: number;
  readonly requested?: number;
  /** The wait that is sent where no quota reckons one. */
  readonly waitMs?: number;
  /** Output tokens before an error in a stream. */
  readonly afterTokens?: number;
}

/** A request of one's own, in place of what the dialect's caller sends. */
export interface OwnRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/**
 * One error as it must be on the wire: how it comes about, and what a real server then sends. Expected texts are copied from
 * the source, never from what a server sent. In `headers` and `body` `…` stands for whatever the source leaves out (in the
 * body up to the end of the line), and ids of requests are all one id.
 */
export interface Fixture {
  /** Id of its row. */
  readonly row: string;
  /** Of these bytes; a row's class may be surer than the bytes that it has here. */
  readonly certainty: Certainty;
  /** As a scenario writes it: `openai`, `{ openai: { … } }`. */
  readonly dialect: string | Readonly<Record<string, object>>;
  /** Default `big`. */
  readonly model?: string;
  /** Why it is refused; undefined: the request itself is what is wrong. */
  readonly cause?: Cause;
  /** Default `status`. */
  readonly form?: ErrorForm;
  readonly figures?: Figures;
  /** Whether a stream is asked for; default: where `form` is `stream`. */
  readonly stream?: boolean;
  readonly request?: OwnRequest;
  readonly status: number;
  /** All but `cache-control` and those of the connection: `date`, `connection`, `keep-alive`, `content-length`, `transfer-encoding`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
