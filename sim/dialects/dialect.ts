import type { WireFacts } from '../kernel/transport.ts';
import type { Cause, ErrorDetail, ErrorForm } from './cause.ts';

/** What a provider's interface looks like on the wire. */
export interface Dialect {
  readonly name: string;
  /** One line, shown by `list` and in the docs. */
  readonly summary: string;
  /** Its errors for one model, whose name stands in their texts. */
  errors(model: string): ErrorTable;
}

export interface ErrorTable {
  /** What a client sees of a refusal without figures: the same frozen object every time, before any token. */
  facts(cause: Cause, form: ErrorForm): WireFacts;
  /** The same in status form with a wait, which its text does not name: refusals that differ in the wait alone have equal texts. */
  waiting(cause: Cause, waitMs: number): WireFacts;
  /** With the figures and the wait in the text too. */
  detailed(cause: Cause, form: ErrorForm, detail: ErrorDetail): WireFacts;
  /** What is sent. */
  reply(cause: Cause, form: ErrorForm, detail?: ErrorDetail): ErrorReply;
}

export interface ErrorReply {
  /** 200 when the error comes inside a stream. */
  readonly status: number;
  /** Those of the error; names in lower case. Empty inside a stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body, or the data of the event. */
  readonly body: unknown;
  /** Name of the event, where the dialect's streams name events. */
  readonly event?: string | undefined;
}
