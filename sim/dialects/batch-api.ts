import type { Endpoint } from './api.ts';
import type { ErrorReply } from './error-reply.ts';

/** One request of a batch. */
export interface BatchLine {
  /** As its author calls it. */
  readonly customId: string;
  /** Undefined: it names none. */
  readonly model: string | undefined;
  /** What would be the body of a request of its own, read anew each time: a batch keeps its text alone. */
  body(): unknown;
}

/** What became of a request of a batch. */
export type BatchOutcome =
  /** `text` is the whole body of the answer. */
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly reply: ErrorReply }
  /** It had a slot, and no answer came. */
  | { readonly kind: 'timed-out' }
  /** It had no answer when the window ended, or when the batch was cancelled. */
  | { readonly kind: 'expired' | 'cancelled' };

export interface BatchResult {
  readonly customId: string;
  /** 24 hexadecimal digits, others for every request. */
  readonly id: string;
  readonly outcome: BatchOutcome;
}

/** A batch that is to be run. */
export interface BatchOrder {
  /** Reads the bodies and writes the answers. */
  readonly endpoint: Endpoint;
  /** How long it is looked through before its first request may run, and put together after its last one, ms; 0: no time. */
  readonly validatingMs: number;
  readonly finalizingMs: number;
  /** Its requests, asked for once, when it was looked through; undefined: it fails. */
  lines(): readonly BatchLine[] | undefined;
  /** Told of each request when it is over. */
  ended?(result: BatchResult): void;
  /** Everything is there. */
  done?(): void;
}

export type BatchStage = 'validating' | 'failed' | 'running' | 'finalizing' | 'ended';

/** How many of its requests are where; together they are `total`. */
export interface BatchCounts {
  readonly total: number;
  readonly waiting: number;
  readonly running: number;
  readonly answered: number;
  /** With an error of their own, those that timed out among them. */
  readonly refused: number;
  readonly expired: number;
  readonly cancelled: number;
}

/** Instants of a batch, ms since 1970; undefined where it has not come to that. */
export type BatchInstants = Partial<Record<'running' | 'finalizing' | 'ended' | 'failed' | 'cancelling', number>> & {
  readonly created: number;
  /** When what has no answer expires. */
  readonly expires: number;
};

/** A batch, from the moment at which it was taken. */
export interface BatchRun {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly stage: BatchStage;
  readonly at: BatchInstants;
  readonly counts: BatchCounts;
  /** Of the answers. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** What waits does not run any more, what runs ends first. Nothing when it is over, or cancelled already. */
  cancel(): void;
  /** What became of each request that is over, in the order of the batch; made when it is asked for. */
  results(): Iterable<BatchResult>;
  /** Nobody asks for it any more. */
  forget(): void;
}

/** How much of all batches is waiting or running, and the most that may. */
export interface Queued {
  readonly now: number;
  readonly most: number;
}

/** What runs batches, for the dialects that take them. Lives from one reset of the server to the next. */
export interface BatchDesk {
  /** 24 hexadecimal digits, others every time. */
  id(): string;
  /** Ms since 1970, by the server's clock. */
  nowMs(): number;
  has(model: string): boolean;
  /** Requests; undefined: they have no bound. */
  queuedRequests(): Queued | undefined;
  /** Input tokens of those for one model; undefined: they have no bound. */
  queuedTokens(model: string): Queued | undefined;
  begin(order: BatchOrder): BatchRun;
}

/** A file that came in a form. */
export interface BatchForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Buffer } | undefined;
}

export interface BatchRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the root of the interface, as fastify writes paths. */
  readonly path: string;
  /** What comes with it; default: nothing that is looked at. */
  readonly takes?: 'json' | 'form' | undefined;
  /** Largest body, bytes. */
  readonly mostBytes?: number | undefined;
}

/** A request at one of the routes. */
export interface BatchCall {
  /** Named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or a BatchForm; undefined for a form that is none. */
  readonly body: unknown;
  readonly requestId: string;
  /** The root of the interface, as its caller reached it: `http://127.0.0.1:4010/anthropic`. */
  readonly root: string;
}

/** JSON, an error, bytes, or text that is made while it is read: each line without its end. */
export type BatchReply =
  | ErrorReply
  | { readonly json: unknown }
  | { readonly bytes: Buffer; readonly type: string }
  | { readonly lines: Iterable<string>; readonly type: string };

/** A dialect's batches. */
export interface BatchApi {
  readonly routes: Readonly<Record<string, BatchRoute>>;
  /** What answers at the routes, by the same names; keeps what it was given as long as the desk lives. */
  open(desk: BatchDesk): Readonly<Record<string, (call: BatchCall) => BatchReply>>;
}
