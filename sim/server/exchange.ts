import type { ServerResponse } from 'node:http';
import type { ErrorReply } from '../dialects/dialect.ts';
import type { AnswerText, Asked, Finish, Wire } from '../dialects/wire.ts';
import { eventClass, Timer } from '../kernel/clock.ts';
import type { End, Listener, Sent } from '../kernel/transport.ts';
import type { Answer } from '../provider/answer.ts';
import { bodyOf, lengthOf } from './send-error.ts';
import { textOf, wordsOf } from './words.ts';
import { epochSeconds, type Target, type World } from './world.ts';

const never = Number.POSITIVE_INFINITY;

/** Waking more often than this, microseconds, says nothing that a client could tell apart. */
const shortestWait = 2000;

/** Tokens written in one go before the connection is asked whether it still takes any. */
const batch = 64;

export interface ExchangeOptions {
  readonly world: World;
  readonly target: Target;
  readonly asked: Asked;
  readonly wire: Wire;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Which try of the caller's this is, from 0. */
  readonly number: number;
}

/** Where an exchange is: `ending` when the provider is done and bytes are left, `over` when nothing is. */
type State = 'waiting' | 'ending' | 'over';

/**
 * One request over HTTP and its answer: hands it to the provider, and writes what the provider says at the time it says.
 * When the client leaves, the provider hears of it at once. A reader that is slow makes nobody wait and nothing pile up:
 * tokens are counted, and written when the connection takes them.
 */
export class Exchange extends Timer implements Listener {
  readonly #options: ExchangeOptions;
  readonly #text: AnswerText;
  readonly #word: (index: number) => string;
  readonly #output: number;
  readonly #finish: Finish;
  #sent: Sent | undefined;
  #answer: Answer | undefined;
  #headers: Readonly<Record<string, string>> = {};
  #end: End | undefined;
  #state: State = 'waiting';
  #begun = false;
  #written = 0;

