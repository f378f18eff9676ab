import type { Reading, StreamReader } from '../../sim/dialects/caller.ts';
import type { ReplyReader } from './reply-reader.ts';

/** The body of one reply as it comes. */
export interface BodyWatch {
  /** A reply begins; `raw`: names and values of its headers in turn. */
  begin(status: number, raw: readonly string[]): void;
  piece(bytes: Uint8Array, sinceSentMs: number): void;
  /** What the pieces come to; undefined: they were not read. */
  reading(): Reading | undefined;
  /** From the request to the first token; undefined: none was seen. */
  readonly firstMs: number | undefined;
  /** Forgets what came. */
  clear(): void;
}

/** Watches bodies that `pieces` has readers for. */
export function watchBody(pieces: ReplyReader['pieces']): BodyWatch {
  let reader: StreamReader | undefined;
  let firstMs: number | undefined;
  let unreadable = false;
  const clear = (): void => {
    reader = undefined;
    firstMs = undefined;
    unreadable = false;
  };
  return {
    clear,
    begin(status, raw) {
      clear();
      reader = pieces?.(status, headersOf(raw));
    },
    piece(bytes, sinceSentMs) {
      if (reader === undefined || unreadable) return;
      try {
        reader.read(bytes);
      } catch {
        unreadable = true;
      }
      if (reader.tokens > 0) firstMs ??= sinceSentMs;
    },
    reading() {
      if (reader === undefined) return undefined;
      if (!unreadable) return reader.end();
      const { tokens } = reader;
      return { facts: { how: 'stream', status: 200, afterTokens: tokens, complete: false, parsed: false }, tokens };
    },
    get firstMs() {
      return firstMs;
    },
  };
}

function headersOf(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) headers[(raw[at] as string).toLowerCase()] = raw[at + 1] as string;
  return headers;
}
