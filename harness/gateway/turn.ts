import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Outcome } from '../../reports/result/outcome.ts';
import type { Outgoing } from '../../sim/dialects/caller.ts';
import type { Fields } from '../../sim/dialects/reading/fields.ts';
import type { Attempt, Listener, Request, Send, Sent } from '../../sim/kernel/transport.ts';
import type { RequestRun } from '../client/client.ts';
import { type Relay, streamRelay, wholeRelay } from './relay.ts';
import type { Shape, Spoken } from './shape.ts';

/** Of the caller's headers, those that go on: its key, and what it asks of the interface. */
const passedOn = ['authorization', 'x-api-key', 'anthropic-version', 'anthropic-beta', 'openai-organization', 'openai-project'];

/** A caller that reads so slowly that more than this piles up is let go, bytes. */
const mostUnread = 8_000_000;

export interface TurnOptions {
  readonly entity: number;
  /** When it came, ms since 1970. */
  readonly beganMs: number;
  readonly shape: Shape;
  readonly headers: IncomingHttpHeaders;
  readonly body: Fields;
  readonly response: ServerResponse;
  /** Instead of the caller's own. */
  readonly key: string | undefined;
}

/** One call through the gateway: the request that the client drives, and what its caller hears. */
export class Turn implements Request {
  readonly entity: number;
  readonly stream: boolean;
  readonly inputTokens = 0;
  readonly outputTokens = 0;
  readonly maxTokens = 0;
  readonly shape: Shape;
  readonly beganMs: number;
  /** Where its attempts went, one after the other. */
  readonly targets: string[] = [];
  run: RequestRun | undefined;
  /** Of the attempt under way, or the last one: instants of the clock, and how it ended. */
  sentAt = 0;
  firstAt: number | undefined;
  last: Outcome | undefined;
  readonly #options: TurnOptions;
  #relay: Relay | undefined;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.entity = options.entity;
    this.shape = options.shape;
    this.beganMs = options.beganMs;
    this.stream = options.body.stream === true;
  }

  /** What goes out for this model. */
  outgoing(model: string): Outgoing {
    const { headers, body, key } = this.#options;
    const kept = passedOn.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const own = key === undefined ? Object.fromEntries(kept) : this.shape.caller.authorization(key);
    const { required } = this.shape;
    return {
      path: this.shape.path,
      headers: { ...required, ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, model }),
    };
  }

  /** Sends an attempt; what it brings is kept until its first token, and goes to the caller from then on. */
  send(send: Send, attempt: Attempt, listener: Listener): Sent {
    const relay = this.stream ? streamRelay(this.#calledModel) : wholeRelay(this.#calledModel);
    this.#relay = relay;
    return send(attempt, {
      first: (at) => {
        this.firstAt = at;
        if (this.stream && relay === this.#relay) relay.open((text) => this.#write(text));
        listener.first(at);
      },
      data: (chunk) => relay.data(chunk),
      end: (end) => listener.end(end),
    });
  }

  /** An attempt begins. */
  sentTo(target: string, now: number): void {
    this.targets.push(target);
    this.sentAt = now;
    this.firstAt = undefined;
  }

  /** Nobody listens any more. */
  dropped(): void {
    this.#options.response.destroy();
  }

  /** Says something in a stream that no client takes for an answer. */
  notice(text: string): void {
    if (this.stream) this.#write(`: ${text.replace(/[\r\n]+/g, ' ')}\n\n`);
  }

  /** The last attempt was an answer. */
  answered(): void {
    const { response } = this.#options;
    const rest = this.#relay?.rest() ?? '';
    if (this.stream) {
      this.#head();
      response.end(rest);
    } else this.#reply(200, rest, {});
  }

  /** There is no answer. */
  failed(status: number, spoken: Spoken): void {
    const { response } = this.#options;
    const { shape } = this;
    // Whoever asked a gateway that has tried everything should not have its library try everything again at once.
    const headers: Record<string, string> = { 'x-should-retry': 'false' };
    if (status === 503) headers['retry-after'] = '10';
    if (response.headersSent) response.end(shape.streamError(spoken));
    else this.#reply(status, JSON.stringify(shape.errorBody(spoken)), headers);
  }

  /** As the caller called the model; nothing else is said of which one answers. */
  get #calledModel(): string {
    const { model } = this.#options.body;
    return typeof model === 'string' ? model : 'default';
  }

  get #tries(): Readonly<Record<string, string>> {
    return { 'x-at-capacity-attempts': String(this.targets.length) };
  }

  #head(): void {
    const { response } = this.#options;
    if (response.headersSent) return;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...this.#tries });
  }

  #write(text: string): void {
    const { response } = this.#options;
    if (text === '') return;
    this.#head();
    response.write(text);
    if (response.writableLength > mostUnread) response.destroy();
  }

  #reply(status: number, text: string, headers: Readonly<Record<string, string>>): void {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    this.#options.response.writeHead(status, { ...headers, ...length, ...this.#tries });
    this.#options.response.end(text);
  }
}
