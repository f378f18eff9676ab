import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Reading, StreamReader } from '../../sim/dialects/caller.ts';
import type { Headers } from '../../sim/dialects/error-reply.ts';
import { limitsAfter, limitsIn } from '../../sim/dialects/reading/said-limits.ts';
import { eventClass, type Micros, Timer } from '../../sim/kernel/clock.ts';
import type { Attempt, CancelReason, Listener, Sent, WireFacts } from '../../sim/kernel/transport.ts';
import { dateWaitMs, epochOf } from './date-wait.ts';
import { type Line, noteLineOf } from './http-connections.ts';
import { lostAnswer } from './lost-answer.ts';
import type { Upstream } from './upstream.ts';

type Controller = Dispatcher.DispatchController;

/** Thrown at the library, to take back a request that waits for a connection. */
const takenBack = new Error('the attempt was cancelled before it had a connection');

/** One attempt over HTTP. It is its own timer, for the bounds on silence. */
export class HttpAttempt extends Timer implements Sent, Dispatcher.DispatchHandler {
  readonly #upstream: Upstream;
  readonly #attempt: Attempt;
  readonly #listener: Listener;
  readonly #sentAt: Micros;
  /** The last sign of life. */
  #signAt: Micros;
  #controller: Controller | undefined;
  #status: number | undefined;
  #headers: Headers = {};
  #headAt: Micros = 0;
  #reader: StreamReader | undefined;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #toldFirst = false;
  #over = false;
  /** The connection it is on; set by whoever watches connections. */
  line: Line | undefined;

  constructor(upstream: Upstream, attempt: Attempt, listener: Listener) {
    super();
    this.#upstream = upstream;
    this.#attempt = attempt;
    this.#listener = listener;
    this.#sentAt = upstream.clock.now();
    this.#signAt = this.#sentAt;
  }

  begin(): this {
    const { outgoing, connections, origin, prefix } = this.#upstream;
    const { path, headers, body } = outgoing(this.#attempt);
    this.#watchSilence();
    connections.agent.dispatch({ origin, path: prefix + path, method: 'POST', headers, body }, this);
    return this;
  }

  /** The bound on silence may have passed; a sign of life since then has moved it. */
  fire(): void {
    const at = this.#silentAt();
    if (this.#upstream.clock.now() < at) {
      this.#watchSilence();
      return;
    }
    const { tokens } = this;
    const status = this.#status;
    this.#finish(
      this.#whole() ?? { facts: { how: 'silent', ...(status !== undefined && { status }), afterTokens: tokens, complete: false }, tokens },
    );
    this.#hangUp('silent');
  }

