/** Of HTTP; names in lower case. */
export type Headers = Readonly<Record<string, string>>;

export interface ErrorReply {
  /** 200 when the error comes inside a stream. */
  readonly status: number;
  /** Those of the error; names in lower case. Empty inside a stream. */
  readonly headers: Headers;
  /** The body, or the data of the event: text as it is, anything else as JSON. */
  readonly body: unknown;
  /** Name of the event, where the dialect's streams name events. */
  readonly event?: string | undefined;
}
