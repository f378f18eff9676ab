import type { WireFacts } from '../../sim/kernel/transport.ts';
import type { Line } from './http-connections.ts';

/** This machine has no port, file or memory left for a connection. */
const ours: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EACCES',
  'EPERM',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'UND_ERR_INVALID_ARG',
]);

/** A peer that is gone, in contrast to one that has closed in good order. */
const broken: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What had come of an answer when its connection failed. */
export interface Progress {
  /** The connection that the request was put on; undefined: none was made. */
  readonly line: Line | undefined;
  /** Undefined: no head has come. */
  readonly status: number | undefined;
  readonly streamed: boolean;
  readonly tokens: number;
}

/** What a client sees of an attempt whose connection failed with this error. */
export function lostAnswer(error: unknown, { line, status, streamed, tokens }: Progress): WireFacts {
  const code = codeOf(error);
  const afterTokens = streamed ? tokens : 0;
  if (line === undefined) {
    const how = code !== undefined && ours.has(code) ? 'local' : 'refused';
    return { how, errorCode: code, afterTokens, complete: false };
  }
  // Closed in good order before the answer was whole.
  if (status !== undefined && (code === undefined || !broken.has(code))) {
    return { how: streamed ? 'stream' : 'reply', status, afterTokens, complete: false };
  }
  const { socket, readBefore } = line;
  const reused = readBefore > 0 && socket.bytesRead === readBefore;
  return { how: 'reset', afterTokens, complete: false, ...(reused && { reusedSocket: true }) };
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