  cancel(why: CancelReason): number {
    if (this.#over) return this.tokens;
    this.#close();
    this.#hangUp(why);
    return this.tokens;
  }

  /** Pieces of content until now. */
  get tokens(): number {
    return this.#reader?.tokens ?? 0;
  }

  onRequestStart(controller: Controller): void {
    if (this.#over) throw takenBack;
    this.#controller = controller;
    noteLineOf(this);
    const { clock, onWire } = this.#upstream;
    onWire?.(clock.now() - this.#sentAt);
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    this.#event(() => {
      this.#signAt = this.#upstream.clock.now();
      if (status < 200) return;
      this.#status = status;
      this.#headers = flat(headers);
      this.#headAt = this.#signAt;
      const json = /^application\/json\b/i.test(this.#headers['content-type'] ?? '');
      const { request, streamed = request.stream } = this.#attempt;
      if (streamed && status === 200 && !json) this.#reader = this.#upstream.caller.stream(this.#headers, this.#keepsText);
      this.#watchSilence();
      this.#listener.head?.(status, this.#headers);
    });
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    this.#event(() => {
      this.#signAt = this.#upstream.clock.now();
      if (this.#read(chunk)) {
        this.#listener.data?.(chunk);
        if (this.tokens > 0) this.#tellFirst();
        return;
      }
      const streamed = this.#reader !== undefined;
      const afterTokens = this.tokens;
      const facts = { how: streamed ? 'stream' : 'reply', status: this.#status, afterTokens, complete: false, parsed: false } as const;
      this.#finish({ facts, tokens: afterTokens });
      this.#hangUp('unreadable');
    });
  }

  onResponseEnd(): void {
    this.#event(() => {
      const { caller } = this.#upstream;
      const body = (): string => Buffer.concat(this.#chunks).toString('utf8');
      this.#finish(this.#reader?.end() ?? caller.whole(this.#status ?? 0, this.#headers, body(), this.#keepsText));
    });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#event(() => {
      const { tokens, line } = this;
      const lost = { line, status: this.#status, streamed: this.#reader !== undefined, tokens };
      this.#finish(this.#whole() ?? { facts: lostAnswer(error, lost), tokens });
    });
  }

  #event(run: () => void): void {
    if (this.#over) return;
    this.#upstream.clock.event(run);
  }

  /** Takes in a piece of the body; false when nobody can read on. */
  #read(chunk: Uint8Array): boolean {
    if (this.#reader === undefined) this.#chunks.push(chunk);
    else {
      try {
        this.#reader.read(chunk);
      } catch {
        return false;
      }
    }
    // Of a stream too: whoever listens may keep what comes before its first token, or all of it.
    if (this.tokens > 0 && !this.#keepsText) return true;
    this.#bytes += chunk.length;
    return this.#bytes <= this.#upstream.mostBytes;
  }

  get #keepsText(): boolean {
    return this.#attempt.readText === true;
  }

  /** A stream whose own end has come is whole, whatever becomes of its connection. */
  #whole(): Reading | undefined {
    return this.#reader?.over === true ? this.#reader.end() : undefined;
  }

  #tellFirst(): void {
    if (this.#toldFirst) return;
    this.#toldFirst = true;
    this.#listener.first(this.#upstream.clock.now());
  }

  #finish({ facts, tokens }: Reading): void {
    this.#close();
    if (facts.afterTokens > 0) this.#tellFirst();
    this.#listener.end({ facts: this.#withHeaders(facts), tokens });
  }

  /** What the headers say whatever the dialect. */
  #withHeaders(facts: WireFacts): WireFacts {
    const retryAfterMs = facts.retryAfterMs ?? dateWaitMs(this.#headers, this.#upstream.epochMs());
    const waiting = retryAfterMs === facts.retryAfterMs ? facts : { ...facts, retryAfterMs };
    if (this.#attempt.watchLimits !== true || this.#status === undefined) return waiting;
    const passedMs = (this.#upstream.clock.now() - this.#headAt) / 1000;
    const saidAt = epochOf(this.#headers.date) ?? this.#upstream.epochMs() - passedMs;
    const limits = limitsIn(this.#headers, saidAt);
    return limits === undefined ? waiting : { ...waiting, limits: limitsAfter(limits, passedMs) };
  }

  #close(): void {
    this.#over = true;
    this.#chunks = [];
    this.#upstream.clock.disarm(this);
  }

  /** Closes the connection; an attempt that waits for one is dropped when its turn comes. */
  #hangUp(why: string): void {
    this.#controller?.abort(new Error(why));
  }

  #silentAt(): Micros {
    const { maxHeaderMs, maxIdleMs } = this.#attempt;
    const bound = this.#status === undefined ? maxHeaderMs : maxIdleMs;
    if (bound === undefined) return Number.POSITIVE_INFINITY;
    return (this.#status === undefined ? this.#sentAt : this.#signAt) + Math.round(bound * 1000);
  }

  #watchSilence(): void {
    const at = this.#silentAt();
    const { clock } = this.#upstream;
    if (at < Number.POSITIVE_INFINITY) clock.arm(this, at, eventClass.timeout);
    else clock.disarm(this);
  }
}

/** Of several headers of one name, one. */
function flat(headers: IncomingHttpHeaders): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
