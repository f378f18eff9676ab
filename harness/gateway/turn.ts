import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Outcome } from '../../reports/result/outcome.ts';
import type { Outgoing } from '../../sim/dialects/caller.ts';
import type { Fields } from '../../sim/dialects/reading/fields.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { Attempt, End, Listener, Request, Send, Sent } from '../../sim/kernel/transport.ts';
import type { RequestRun } from '../client/request-run.ts';
import type { Adapt } from '../strategy/adapt/adapt.ts';
import { isAnswer } from '../strategy/classify/answer.ts';
import { outgoingOf, restOf } from './outgoing.ts';
import { asWhole, readsAnswers } from './read-answers.ts';
import { type Relay, streamRelay, wholeRelay } from './relay.ts';
import type { Shape, Spoken } from './shape.ts';

/** A caller that reads so slowly that more than this piles up is let go, bytes. */
const mostUnread = 8_000_000;

export interface TurnOptions {
  readonly entity: number;
  /** When it came, ms since 1970. */
  readonly beganMs: number;
  /** The same by the clock, which never jumps. */
  readonly beganAt: Micros;
  readonly shape: Shape;
  readonly headers: IncomingHttpHeaders;
  /** As it was written, and what it says. */
  readonly text: string;
  readonly body: Fields;
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** What is made of answers that are to be JSON, and whether all are, or those that are asked for so. */
  readonly adapt: Adapt | undefined;
  readonly expects: 'json' | undefined;
}

/** One call through the gateway: the request that the client drives, and what its caller hears. */
export class Turn implements Request {
  readonly entity: number;
  /** It is answered piece by piece. */
  readonly stream: boolean;
  readonly inputTokens = 0;
  readonly outputTokens = 0;
  readonly maxTokens = 0;
  readonly shape: Shape;
  readonly beganMs: number;
  readonly beganAt: Micros;
  /** Where its attempts went, one after the other. */
  readonly targets: string[] = [];
  readonly socket: Socket;
  readonly response: ServerResponse;
  run: RequestRun | undefined;
  /** Of the attempt under way, or the last one: instants of the clock, and how it ended. */
  sentAt = 0;
  firstAt: number | undefined;
  last: Outcome | undefined;
  readonly #options: TurnOptions;
  /** Its caller reads events, at once or all together at the end. */
  readonly streamed: boolean;
  /** Its answer is to be JSON, and is looked at before the caller has any of it. */
  readonly #reads: boolean;
  /** The answer says something that was looked at. */
  #said = false;
  /** The body behind the model's name: written once, however many attempts there are. */
  readonly #rest: string;
  #relay: Relay | undefined;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#rest = restOf(options.text);
    this.entity = options.entity;
    this.shape = options.shape;
    this.socket = options.socket;
    this.response = options.response;
    this.beganMs = options.beganMs;
    this.beganAt = options.beganAt;
    this.streamed = options.body.stream === true;
    // A stream whose text is looked at reaches its caller whole or not at all.
    this.#reads = readsAnswers(options);
    this.stream = this.streamed && !this.#reads;
  }

  /** What goes out for this model, with this key or else the caller's own. */
  outgoing(model: string, key: string | undefined): Outgoing {
    return outgoingOf({ shape: this.shape, headers: this.#options.headers, rest: this.#rest }, model, key);
  }

  /** Sends an attempt; what it brings is kept until its first token, and goes to the caller from then on. */
  send(send: Send, attempt: Attempt, listener: Listener): Sent {
    const relay = (this.streamed ? streamRelay : wholeRelay)(this.shape, this.#calledModel);
    this.#relay = relay;
    const held = this.streamed && !this.stream;
    let heldFirst: Micros | undefined;
    return send(
      { ...attempt, readText: this.#reads, streamed: this.streamed },
      {
        // Of an attempt and its copies the one that answers is heard of.
        first: (at) => {
          this.firstAt = at;
          this.#relay = relay;
          heldFirst = at;
          if (held) return;
          if (this.stream) relay.open((text) => this.#write(text));
          listener.first(at);
        },
        data: (chunk) => relay.data(chunk),
        end: (end) => {
          this.#relay = relay;
          this.#said = end.facts.text !== undefined;
          const heard = this.#asHeard(end, relay);
          if (!held) listener.end(heard);
          else {
            if (heldFirst !== undefined && isAnswer(heard.facts)) listener.first(heldFirst);
            listener.end(asWhole(heard));
          }
        },
      },
    );
  }

  /** How an attempt ended for the caller: what seems an answer and cannot be passed on is none. */
  #asHeard(end: End, relay: Relay): End {
    const { status, complete, parsed, afterTokens } = end.facts;
    if (!complete || parsed === false || status === undefined || status >= 300 || relay.usable) return end;
    return { ...end, facts: { ...end.facts, parsed: false, afterTokens: relay.begun ? afterTokens : 0 } };
  }

  /** An attempt begins, or one more copy of it. */
  sentTo(target: string, now: number, copy: boolean): void {
    this.targets.push(target);
    if (copy) return;
    this.sentAt = now;
    this.firstAt = undefined;
  }

  /** Nobody listens any more. */
  dropped(): void {
    this.socket.destroy();
  }

  /** Says something in a stream that no client takes for an answer. */
  notice(text: string): void {
    if (this.streamed) this.#write(`: ${text.replace(/[\r\n]+/g, ' ')}\n\n`);
  }

  /** The last attempt was an answer. */
  answered(): void {
    const { response } = this;
    const rest = this.#relay?.rest(this.#said ? this.#options.adapt : undefined) ?? '';
    if (this.streamed) {
      this.#head();
      response.end(rest);
    } else this.#reply(200, rest, {});
  }

  /** There is no answer. */
  failed(status: number, spoken: Spoken): void {
    const { response, shape } = this;
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
    const { response } = this;
    if (response.headersSent) return;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...this.#tries });
  }

  #write(text: string): void {
    const { response } = this;
    if (text === '') return;
    this.#head();
    response.write(text);
    if (response.writableLength > mostUnread) this.dropped();
  }

  #reply(status: number, text: string, headers: Readonly<Record<string, string>>): void {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    this.response.writeHead(status, { ...headers, ...length, ...this.#tries });
    this.response.end(text);
  }
}
