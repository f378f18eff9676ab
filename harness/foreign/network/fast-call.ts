import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Clock, eventClass, Timer } from '../../../sim/kernel/clock.ts';
import type { Asked } from './asked.ts';
import { type Head, LightReply, type ReplyReader } from './light-reply.ts';
import { LightRequest } from './light-request.ts';
import { type Origin, streamedResponse, wholeResponse } from './light-response.ts';
import { LightSocket } from './light-socket.ts';
import { type StreamedBody, streamedBody } from './streamed-body.ts';
import { fetchFailed, lost, terminated } from './wire-errors.ts';

/** Longest wait for the head of a reply, and from one piece of a body to the next, microseconds: undici's defaults. */
const longestWait = 300_000_000;

/** Where calls go. */
export interface FastPlace {
  readonly clock: Clock;
  readonly server: Server;
  /** Connections without a call. */
  readonly idle: { readonly http: LightSocket[]; readonly https: LightSocket[] };
  /** Calls under way. */
  open: number;
}

/** What becomes of a call: one of the two, once. */
interface Settle {
  resolve(response: Response): void;
  reject(error: unknown): void;
}

/** Sends one request and reads its reply. */
export function send(asked: Asked, origin: Origin, place: FastPlace): Promise<Response> {
  return new Promise((resolve, reject) => {
    new FastCall(asked, { origin, place, settle: { resolve, reject } }).begin();
  });
}

/** One request and its reply, from the client's side. As a timer it is the limit of undici for whatever it waits for. */
class FastCall extends Timer implements ReplyReader {
  readonly #asked: Asked;
  readonly #place: FastPlace;
  readonly #origin: Origin;
  readonly #settle: Settle;
  readonly #socket: LightSocket;
  readonly #reply: LightReply;
  readonly #aborted = (): void => this.#leave(this.#asked.signal?.reason);
  #body: StreamedBody | undefined;
  #loss: Error | undefined;
  #over = false;

  constructor(asked: Asked, { origin, place, settle }: { readonly origin: Origin; readonly place: FastPlace; readonly settle: Settle }) {
    super();
    this.#asked = asked;
    this.#place = place;
    this.#origin = origin;
    this.#settle = settle;
    const secure = asked.url.protocol === 'https:';
    this.#socket = place.idle[secure ? 'https' : 'http'].pop() ?? new LightSocket(secure);
    this.#reply = new LightReply(this.#socket, this);
  }

  begin(): void {
    const { url, method, headers, body, signal } = this.#asked;
    this.#socket.user = this;
    this.#place.open += 1;
    signal?.addEventListener('abort', this.#aborted, { once: true });
    this.#wait();
    const request = new LightRequest({ method, url: url.pathname + url.search, headers, body, socket: this.#socket });
    this.#place.server.emit('request', request as unknown as IncomingMessage, this.#reply as unknown as ServerResponse);
  }

  whole(head: Head, body: string | Uint8Array): void {
    this.#close();
    this.#keepSocket();
    const bodiless = this.#asked.method === 'HEAD';
    this.#settle.resolve(wholeResponse(dated(head), bodiless ? '' : body, this.#origin));
  }

  head(head: Head): void {
    this.#body = streamedBody({ drained: () => this.#drained(), cancelled: () => this.#leave(undefined) });
    this.#wait();
    this.#settle.resolve(streamedResponse(dated(head), this.#body.stream, this.#origin));
  }

  chunk(bytes: Uint8Array): boolean {
    const more = this.#body?.push(bytes) ?? true;
    this.#wait();
    return more;
  }

  end(): void {
    this.#close();
    this.#keepSocket();
    this.#body?.end();
  }

  /** A body that broke off is read up to there first. */
  lost(why: Error): void {
    const { clock } = this.#place;
    this.#close();
    this.#loss = why;
    if (this.#body === undefined) this.#fail(why);
    else clock.arm(this, clock.now(), eventClass.completion);
  }

  /** Nothing came for too long; a reader that is slow waits for itself. */
  fire(): void {
    if (this.#loss !== undefined) {
      this.#fail(this.#loss);
      return;
    }
    if (this.#body?.full === true) return;
    this.#close();
    this.#socket.leave();
    this.#fail(this.#body === undefined ? lost.noHead() : lost.noBody());
  }

  #wait(): void {
    const { clock } = this.#place;
    clock.arm(this, clock.now() + longestWait, eventClass.timeout);
  }

  #drained(): void {
    if (this.#over) return;
    if (!this.armed) this.#wait();
    this.#reply.drain();
  }

  #leave(reason: unknown): void {
    if (this.#over) return;
    this.#close();
    this.#socket.leave();
    if (this.#body === undefined) this.#settle.reject(reason);
    else this.#body.fail(reason);
  }

  #fail(why: Error): void {
    if (this.#body === undefined) this.#settle.reject(fetchFailed(why));
    else this.#body.fail(terminated(why));
  }

  #close(): void {
    this.#over = true;
    this.#place.open -= 1;
    this.#place.clock.disarm(this);
    this.#asked.signal?.removeEventListener('abort', this.#aborted);
  }

  #keepSocket(): void {
    this.#socket.user = undefined;
    this.#place.idle[this.#socket.encrypted ? 'https' : 'http'].push(this.#socket);
  }
}

/** Adds the headers that node:http adds to a reply. */
function dated(head: Head): Head {
  const { status, headers } = head;
  headers.date = dateText();
  headers.connection = 'keep-alive';
  headers['keep-alive'] = 'timeout=600';
  if (headers['content-length'] === undefined && status !== 204 && status !== 304) headers['transfer-encoding'] = 'chunked';
  return head;
}

/** The second that was asked for last, and its text. */
const dates = { second: Number.NaN, text: '' };

function dateText(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dates.second) Object.assign(dates, { second, text: new Date(second * 1000).toUTCString() });
  return dates.text;
}
