import type { Asked, Endpoint } from '../../dialects/api.ts';
import type { BatchLine, BatchOutcome } from '../../dialects/batch-api.ts';
import { askedBy, inputTokensOf } from '../../dialects/batch-line.ts';
import type { Cause, ErrorDetail } from '../../dialects/cause.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { ErrorReply } from '../../dialects/error-reply.ts';
import { after, type Clock } from '../../kernel/clock.ts';
import type { End, Listener, Sent } from '../../kernel/transport.ts';
import type { Answer } from '../../provider/answer.ts';
import { hexId } from '../hex-id.ts';
import type { Sizes, Target } from '../life.ts';
import type { Waiting } from './lane.ts';

/** How long an answer may stay away, ms. */
const patienceMs = 1_800_000;
/** Between one try and the next, microseconds. */
const pause = 10_000_000;
/** After so many tries an error that is not a want of capacity is the answer. */
const mostTries = 3;

/** What a request of a batch has come to, and what its answer is made of. */
export type ItemEnd =
  | { readonly kind: 'answered'; readonly tokens: number; readonly whole: boolean; readonly epochMs: number }
  | Exclude<BatchOutcome, { readonly kind: 'answered' }>;

/** What all items of a batch share: there are many of them. */
export interface ItemScope {
  readonly clock: Clock;
  readonly epochMs: () => number;
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly sizes: (entity: number) => Sizes;
  /** It goes to the model now. */
  readonly sending: () => void;
  readonly moved: Moved;
  /** It waits for a slot again. */
  readonly queue: (item: Item) => void;
}

/** Running: it was given to the model, and nothing came back yet. */
export type ItemStage = 'waiting' | 'running' | 'over';

/** An item goes from one stage to another. */
export type Moved = (item: Item, from: ItemStage, to: ItemStage) => void;

/** Tokens of a whole answer, and of the one that the caller's bound leaves. */
function tokensOf(asked: Asked, { output }: Sizes): { readonly whole: number; readonly sent: number } {
  return { whole: output, sent: Math.min(output, asked.maxTokens ?? output) };
}

/**
 * One request of a batch, which a lane starts when there is a slot. What goes wrong at the provider is tried again: without
 * end where there was no capacity, else up to three times.
 */
export class Item implements Waiting, Listener {
  readonly scope: ItemScope;
  readonly line: BatchLine;
  /** Keys its luck. */
  readonly entity: number;
  /** Its model; undefined: there is none of that name. */
  readonly target: Target | undefined;
  /** What it has come to. */
  outcome: ItemEnd | undefined;
  #stage: ItemStage = 'waiting';
  #tries = 0;
  #failures = 0;
  #sent: Sent | undefined;
  #answer: Answer | undefined;
  #input: number | undefined;
  #output = 0;
  #whole = true;

  constructor(scope: ItemScope, { line, entity, target }: Pick<Item, 'line' | 'entity' | 'target'>) {
    this.scope = scope;
    this.line = line;
    this.entity = entity;
    this.target = target;
  }

  get requestId(): string {
    return `req_${hexId(this.entity, 32)}`;
  }

  get over(): boolean {
    return this.#stage === 'over';
  }

  get runs(): boolean {
    return this.#stage === 'running';
  }

  /** Of what it asks, counted once. */
  get inputTokens(): number {
    this.#input ??= inputTokensOf(this.line, this.scope.endpoint);
    return this.#input;
  }

  /** Tokens of its answer, where it has one. */
  get tokens(): { readonly input: number; readonly output: number } {
    return this.outcome?.kind === 'answered' ? { input: this.inputTokens, output: this.outcome.tokens } : { input: 0, output: 0 };
  }

  start(): void {
    const asked = this.asked();
    const { target } = this;
    if ('refused' in asked) this.finish({ kind: 'refused', reply: asked.refused });
    else if (target !== undefined) this.#send(asked, target);
    else {
      const model = this.line.model ?? '';
      this.finish({ kind: 'refused', reply: this.scope.dialect.api.misuse({ kind: 'no-such-model', model }, this.requestId) });
    }
  }

