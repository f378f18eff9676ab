import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api, Asked, Endpoint, Finish } from '../dialects/api.ts';
import type { ErrorTable } from '../dialects/dialect.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';
import { eventClass, Timer } from '../kernel/clock.ts';
import type { End, Listener, Sent } from '../kernel/transport.ts';
import type { Answer } from '../provider/answer.ts';
import type { Said } from '../provider/said.ts';
import { comesWhole, tokensBy } from './answer-times.ts';
import { AnswerWriter } from './answer-writer.ts';
import { type AttemptRecord, beginRecord, recordAnswer } from './attempt-record.ts';
import type { Connections, ConnectionUser } from './connections.ts';
import { hexId } from './hex-id.ts';
import type { Target } from './life.ts';
import type { Mark } from './mark.ts';
import { Outlet, type OutletUser } from './outlet.ts';
import { piecesOf } from './pieces.ts';
import type { Upload } from './uploads.ts';
import { epochMs, epochSeconds, type World } from './world.ts';

const never = Number.POSITIVE_INFINITY;

/** Waking more often than this, microseconds, says nothing that a client could tell apart. */
const shortestWait = 2000;

/** From the last that a client is to read to the loss of its connection, ms of real time, whatever the clock does meanwhile. */
const lossAfterMs = 5;

/** A request whose model is known. */
export type Named = Asked & { readonly model: string };

export interface ExchangeOptions {
  readonly world: World;
  readonly target: Target;
  readonly asked: Named;
  /** Of the interface, by its name. */
  readonly dialect: string;
  readonly api: Api;
  readonly endpoint: Endpoint;
  /** The model's, in the dialect of the interface. */
  readonly errors: ErrorTable;
  readonly connections: Connections;
  /** The request until now. */
  readonly upload: Upload;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly mark: Mark;
}

/**
 * One request over HTTP and its answer: hands it to the provider, and writes what the provider says when it says it. When
 * the client leaves, the provider hears of it at once. A reader that is slow makes nobody wait and nothing pile up: tokens
 * are counted, and written when the connection takes them.
 */
export class Exchange extends Timer implements Listener, ConnectionUser, OutletUser {
  private readonly options: ExchangeOptions;
  private readonly outlet: Outlet;
  private readonly writer: AnswerWriter;
  private readonly record: AttemptRecord;
  private sent: Sent | undefined;
  private answer: Answer | undefined;
  private result: End | undefined;
  private over = false;
  /** Its error, if it has one, was said in a stream that had begun. */
  private errorInStream = false;

  constructor(options: ExchangeOptions) {
    super();
    const { world, target, asked, connections, upload, request, response, mark } = options;
    const { books } = world;
    const entity = mark.entity ?? books.attempts;
    const drawn = world.sizes(entity);
    const whole = mark.output ?? drawn.output;
    const output = Math.min(whole, asked.maxTokens ?? never);
    this.options = options;
    this.record = beginRecord(options, entity, output);
    this.outlet = new Outlet(response, this);
    this.writer = writerFor(options, this.outlet, entity, { whole, output, finish: output < whole ? 'length' : 'stop' });
    // What cannot be made out until here has not become an attempt.
    upload.complete();
    books.attempts += 1;
    books.open += 1;
    target.tally.attempts += 1;
    connections.watch(request.socket, this);
    // A client that is gone is no error of ours; the connection closes.
    response.on('error', ignored);
    for (const watcher of world.watchers) watcher.began?.(this.record);
    this.keepAlive();
    const held = this.outlet.hold();
    try {
      this.send(entity, output, asked.maxTokens ?? drawn.maxTokens);
    } finally {
      held?.uncork();
    }
  }

  first(): void {}

  end(end: End): void {
    this.result = end;
    this.options.world.clock.disarm(this);
    this.fire();
  }

  fire(): void {
    if (this.over) return;
    const held = this.outlet.hold();
    try {
      this.goOn();
    } finally {
      held?.uncork();
    }
  }

  /** Writes what is due, as far as the connection takes it, and waits for what is due next. */
  private goOn(): void {
    if (this.answer === undefined && this.result === undefined) {
      this.stillWaiting();
      return;
    }
    const { world, asked } = this.options;
    const now = world.clock.now();
    const end = this.result;
    const answer = this.answer;
    const streams = answer !== undefined && asked.stream && !comesWhole(answer);
    if (streams && (end !== undefined || now >= answer.headersAt)) {
      if (answer.headersAt < never) this.writer.begin();
      this.writer.writeUpTo(end?.tokens ?? tokensBy(answer, now));
      this.outlet.flush();
      if (this.writer.written > 0) this.record.firstTokenAt ??= now;
    }
    if (this.outlet.blocked) return;
    if (end !== undefined) this.conclude(end);
    else if (streams) this.wait(answer, now);
  }

  private send(entity: number, outputTokens: number, maxTokens: number): void {
    const { target, asked, mark } = this.options;
    const { inputTokens, stream } = asked;
    const request = { entity, inputTokens, outputTokens, maxTokens, stream };
    this.sent = target.serve({ request, target: target.name, number: mark.number }, this, (answer) => this.answered(answer));
  }

