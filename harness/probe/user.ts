import { TLSSocket } from 'node:tls';
import type { Outcome } from '../../reports/result/outcome.ts';
import type { Reading } from '../../sim/dialects/caller.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import { watchBody } from './body-watch.ts';
import { type Connection, onlyExpected } from './connection.ts';
import type { ReplyReader } from './reply-reader.ts';

/** One request as it ended. */
export interface Sample {
  /** Since the step began. */
  readonly startedMs: number;
  readonly tookMs: number;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  /** What the provider, or the system, said. */
  readonly message?: string | undefined;
  /** How long the provider asks to wait; 0: it does not say. */
  readonly waitMs: number;
  /** From its send to its first token, of answers that come in pieces. */
  readonly firstMs?: number | undefined;
  /** Of an answer. */
  readonly tokens?: number | undefined;
}

/** What the users of one step share. */
export interface UserScope {
  /** Milliseconds since the step began. */
  now(): number;
  readonly timeoutMs: number;
  /** Least wait after a request that was not answered. */
  readonly pauseMs: number;
  readonly classify: (facts: WireFacts) => Outcome;
  readonly pieces?: ReplyReader['pieces'] | undefined;
  /** Nobody sends any more. */
  over(): boolean;
  /** Takes one request from what may still be sent; false when nothing is left. */
  take(): boolean;
  ended(sample: Sample): void;
  /** No connection could be opened. */
  unreachable(error: NodeJS.ErrnoException): void;
}

/** One of the users of a step: asks, waits for the answer, asks again. */
export interface User {
  /** A whole reply came, `tookMs` after it was asked for; `whole` reads one that was not read in pieces. */
  replied(whole: () => Reading, tookMs: number, closing: boolean): void;
  /** Asks no more; a request under way may end. */
  settle(): void;
  /** Ends at once. */
  stop(): void;
}

const silent: WireFacts = { how: 'silent', afterTokens: 0, complete: false };
const reset: WireFacts = { how: 'reset', afterTokens: 0, complete: false };
const cut: WireFacts = { how: 'stream', afterTokens: 0, complete: false };
/** A timer may fire a little early. */
const earlyMs = 20;
/** A longer timer fires at once. */
const longestTimerMs = 2_147_483_647;

/** A longer reply is given up, bytes: all of it is kept until it ends, and a server may never end it. */
const longestReply = 32_000_000;

/** Makes a user of a connection that autocannon is setting up. */
export function takeOver(client: Connection, scope: UserScope): User {
  const send = client._doRequest.bind(client);
  let conn: Connection['conn'] | undefined;
  let connected = false;
  /** When the request under way was sent. */
  let sentAt: number | undefined;
  let status: number | undefined;
  /** What the connection had brought before the request under way. */
  let readBefore = 0;
  let replies = 0;
  let closing = false;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;
  const body = watchBody(scope.pieces);

  const end = (facts: WireFacts, tookMs: number, outcome = scope.classify(facts), message = facts.message, tokens?: number) => {
    const startedMs = sentAt ?? 0;
    const waitMs = facts.retryAfterMs ?? 0;
    const answer = outcome.class === 'ok' ? { firstMs: body.firstMs, tokens } : {};
    sentAt = undefined;
    body.clear();
    if (outcome.class !== 'ok') notBefore = scope.now() + Math.max(scope.pauseMs, waitMs);
    scope.ended({ startedMs, tookMs, outcome, status: facts.status, message, waitMs, ...answer });
  };
  const timedOut = () => sentAt !== undefined && scope.now() - sentAt >= scope.timeoutMs - earlyMs;
  /** The connection ended before the reply did: in good order, or with an error. */
  const lose = (error?: string) => {
    if (sentAt === undefined) return;
    const lost = status !== undefined && error === undefined ? cut : { ...reset, reusedSocket: replies > 0 };
    end({ ...(timedOut() ? silent : lost), ...(status !== undefined && { status }) }, scope.now() - sentAt, undefined, error);
  };
  /** The reply under way is longer than any that somebody waits for. */
  const giveUp = () => {
    if (sentAt === undefined) return;
    end(
      { ...cut, ...(status !== undefined && { status }) },
      scope.now() - sentAt,
      undefined,
      `a reply of more than ${longestReply / 1e6} MB`,
    );
    if (!client.destroyed) client._resetConnection();
  };
  const settle = () => {
    if (sentAt !== undefined) return;
    clearTimeout(timer);
    client.destroy();
  };
  const goOn = () => {
    const waitMs = notBefore - scope.now();
    if (!scope.over() && waitMs > 0) {
      timer = setTimeout(goOn, Math.min(longestTimerMs, Math.ceil(waitMs)));
    } else if (!scope.over() && scope.take()) {
      status = undefined;
      readBefore = client.conn.bytesRead;
      sentAt = scope.now();
      send();
    } else {
      client.destroy();
    }
  };
  /** Another connection than before: what the last one owed has ended with it. */
  const renew = () => {
    if (conn === undefined) onlyExpected(client.parser, () => sentAt !== undefined && (status ?? 0) >= 200);
    conn = client.conn;
    connected = false;
    // A body of unknown length lasts until the connection ends.
    if (sentAt !== undefined && !timedOut()) client.parser.finish();
    lose();
    closing = false;
    replies = 0;
    client.pipelinedRequests.clear();
    client.parser.initialize('RESPONSE');
    conn.once(conn instanceof TLSSocket ? 'secureConnect' : 'connect', opened);
  };
  const opened = () => {
    connected = true;
    if (conn instanceof TLSSocket && !conn.authorized) {
      // autocannon takes any certificate, and a key is about to be sent.
      scope.unreachable(new Error(`its certificate is not to be trusted: ${conn.authorizationError}`));
      client.destroy();
    } else {
      goOn();
    }
  };

  client._doRequest = () => {
    clearTimeout(timer);
    if (client.destroyed) return;
    if (conn !== client.conn) renew();
    else if (!connected || sentAt !== undefined) return;
    else if (closing) client._resetConnection();
    else goOn();
  };
  client.on('headers', ({ statusCode, headers }) => {
    status = statusCode;
    if (sentAt !== undefined) body.begin(statusCode, headers);
  });
  client.on('body', (piece) => {
    if (sentAt !== undefined) body.piece(piece, scope.now() - sentAt);
    // Later: the parser is in the midst of what it was given.
    if (sentAt !== undefined && client.conn.bytesRead - readBefore > longestReply) queueMicrotask(giveUp);
  });
  client.on('connError', (error) => {
    if (connected) return lose(error.message);
    scope.unreachable(error);
    client.destroy();
  });

  return {
    replied(whole, tookMs, last) {
      replies += 1;
      closing = last;
      const { facts, tokens } = body.reading() ?? whole();
      end(facts, tookMs, undefined, undefined, tokens);
    },
    settle,
    stop() {
      if (sentAt !== undefined) end(silent, scope.now() - sentAt, { class: 'cancelled', reason: 'interrupted' });
      settle();
    },
  };
}
