import type { WireFacts } from '../kernel/transport.ts';
import type { Api } from './api.ts';
import type { BatchApi } from './batch-api.ts';
import type { Caller } from './caller.ts';
import type { Cause, ErrorDetail, ErrorForm } from './cause.ts';
import type { ErrorReply } from './error-reply.ts';

/** What a provider's interface looks like on the wire. */
export interface Dialect {
  readonly name: string;
  /** Its errors for one model, whose name stands in their texts. */
  errors(model: string): ErrorTable;
  /** How a server speaks it. */
  readonly api: Api;
  /** How it takes batches; undefined: it takes none. */
  readonly batches?: BatchApi | undefined;
  /** How a client speaks it. */
  readonly caller: Caller;
  /** The variable of the environment in which clients of this interface look for a key. */
  readonly keyVariable: string;
}

export interface ErrorTable {
  /** A streamed request that finds no capacity is told so inside a 200, always. */
  readonly refusesInStream?: boolean | undefined;
  /** What a client sees of a refusal without figures: the same frozen object every time, before any token. */
  facts(cause: Cause, form: ErrorForm): WireFacts;
  /** The same in status form with a wait, which its text does not name: refusals that differ in the wait alone have equal texts. */
  waiting(cause: Cause, waitMs: number): WireFacts;
  /** With the figures and the wait in the text too. */
  detailed(cause: Cause, form: ErrorForm, detail: ErrorDetail): WireFacts;
  /** What is sent. */
  reply(cause: Cause, form: ErrorForm, detail?: ErrorDetail): ErrorReply;
}
