import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked, Wire } from '../dialects/wire.ts';
import { eventClass, Timer } from '../kernel/clock.ts';
import type { End, Listener, Sent } from '../kernel/transport.ts';
import type { Answer } from '../provider/answer.ts';
import { AnswerWriter } from './answer-writer.ts';
import type { Connections } from './connections.ts';
import { Outlet } from './outlet.ts';
import { wordsOf } from './words.ts';
import { epochSeconds, type Target, type World } from './world.ts';

const never = Number.POSITIVE_INFINITY;

/** Waking more often than this, microseconds, says nothing that a client could tell apart. */
const shortestWait = 2000;

export interface ExchangeOptions {
  readonly world: World;
  readonly target: Target;
  readonly asked: Asked;
  readonly wire: Wire;
  readonly connections: Connections;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Which try of the caller's this is, from 0. */
  readonly number: number;
}

/**
 * One request over HTTP and its answer: hands it to the provider, and writes what the provider says when it says it. When
 * the client leaves, the provider hears of it at once. A reader that is slow makes nobody wait and nothing pile up: tokens
 * are counted, and written when the connection takes them.
 */
export class Exchange extends Timer implements Listener {
  readonly #options: ExchangeOptions;
  readonly #outlet: Outlet;
  readonly #writer: AnswerWriter;
  readonly #unwatch: () => void;
  #sent: Sent | undefined;
  #answer: Answer | undefined;
  #end: End | undefined;
  #over = false;

  constructor(options: ExchangeOptions) {
    super();
    const { world, target, asked, connections, request, response } = options;
    const { books, clock } = world;
    const entity = books.attempts;
    books.attempts += 1;
    books.open += 1;
    target.tally.attempts += 1;
    const drawn = world.sizes(entity);
    const output = Math.min(drawn.output, asked.maxTokens ?? never);
    this.#options = options;
    this.#outlet = new Outlet(response);
    this.#writer = writerFor(options, this.#outlet, entity, { output, finish: output < drawn.output ? 'length' : 'stop' });
    this.#unwatch = connections.watch(request.socket, () => clock.event(() => this.#gone()));
    response.on('drain', () => clock.event(() => this.fire()));
    // A client that is gone is no error of ours; the connection closes.
    response.on('error', () => {});
    this.#send(entity, output, asked.maxTokens ?? drawn.maxTokens);
  }

  first(): void {}

  end(end: End): void {
    this.#end = end;
    this.#options.world.clock.disarm(this);
    this.fire();
  }

  /** Writes what is due, as far as the connection takes it, and waits for what is due next. */
  fire(): void {
    if (this.#over) return;
    const { world, asked } = this.#options;
    const now = world.clock.now();
    const end = this.#end;
    const answer = this.#answer;
    const streams = answer !== undefined && asked.stream && !comesWhole(answer);
    if (streams && (end !== undefined || now >= answer.headersAt)) {
      if (answer.headersAt < never) this.#writer.begin();
      this.#writer.writeUpTo(end?.tokens ?? tokensBy(answer, now));
    }
    if (this.#outlet.blocked) return;
    if (end !== undefined) this.#conclude(end);
    else if (streams) this.#wait(answer, now);
  }

  #send(entity: number, outputTokens: number, maxTokens: number): void {
    const { target, asked, number } = this.#options;
    const { inputTokens, stream } = asked;
    const request = { entity, inputTokens, outputTokens, maxTokens, stream };
    this.#sent = target.serve({ request, target: target.name, number }, this, (answer) => this.#answered(answer));
  }

  #answered(answer: Answer): void {
    const { world, target, wire, requestId, asked } = this.#options;
    if (answer.refusedBy === undefined) target.tally.admitted += 1;
    else target.tally.refused[answer.refusedBy] += 1;
    this.#answer = answer;
    const quota = target.model.quota?.remaining(world.clock.now()) ?? [];
    this.#outlet.headers = { ...wire.requestId(requestId), ...wire.quotaHeaders(quota) };
    if (asked.stream) this.fire();
  }

  #wait(answer: Answer, now: number): void {
    const { written } = this.#writer;
    const token = written < answer.tokens ? answer.firstAt + written * answer.step : never;
    const at = this.#outlet.begun ? Math.max(token, now + shortestWait) : answer.headersAt;
    // After the last token the provider's own end is waited for.
    if (at < never && (token < never || !this.#outlet.begun)) this.#options.world.clock.arm(this, Math.ceil(at), eventClass.completion);
  }

  #conclude(end: End): void {
    this.#close();
    this.#options.world.books.answered += 1;
    this.#writer.conclude(end, this.#answer);
  }

  /** The client left. */
  #gone(): void {
    if (this.#over) return;
    this.#close();
    this.#options.world.books.left += 1;
    if (this.#end === undefined) this.#sent?.cancel('caller');
    this.#options.response.destroy();
  }

  #close(): void {
    const { world } = this.#options;
    this.#over = true;
    this.#unwatch();
    world.clock.disarm(this);
    world.books.open -= 1;
  }
}

function writerFor(
  { world, asked, wire }: ExchangeOptions,
  outlet: Outlet,
  entity: number,
  answer: { readonly output: number; readonly finish: 'stop' | 'length' },
): AnswerWriter {
  const { model, inputTokens, includeUsage, stream } = asked;
  const id = `chatcmpl-${entity.toString(16).padStart(24, '0')}`;
  const text = wire.answer({ id, created: epochSeconds(world), model, inputTokens, includeUsage });
  return new AnswerWriter({ outlet, text, word: wordsOf(world.words, entity), stream, streamType: wire.streamType, ...answer });
}

/** A refusal with a status of its own, or what a script says. */
function comesWhole({ error, refusedBy }: Answer): boolean {
  return error !== undefined && (error.status !== 200 || refusedBy === 'fault');
}

/** Tokens of a stream that are due at `now`. */
function tokensBy({ firstAt, step, tokens }: Answer, now: number): number {
  if (now < firstAt) return 0;
  return step === 0 ? tokens : Math.min(tokens, 1 + Math.floor((now - firstAt + 0.5) / step));
}
