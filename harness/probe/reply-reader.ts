import type { Reading, StreamReader } from '../../sim/dialects/caller.ts';
import type { Reply } from './read-reply.ts';

/** How the replies to a message are read. */
export interface ReplyReader {
  /** A reply that came whole. */
  whole(reply: Reply): Reading;
  /** A reader for a body that comes in pieces; undefined: it is read once it is whole. Names of headers are in lower case. */
  pieces?(status: number, headers: Reply['headers']): StreamReader | undefined;
}