  private answered(answer: Answer): void {
    const { world, target, api, requestId, asked } = this.options;
    if (answer.refusedBy === undefined) target.tally.admitted += 1;
    else target.tally.refused[answer.refusedBy] += 1;
    recordAnswer(this.record, answer, world.clock.now());
    this.answer = answer;
    world.clock.disarm(this);
    const quota = target.model.quota?.remaining(world.clock.now()) ?? [];
    this.outlet.headers = { ...api.requestId(requestId), ...api.quotaHeaders(quota, epochMs(world)) };
    if (asked.stream) this.fire();
  }

  private wait(answer: Answer, now: number): void {
    const { written } = this.writer;
    const token = written < answer.tokens ? answer.firstAt + written * answer.step : never;
    const at = this.outlet.begun ? Math.max(token, now + shortestWait) : answer.headersAt;
    // After the last token the provider's own end is waited for.
    if (at < never && (token < never || !this.outlet.begun)) this.options.world.clock.arm(this, Math.ceil(at), eventClass.completion);
  }

  /** Says in the provider's way, where it has one, that the request is alive while it waits. */
  private keepAlive(): void {
    const { api, world } = this.options;
    if (this.lifeSign() === undefined || api.keepAlive === undefined) return;
    world.clock.arm(this, world.clock.now() + Math.round(api.keepAlive.everyMs * 1000), eventClass.completion);
  }

  private stillWaiting(): void {
    const { api, requestId } = this.options;
    const sign = this.lifeSign();
    if (sign === undefined) return;
    this.outlet.headers = api.requestId(requestId);
    this.writer.keepAlive(sign);
    this.keepAlive();
  }

  private lifeSign(): string | undefined {
    const { api, asked } = this.options;
    return asked.stream ? api.keepAlive?.stream : api.keepAlive?.plain;
  }

  private replyOf(said: Said): ErrorReply {
    if ('literally' in said) return said.literally;
    const { errors, requestId, endpoint, asked, world } = this.options;
    // Whoever has been told to wait, with a head that says 200, hears of it in the stream.
    const form = asked.stream && this.outlet.begun ? 'stream' : said.form;
    const reply = errors.reply(said.cause, form, { ...said.detail, requestId, epochMs: epochMs(world) });
    return (asked.written ?? endpoint).reword?.(reply) ?? reply;
  }

  private waitMs(): number | undefined {
    const { error } = this.answer ?? {};
    if (error === undefined || 'literally' in error) return this.result?.facts.retryAfterMs;
    const form = this.errorInStream ? 'stream' : error.form;
    return this.options.errors.detailed(error.cause, form, error.detail).retryAfterMs;
  }

  private conclude(end: End): void {
    this.close();
    this.options.world.books.answered += 1;
    const { fault, error } = this.answer ?? {};
    // Once the end is written every stream has begun, a refusal's too.
    this.errorInStream = this.options.asked.stream && this.outlet.begun;
    this.writer.conclude(end, { fault, error: error === undefined ? undefined : this.replyOf(error) });
    this.tell(this.options.asked.stream ? this.writer.written : end.facts.afterTokens);
  }

  drained(): void {
    this.options.world.clock.event(() => this.fire());
  }

  later(run: () => void): void {
    this.options.world.watchTime.wait(lossAfterMs, run);
  }

  /** The client left. */
  gone(): void {
    if (!this.over) this.options.world.clock.event(() => this.leave());
  }

  private leave(): void {
    this.close();
    this.options.world.books.left += 1;
    if (this.result === undefined) this.sent?.cancel('caller');
    this.record.left = true;
    this.tell(this.writer.written);
    this.options.response.destroy();
  }

  private tell(tokensWritten: number): void {
    const { world, response } = this.options;
    const record = this.record;
    record.endedAt = world.clock.now();
    record.status = response.headersSent ? response.statusCode : undefined;
    record.tokensWritten = tokensWritten;
    for (const watcher of world.watchers) watcher.attempt?.(record, record.left ? undefined : this.result, () => this.waitMs());
  }

  private close(): void {
    const { world, connections, request } = this.options;
    this.over = true;
    connections.unwatch(request.socket, this);
    world.clock.disarm(this);
    world.books.open -= 1;
  }
}

function ignored(): void {}

function writerFor(
  { world, target, asked, endpoint }: ExchangeOptions,
  outlet: Outlet,
  entity: number,
  { whole, output, finish }: { readonly whole: number; readonly output: number; readonly finish: Finish },
): AnswerWriter {
  const { model, inputTokens, includeUsage, stream, wanted } = asked;
  const id = hexId(entity, 24);
  const since = world.clock.now();
  const elapsedMs = () => (world.clock.now() - since) / 1000;
  const form = asked.written ?? endpoint;
  const text = form.answer({ id, created: epochSeconds(world), model, inputTokens, includeUsage, wanted, elapsedMs });
  const pieces = piecesOf({ wanted, json: target.model.spec.output?.json, stream: world.words, entity, count: whole });
  return new AnswerWriter({ outlet, endpoint: form, text, pieces, stream, output, finish });
}
