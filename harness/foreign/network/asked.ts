import type { HeaderMap } from './light-reply.ts';

/** What fetch takes beside the address. */
export type Init = NonNullable<Parameters<typeof fetch>[1]>;

/** What one fetch asks. */
export interface Asked {
  readonly url: URL;
  readonly method: string;
  /** By lower-case names. */
  readonly headers: HeaderMap;
  readonly body: Buffer | undefined;
  readonly signal: AbortSignal | undefined;
  readonly redirect: Init['redirect'];
}

/** Methods that fetch writes in capitals however they are given, and whose requests need no second look. */
const plainMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What Node's own fetch adds to the request that it is given. */
const usual = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' } as const;

/** Reads the common request at once; undefined where Node's own Request is to read it, and to refuse it in its own words. */
export function readPlainly(input: unknown, init: Init = {}): Asked | undefined {
  const { method: written = 'GET', body, headers, signal, redirect = 'follow' } = init;
  if (typeof input !== 'string' && !(input instanceof URL)) return undefined;
  const text = body === undefined || body === null ? undefined : body;
  if (text !== undefined && typeof text !== 'string' && !(text instanceof Uint8Array)) return undefined;
  const method = typeof written === 'string' && plainMethods.has(written) ? written : undefined;
  if (method === undefined || (text !== undefined && (method === 'GET' || method === 'HEAD'))) return undefined;
  if (!(signal === undefined || signal === null || signal instanceof AbortSignal)) return undefined;
  const url = addressOf(input);
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  const more: HeaderMap = typeof text === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const bytes = text === undefined ? undefined : Buffer.from(text as string);
  return asked({ url, method, headers: { ...more, ...plain(headers) }, body: bytes, signal: signal ?? undefined, redirect });
}

/** Reads any request as Node's own fetch does; its body is read to the end first. Fails as fetch does. */
export async function readFully(input: Parameters<typeof fetch>[0], init: Init = {}): Promise<Asked> {
  const request = new Request(input, init.body instanceof ReadableStream ? { duplex: 'half', ...init } : init);
  const { method, headers, signal, redirect } = request;
  signal.throwIfAborted();
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  return asked({ url: new URL(request.url), method, headers: plain(headers), body, signal, redirect });
}

function asked({ url, method, headers, body, ...more }: Asked): Asked {
  const length: HeaderMap =
    body !== undefined ? { 'content-length': String(body.length) } : method === 'GET' || method === 'HEAD' ? {} : noBody;
  return { url, method, headers: { host: url.host, ...usual, ...headers, ...length }, body, ...more };
}

const noBody = { 'content-length': '0' };

function addressOf(input: string | URL): URL | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}

function plain(headers: Init['headers']): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  return Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));
}
