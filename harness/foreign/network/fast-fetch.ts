import type { Server } from 'node:http';
import type { Clock } from '../../../sim/kernel/clock.ts';
import { type Asked, type Init, readFully, readPlainly } from './asked.ts';
import { type FastPlace, send } from './fast-call.ts';
import { addressText, type ServedHost } from './served-host.ts';
import { fetchFailed } from './wire-errors.ts';

type Fetch = typeof fetch;

/** Statuses that send a client elsewhere, and how often it goes at most: Fetch standard, 4.4. */
const redirects = [301, 302, 303, 307, 308];
const mostRedirects = 20;

export interface FastFetchOptions {
  readonly clock: Clock;
  readonly server: Server;
  readonly host: ServedHost;
  /** Node's own, for what needs no network, and for callers that bring their own dispatcher. */
  readonly own: Fetch;
}

/** A fetch that hands requests to a server's listener without a byte on a connection, and how many are under way. */
export function createFastFetch({ clock, server, host, own }: FastFetchOptions): { readonly fetch: Fetch; readonly open: () => number } {
  const place: FastPlace = { clock, server, idle: { http: [], https: [] }, open: 0 };
  const go = async (asked: Asked, init: Init | undefined, hops: number): Promise<Response> => {
    const { url, signal } = asked;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return own(url, init);
    signal?.throwIfAborted();
    if (!host.serves(url.hostname)) throw fetchFailed(host.refuse('fetch', addressText(url.hostname, url.port || usualPort(url))));
    const response = await send(asked, { url: withoutHash(url), redirected: hops > 0 }, place);
    const location = redirects.includes(response.status) && asked.redirect !== 'manual' ? response.headers.get('location') : null;
    if (location === null) return response;
    if (asked.redirect === 'error') throw fetchFailed(new Error('unexpected redirect'));
    if (hops === mostRedirects) throw fetchFailed(new Error('redirect count exceeded'));
    return go(onwards(asked, response.status, new URL(location, url)), init, hops + 1);
  };
  const fetch: Fetch = async (input, init) => {
    if (init !== undefined && 'dispatcher' in init && init.dispatcher !== undefined) return own(input, init);
    return go(readPlainly(input, init) ?? (await readFully(input, init)), init, 0);
  };
  return { fetch, open: () => place.open };
}

/** The request after a redirect: what was posted becomes a question, as the standard has it. */
function onwards(asked: Asked, status: number, url: URL): Asked {
  const { method } = asked;
  const asks = (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
  if (!asks) return { ...asked, url, headers: { ...asked.headers, host: url.host } };
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !name.startsWith('content-')));
  return { ...asked, url, method: 'GET', headers: { ...headers, host: url.host }, body: undefined };
}

function usualPort({ protocol }: URL): number {
  return protocol === 'https:' ? 443 : 80;
}

function withoutHash(url: URL): string {
  if (url.hash === '') return url.href;
  return url.href.slice(0, -url.hash.length);
}
