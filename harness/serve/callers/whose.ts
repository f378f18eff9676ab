import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Marked, markHeader, markOf } from '../../../sim/server/mark.ts';
import { toldTryOf } from '../../conduct/told-try.ts';
import { entitiesIn, idOf } from '../../foreign/run/foreign-request.ts';

/** Headers in which clients keep one value for all attempts of a request. */
const keptIds = ['idempotency-key', 'x-client-request-id', 'amz-sdk-invocation-id'] as const;
/** One in which some keep theirs, and others have a new one for each attempt. */
const perhapsKeptId = 'x-request-id';

/** What an attempt says of the request that it belongs to. */
export interface Whose {
  /** The same in all attempts of its request, and in those of no other. */
  readonly id: string | undefined;
  /** The same in attempts of one request; another one says nothing. */
  readonly perhaps: string | undefined;
  /** What it asks for, whichever model is to answer. */
  readonly body: string;
  /** How often its sender says that it has sent before, from 0. */
  readonly toldTry: number | undefined;
  /** What reports call its request; undefined: by its place in the order of arrival. */
  readonly name: string | undefined;
}

/** Ids and bodies are hashed: however long they are, they take 32 bytes. */
export function whoseOf({ headers, body }: Pick<Marked, 'headers' | 'body'>): Whose {
  const entity = headers[markHeader] === undefined ? entitiesIn(body).at(-1) : markOf({ headers }).entity;
  const kept = keptIds.find((name) => headerOf(headers, name) !== '');
  const perhaps = headerOf(headers, perhapsKeptId);
  const name = entity === undefined ? undefined : idOf(entity);
  return {
    id: name !== undefined ? `ac:${name}` : kept === undefined ? undefined : digest(kept, headerOf(headers, kept)),
    perhaps: perhaps === '' ? undefined : digest(perhapsKeptId, perhaps),
    body: digest('body', JSON.stringify(withoutModel(body))),
    toldTry: toldTryOf(headers),
    name,
  };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? '');
}

/** Who goes on with another model asks for the same. */
function withoutModel(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, model: undefined } : body;
}

function digest(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}:${text}`).digest('base64url');
}
