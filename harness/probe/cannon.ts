import autocannon from 'autocannon';
import type { Connection } from './connection.ts';
import type { Reply } from './read-reply.ts';
import type { ReplyReader } from './reply-reader.ts';

/** What is sent, the same every time. */
export interface Message {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** JSON of any interface is an answer to it. */
  readonly anyJson?: boolean;
  /** Reads the replies; default: what is known of OpenAI's and Anthropic's interfaces. */
  readonly reader?: ReplyReader | undefined;
}

export interface CannonSettings {
  readonly message: Message;
  /** Connections, each with one request under way at most. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** Ends it whatever its users do. */
  readonly longestMs: number;
}

/** What happens while autocannon fires. */
export interface CannonEvents {
  /** A connection that is about to be opened. */
  connection(connection: Connection): void;
  /** A whole reply, `tookMs` after its request was sent. */
  reply(connection: Connection, reply: Reply, tookMs: number): void;
}

/** How often it looks whether its connections are all closed. */
const lookMs = 50;

/**
 * What autocannon is asked to do. With a rate it would correct its latencies by an interval in the wrong unit (1,000 ms
 * become 508), so there is none; and of its own sums none is used.
 */
export function cannonOptions({ message, concurrency, timeoutMs, longestMs }: CannonSettings) {
  return {
    url: message.url.href,
    method: 'POST',
    headers: { ...message.headers },
    body: message.body,
    connections: concurrency,
    pipelining: 1,
    timeout: timeoutMs / 1000,
    duration: Math.ceil(longestMs / 1000),
    sampleInt: lookMs,
    skipAggregateResult: true,
  } satisfies autocannon.Options;
}

/** Fires until every connection is closed. The time of a reply is that of autocannon's `response` event. */
export function fire(settings: CannonSettings, events: CannonEvents): Promise<void> {
  let last: Reply | undefined;
  // Called for every reply, just above the event that has its time.
  const onResponse = (status: number, body: string, _context: object, headers: object | undefined) => {
    last = { status, body, headers: joined(headers ?? {}) };
  };
  return new Promise((resolve, reject) => {
    const cannon = autocannon(
      {
        ...cannonOptions(settings),
        requests: [{ onResponse }],
        setupClient: (client) => events.connection(client as unknown as Connection),
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    );
    cannon.on('response', (client, _status, _bytes, tookMs) => {
      if (last !== undefined) events.reply(client as unknown as Connection, last, tookMs);
      last = undefined;
    });
  });
}

/** A header that came more than once as one text. */
function joined(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