  /** What it asks, read anew each time. */
  asked(): Asked | { readonly refused: ErrorReply } {
    return askedBy(this.line, this.scope.endpoint, this.requestId) ?? { refused: this.said('server_error') };
  }

  #send(asked: Asked, target: Target): void {
    const { entity } = this;
    const { sizes, sending } = this.scope;
    const drawn = sizes(entity);
    const { whole, sent } = tokensOf(asked, drawn);
    this.#input = asked.inputTokens;
    this.#output = sent;
    this.#whole = sent === whole;
    this.#answer = undefined;
    this.#move('running');
    sending();
    const request = {
      entity,
      inputTokens: asked.inputTokens,
      outputTokens: sent,
      maxTokens: asked.maxTokens ?? drawn.maxTokens,
      stream: false,
      urgent: false,
    };
    const attempt = { request, target: target.name, number: this.#tries++, maxHeaderMs: patienceMs };
    const under = target.background(attempt, this, (answer) => {
      this.#answer = answer;
    });
    if (this.runs) this.#sent = under;
  }

  first(): void {}

  end({ facts }: End): void {
    this.#sent = undefined;
    const { error, fault } = this.#answer ?? {};
    if (facts.how === 'silent') this.#failed({ kind: 'timed-out' });
    else if (error !== undefined) this.#refused(this.#answer as Answer);
    else if (facts.complete && facts.parsed !== false && facts.status === 200) {
      const { epochMs } = this.scope;
      const empty = fault === 'empty';
      this.finish({ kind: 'answered', tokens: empty ? 0 : this.#output, whole: this.#whole || empty, epochMs: epochMs() });
    } else this.#failed({ kind: 'refused', reply: this.said('server_error') });
  }

  /** Ends it now, whatever it does. */
  stop(kind: 'expired' | 'cancelled'): void {
    this.#sent?.cancel('caller');
    this.finish({ kind });
  }

  finish(end: ItemEnd): void {
    if (this.over) return;
    this.outcome = end;
    this.#sent = undefined;
    this.#answer = undefined;
    this.#move('over');
  }

  #refused({ error, refusedBy }: Answer): void {
    if (error === undefined) return;
    const reply = 'literally' in error ? error.literally : this.said(error.cause, error.detail);
    const cause = 'literally' in error ? undefined : error.cause;
    if (cause === 'capacity' || cause === 'rate_limited') this.#again();
    else if (refusedBy === 'hard' || isFinal(reply)) this.finish({ kind: 'refused', reply });
    else this.#failed({ kind: 'refused', reply });
  }

  #failed(end: ItemEnd): void {
    this.#failures += 1;
    if (this.#failures < mostTries) this.#again();
    else this.finish(end);
  }

  #again(): void {
    const { clock, queue } = this.scope;
    this.#move('waiting');
    after(clock, pause, () => {
      if (!this.over) queue(this);
    });
  }

  /** An error in the words of the dialect. */
  said(cause: Cause, detail: ErrorDetail = {}): ErrorReply {
    const { target, requestId } = this;
    const { dialect, epochMs, endpoint } = this.scope;
    if (target === undefined) return dialect.api.misuse({ kind: 'internal' }, requestId);
    const reply = target.errors(dialect).reply(cause, 'status', { ...detail, requestId, epochMs: epochMs() });
    return endpoint.reword?.(reply) ?? reply;
  }

  #move(to: ItemStage): void {
    const from = this.#stage;
    this.#stage = to;
    this.scope.moved(this, from, to);
  }
}

/** Nothing that a second try could change. */
function isFinal({ status }: ErrorReply): boolean {
  return status >= 400 && status < 500 && ![408, 409, 429].includes(status);
}
