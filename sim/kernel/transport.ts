/**
 * The only seam between a client and whatever answers it: plain data in, facts out. The simulated provider, an HTTP
 * upstream and another client all have this shape. Instants are integer microseconds of the clock in use; what is called
 * `…Ms` is in milliseconds.
 */

/** What the caller wants, fixed for the whole life of the request. */
export interface Request {
  /** Index of the arrival, job or (user, own index): the key of all the request's luck. */
  readonly entity: number;
  readonly inputTokens: number;
  /** Tokens the answer has when nothing cuts it short. */
  readonly outputTokens: number;
  /** Upper bound sent to the provider; what `charge: max-tokens` quotas count. */
  readonly maxTokens: number;
  readonly stream: boolean;
  /** False: nobody waits for the answer, so it may be sent at another hour. Default true. */
  readonly urgent?: boolean | undefined;
  /** The same object for requests that are one piece of work, submitted again: their sends are counted on. */
  readonly work?: object | undefined;
}

/** One send of a request to one target. */
export interface Attempt {
  readonly request: Request;
  /** `model` or `provider/model`. */
  readonly target: string;
  /** 0 for the first send of this request to this target. */
  readonly number: number;
  /** Longest silence before the headers, and between two signs of life afterwards; undefined: unbounded. */
  readonly maxHeaderMs?: number | undefined;
  readonly maxIdleMs?: number | undefined;
  /** Report the first token the moment it comes; otherwise together with the end is soon enough. */
  readonly watchFirst?: boolean;
  /** Say with the end what the answer told of the quota, where it told something; otherwise it may be left out. */
  readonly watchLimits?: boolean;
  /** Say with the end what a whole answer says; otherwise it may be left out. */
  readonly readText?: boolean;
  /** A stream is asked for, whatever the request says: somebody waits for the whole of it. */
  readonly streamed?: boolean;
}

/**
 * `first` at most once; `end` exactly once, perhaps before `send` returns; nothing after a cancel, which may itself report
 * the first token of a stream that had come by then.
 */
export interface Listener {
  /** The first token came at the instant `at` (microseconds of the clock). */
  first(at: number): void;
  /**
   * Called at most once, by a transport that knows when the first token (Infinity: none) and the end will come unless the
   * attempt is cancelled. True: `first` may then be reported together with the end, whatever `watchFirst` says.
   */
  foreseen?(firstAt: number, endAt: number): boolean;
  /** The head of the answer, names in lower case, and then its bytes as they come; only gateways ask for them. */
  head?(status: number, headers: Readonly<Record<string, string>>): void;
  data?(chunk: Uint8Array): void;
  end(result: End): void;
}

/** How an attempt ended, for whoever listens. */
export interface End {
  readonly facts: WireFacts;
  /** Output tokens that reached the client. */
  readonly tokens: number;
}

/** What can be seen on the wire, and nothing more: a class is the classifier's opinion. */
export interface WireFacts {
  /** reply: a whole body · stream: an event stream · reset: connection lost · refused: no connection · silent: a bound on silence passed · local: never left this machine. */
  readonly how: 'reply' | 'stream' | 'reset' | 'refused' | 'silent' | 'local';
  readonly status?: number;
  readonly errorType?: string;
  readonly errorCode?: string;
  readonly message?: string;
  readonly retryAfterMs?: number;
  readonly shouldRetry?: boolean;
  /** Output tokens seen before the end. */
  readonly afterTokens: number;
  /** The provider's own end marker was seen. */
  readonly complete: boolean;
  /** The body could be parsed; false after a malformed line. */
  readonly parsed?: boolean;
  /** What a whole answer says; only where somebody asks for it. */
  readonly text?: string;
  /** A connection that had served before. */
  readonly reusedSocket?: boolean;
  /** What the answer told of the quota. */
  readonly limits?: WireLimits;
}

/** What the provider says is left of a quota. */
export interface QuotaLeft {
  /** Requests or tokens, at the moment at which the provider wrote it. */
  readonly remaining: number;
  /** From the end of the attempt until nothing of the quota is missing, if nothing else came; 0: by now nothing is. */
  readonly resetMs: number;
}

export interface WireLimits {
  readonly requests?: QuotaLeft | undefined;
  readonly tokens?: QuotaLeft | undefined;
}

/** Why a client stops an attempt: a time limit of the attempt, the request's deadline, another attempt that won, its own caller. */
export type CancelReason = 'timeout' | 'deadline' | 'hedge-lost' | 'caller';

/** An attempt under way. */
export interface Sent {
  /** Stops the attempt; the listener hears nothing more. Returns the tokens that were produced until now. */
  cancel(why: CancelReason): number;
}

/** Starts an attempt; may call the listener before it returns. */
export type Send = (attempt: Attempt, listener: Listener) => Sent;
