import type { Dialect } from '../../dialects/dialect.ts';
import type { Headers } from '../../dialects/error-reply.ts';
import { readError } from '../../dialects/read-error.ts';
import type { WireFacts } from '../../kernel/transport.ts';

/** What a client sees of a reply that somebody wrote: body as text, or a value that is sent as JSON. */
export type ReadWritten = (status: number, headers: Headers, body: unknown) => WireFacts;

/** As the dialect's own client reads it. Whatever the body says, it brings no tokens. */
export function readWrittenIn({ caller }: Pick<Dialect, 'caller'>): ReadWritten {
  return (status, headers, body) => {
    if (body === undefined) return readError(status, headers, body);
    const { facts } = caller.whole(status, headers, typeof body === 'string' ? body : JSON.stringify(body));
    return { ...facts, afterTokens: 0 };
  };
}
