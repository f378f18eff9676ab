import { STATUS_CODES } from 'node:http';
import { formatWithOptions, type InspectOptions, inspect } from 'node:util';
import { lightHeaders } from './light-headers.ts';
import type { Head } from './light-reply.ts';

/** Statuses whose responses have no body: Fetch standard, 2.2.3. */
const bodiless = [101, 103, 204, 205, 304];

/** As node:http writes it into the head. */
function reasonOf({ status }: Head): string {
  return STATUS_CODES[status] ?? 'unknown';
}

/** Where a response comes from. */
export interface Origin {
  readonly url: string;
  readonly redirected: boolean;
}

/**
 * A response whose body came whole. Text and JSON are read without a stream; everything else is asked of a real Response, made then. The
 * same to a program that does not look at private fields; `instanceof Response`.
 */
class LightResponse {
  readonly #head: Head;
  readonly #origin: Origin;
  #body: string | Uint8Array;
  #headers: Headers | undefined;
  #real: Response | undefined;
  #read = false;

  constructor(head: Head, body: string | Uint8Array, origin: Origin) {
    this.#head = head;
    this.#body = body;
    this.#origin = origin;
  }

  get status(): number {
    return this.#head.status;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }
  get statusText(): string {
    return reasonOf(this.#head);
  }
  get headers(): Headers {
    this.#headers ??= lightHeaders(this.#head.headers);
    return this.#headers;
  }
  get url(): string {
    return this.#origin.url;
  }
  get redirected(): boolean {
    return this.#origin.redirected;
  }
  get type(): Response['type'] {
    return 'basic';
  }
  get body(): ReadableStream | null {
    return this.real.body;
  }
  get bodyUsed(): boolean {
    return this.#real?.bodyUsed ?? this.#read;
  }

  async text(): Promise<string> {
    if (this.#real !== undefined || typeof this.#body !== 'string') return this.real.text();
    this.#take();
    return this.#body.startsWith('\uFEFF') ? this.#body.slice(1) : this.#body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.real.arrayBuffer();
  }
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.real.arrayBuffer());
  }
  async blob(): Promise<Blob> {
    return this.real.blob();
  }
  async formData(): Promise<FormData> {
    return this.real.formData();
  }

  clone(): Response {
    return named(this.real.clone(), this.#head, this.#origin);
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    return `Response ${formatWithOptions(options, { status, statusText, headers, body, bodyUsed, ok, redirected, type, url })}`;
  }

  #take(): void {
    if (this.#read) throw new TypeError('Body is unusable: Body has already been read');
    this.#read = true;
  }

  private get real(): Response {
    if (this.#real === undefined) {
      this.#real = new Response(bodiless.includes(this.status) ? null : (this.#body as string), {
        status: this.status,
        headers: this.#head.headers,
      });
      // Read before, it is read now.
      if (this.#read) void this.#real.text();
    }
    return this.#real;
  }
}

let adopted = false;

/** The response of a body that came whole. */
export function wholeResponse(head: Head, body: string | Uint8Array, origin: Origin): Response {
  // Not while this module loads: Node loads its own fetch when its classes are first asked for.
  if (!adopted) Object.setPrototypeOf(LightResponse.prototype, Response.prototype);
  adopted = true;
  return new LightResponse(head, body, origin) as unknown as Response;
}

/** The response of a body that comes in pieces. */
export function streamedResponse(head: Head, body: ReadableStream | null, origin: Origin): Response {
  return named(new Response(bodiless.includes(head.status) ? null : body, { status: head.status }), head, origin);
}

/** Gives a response what the constructor lets nobody say. */
function named(response: Response, head: Head, origin: Origin): Response {
  const { clone } = response;
  return Object.defineProperties(response, {
    url: { value: origin.url },
    redirected: { value: origin.redirected },
    type: { value: 'basic' },
    statusText: { value: reasonOf(head) },
    headers: { value: lightHeaders(head.headers) },
    clone: { value: () => named(clone.call(response), head, origin) },
  });
}