  constructor(options: ExchangeOptions) {
    super();
    const { world, target, asked, wire, response } = options;
    const { books, clock } = world;
    const entity = books.attempts;
    books.attempts += 1;
    books.open += 1;
    target.tally.attempts += 1;
    this.#options = options;
    this.#word = wordsOf(world.words, entity);
    const drawn = world.sizes(entity);
    this.#output = Math.min(drawn.output, asked.maxTokens ?? never);
    this.#finish = this.#output < drawn.output ? 'length' : 'stop';
    const { inputTokens, includeUsage, model } = asked;
    this.#text = wire.answer({
      id: `chatcmpl-${entity.toString(16).padStart(24, '0')}`,
      created: epochSeconds(world),
      model,
      inputTokens,
      includeUsage,
    });
    response.on('close', () => clock.event(() => this.#closed()));
    response.on('drain', () => clock.event(() => this.#pump()));
    // A client that is gone is no error of ours; `close` follows.
    response.on('error', () => {});
    this.#begin(entity, asked.maxTokens ?? drawn.maxTokens);
  }

  first(): void {}

  end(end: End): void {
    this.#end = end;
    this.#state = 'ending';
    this.#options.world.clock.disarm(this);
    this.#pump();
  }

  fire(): void {
    this.#pump();
  }

  #begin(entity: number, maxTokens: number): void {
    const { target, asked, number, response } = this.#options;
    const { inputTokens, stream } = asked;
    const request = { entity, inputTokens, outputTokens: this.#output, maxTokens, stream };
    this.#sent = target.serve({ request, target: target.name, number }, this, (answer) => this.#answered(answer));
    if (response.destroyed) this.#closed();
  }

  #answered(answer: Answer): void {
    const { tally, model } = this.#options.target;
    if (answer.refusedBy === undefined) tally.admitted += 1;
    else tally.refused[answer.refusedBy] += 1;
    if (this.#state === 'over') return;
    this.#answer = answer;
    const quota = model.quota?.remaining(this.#options.world.clock.now()) ?? [];
    this.#headers = { ...this.#options.wire.requestId(this.#options.requestId), ...this.#options.wire.quotaHeaders(quota) };
    if (this.#options.asked.stream) this.#pump();
  }

  /** Writes what is due, as far as the connection takes it, and arms the timer for what is due next. */
  #pump(): void {
    const { clock } = this.#options.world;
    const response = this.#options.response;
    if (this.#state === 'over') return;
    const answer = this.#answer;
    const streams = answer !== undefined && this.#options.asked.stream && !comesWhole(answer);
    if (streams) this.#stream(answer, clock.now());
    if (response.writableNeedDrain) return;
    if (this.#state === 'ending') this.#conclude();
    else if (streams) this.#arm(answer);
  }

  #stream(answer: Answer, now: number): void {
    const ending = this.#state === 'ending';
    if (!this.#begun && (ending || now >= answer.headersAt) && answer.headersAt < never) {
      this.#head(200, { 'content-type': this.#options.wire.streamType, 'cache-control': 'no-cache' });
      this.#options.response.flushHeaders();
      this.#begun = true;
    }
    const due = ending ? (this.#end?.tokens ?? 0) : tokensBy(answer, now);
    while (this.#written < due && !this.#options.response.writableNeedDrain)
      this.#options.response.write(this.#tokens(Math.min(due, this.#written + batch)));
  }

  #tokens(upTo: number): string {
    let text = this.#written === 0 ? this.#text.begin() : '';
    while (this.#written < upTo) text += this.#text.token(this.#word(this.#written++));
    return text;
  }

  #arm(answer: Answer): void {
    const { clock } = this.#options.world;
    const nextToken = this.#written < answer.tokens ? answer.firstAt + this.#written * answer.step : never;
    const at = this.#begun ? Math.max(nextToken, clock.now() + shortestWait) : answer.headersAt;
    if (nextToken === never && this.#begun) return;
    if (at < never) clock.arm(this, Math.ceil(at), eventClass.completion);
  }

  /** Everything that comes before the end is written. */
  #conclude(): void {
    const { facts } = this.#end as End;
    const error = this.#answer?.error;
    const { fault } = this.#answer ?? {};
    if (facts.how === 'reset' || facts.how === 'refused') this.#drop();
    else if (error !== undefined) this.#fail(error);
    else if (this.#options.asked.stream) this.#concludeStream(fault);
    else this.#reply(fault);
  }

  #fail(error: ErrorReply): void {
    if (this.#begun) this.#over(this.#text.error(error));
    else {
      const text = bodyOf(error);
      this.#head(error.status, { ...error.headers, ...lengthOf(text) });
      this.#over(text);
    }
  }

  #concludeStream(fault: Answer['fault']): void {
    const begin = this.#written === 0 ? this.#text.begin() : '';
    const word = this.#word(this.#written);
    if (fault === 'cut') this.#over('');
    else if (fault === 'stall') this.#hangUp();
    else if (fault === 'malformed') this.#over(begin + this.#text.malformed(word) + this.#text.end(this.#written, this.#finish));
    else this.#over(begin + this.#text.end(this.#written, fault === 'empty' ? 'stop' : this.#finish));
  }

  #reply(fault: Answer['fault']): void {
    const tokens = fault === 'empty' ? 0 : this.#output;
    const text = this.#text.whole(textOf(this.#word, tokens), tokens, this.#finish);
    const half = text.slice(0, Math.floor(text.length / 2));
    const body = fault === 'malformed' ? half : text;
    this.#head(200, { 'content-type': 'application/json', ...lengthOf(fault === 'malformed' ? body : text) });
    if (fault !== 'cut' && fault !== 'stall') this.#over(body);
    else {
      this.#options.response.write(half);
      this.#hangUp();
    }
  }

  #head(status: number, headers: Readonly<Record<string, string>>): void {
    this.#options.response.writeHead(status, { ...headers, ...this.#headers });
  }

  #over(text: string): void {
    this.#finished();
    this.#options.response.end(text);
  }

  /** Closes the connection once everything is sent, without the end that the body was to have. */
  #hangUp(): void {
    this.#finished();
    const { socket } = this.#options.response;
    if (socket === null) this.#options.response.destroy();
    else socket.destroySoon();
  }

  /** Loses the connection; what was written before is on its way. */
  #drop(): void {
    this.#finished();
    const { socket } = this.#options.response;
    if (socket === null) this.#options.response.destroy();
    else if (socket.writableLength === 0) socket.resetAndDestroy();
    else socket.write('', () => socket.resetAndDestroy());
  }

  #finished(): void {
    this.#state = 'over';
    this.#options.world.clock.disarm(this);
    this.#options.world.books.open -= 1;
    this.#options.world.books.answered += 1;
  }

  #closed(): void {
    if (this.#state === 'over') return;
    const served = this.#state === 'ending';
    this.#state = 'over';
    this.#options.world.clock.disarm(this);
    this.#options.world.books.open -= 1;
    this.#options.world.books.left += 1;
    if (!served) this.#sent?.cancel('caller');
  }
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
