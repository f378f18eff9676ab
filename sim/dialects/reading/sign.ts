/** What calls itself an error in a body or in an event. */
export interface ErrorSign {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** A wait that the body itself asks for. */
  readonly retryAfterMs?: number | undefined;
}

/** What one part of a stream says to whoever counts. */
export interface Sign {
  /** Pieces of content in it; default 0. */
  readonly pieces?: number | undefined;
  /** Content that is no piece of its own: the call of a tool, whose arguments may be none. */
  readonly content?: boolean | undefined;
  /** What of the answer's text is in it. */
  readonly text?: string | undefined;
  /** A part of a call of a tool: what else the answer says is no text for its caller. */
  readonly call?: boolean | undefined;
  /** Output tokens of the whole answer, as the provider counts them. */
  readonly outputTokens?: number | undefined;
  /** The provider's own end. */
  readonly end?: boolean | undefined;
  readonly error?: ErrorSign | undefined;
  /** Nobody can parse it. */
  readonly unreadable?: boolean | undefined;
}
