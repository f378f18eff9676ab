import { hardClasses, type Outcome } from '../../reports/result/outcome.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import { fire, type Message } from './cannon.ts';
import type { Connection } from './connection.ts';
import { type Reply, readReply } from './read-reply.ts';
import type { ReplyReader } from './reply-reader.ts';
import { type Sample, takeOver, type User, type UserScope } from './user.ts';

export interface StepOptions {
  readonly message: Message;
  readonly concurrency: number;
  /** For how long requests are sent; those under way then are waited for. */
  readonly stepMs: number;
  readonly timeoutMs: number;
  readonly pauseMs: number;
  /** At most so many requests. */
  readonly requests: number;
  readonly classify: (facts: WireFacts) => Outcome;
  /** Ends the step at once. */
  readonly signal: AbortSignal;
  readonly onSample?: ((sample: Sample) => void) | undefined;
}

/** Why a step stopped sending before its time. */
export type CutShort = 'requests' | 'hard' | 'redirect' | 'unreachable' | 'stalled' | 'interrupted';

export interface Step {
  readonly concurrency: number;
  /** Every request that was sent. */
  readonly samples: readonly Sample[];
  /** For how long requests were sent. */
  readonly sendingMs: number;
  readonly cutShort?: CutShort | undefined;
  /** Why, in the words of the provider or the system. */
  readonly reason?: string | undefined;
}

/** What the users of a step share, and how it went so far. */
interface Course extends UserScope {
  readonly users: Map<Connection, User>;
  readonly samples: readonly Sample[];
  /** No more requests from now on. */
  endSending(why?: CutShort, reason?: string): void;
  outcome(): Omit<Step, 'concurrency' | 'samples'>;
}

/** `concurrency` users ask for `stepMs`, each one thing at a time; resolves when the last request under way has ended. */
export async function runStep(options: StepOptions): Promise<Step> {
  const { message, concurrency, stepMs, timeoutMs, signal } = options;
  const reader = message.reader ?? plainReader(message.anyJson);
  const course = begin(options, reader);
  const interrupt = () => {
    course.endSending('interrupted');
    for (const user of course.users.values()) user.stop();
  };
  const timer = setTimeout(course.endSending, stepMs);
  const unwatch = watchForStalls((ms) => course.endSending('stalled', `${Math.round(ms / 1000)} s`));
  signal.addEventListener('abort', interrupt);
  try {
    const fired = fire(
      { message, concurrency, timeoutMs, longestMs: 2 * (stepMs + timeoutMs) },
      {
        connection: (connection) => course.users.set(connection, takeOver(connection, course)),
        reply: (connection, reply, tookMs) => course.users.get(connection)?.replied(() => reader.whole(reply), tookMs, isLast(reply)),
      },
    );
    if (signal.aborted) interrupt();
    await fired;
    return { concurrency, samples: course.samples, ...course.outcome() };
  } finally {
    clearTimeout(timer);
    unwatch();
    signal.removeEventListener('abort', interrupt);
  }
}

function plainReader(anyJson: boolean | undefined): ReplyReader {
  return {
    whole(reply) {
      const facts = readReply(reply, anyJson);
      return { facts, tokens: facts.afterTokens };
    },
  };
}

const heartbeatMs = 100;
/** A busy machine may stand still for a moment; what is longer spoils the figures of a step. */
const longestStallMs = 2000;

/** Tells when this program did not run for a while: it was suspended, or its machine slept. Returns what ends the watch. */
function watchForStalls(tell: (ms: number) => void): () => void {
  let seen = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - seen > longestStallMs) tell(now - seen);
    seen = now;
  }, heartbeatMs);
  return () => clearInterval(timer);
}

function begin({ stepMs, timeoutMs, pauseMs, requests, classify, onSample }: StepOptions, { pieces }: ReplyReader): Course {
  const began = performance.now();
  const now = () => performance.now() - began;
  const users = new Map<Connection, User>();
  const samples: Sample[] = [];
  let left = requests;
  let ended: Omit<Step, 'concurrency' | 'samples'> | undefined;
  const endSending: Course['endSending'] = (cutShort, reason) => {
    // What asking again cannot cure may be said after the last request was sent.
    if (ended === undefined) ended = { sendingMs: now(), cutShort, reason };
    else if (ended.cutShort === undefined) ended = { ...ended, cutShort, reason };
    for (const user of users.values()) user.settle();
  };
  return {
    users,
    samples,
    now,
    timeoutMs,
    pauseMs,
    classify,
    pieces,
    endSending,
    over: () => ended !== undefined,
    outcome: () => ended ?? { sendingMs: stepMs },
    take() {
      if (left === 0) endSending('requests');
      else left -= 1;
      return ended === undefined;
    },
    ended(sample) {
      samples.push(sample);
      onSample?.(sample);
      const { outcome, status = 0, message } = sample;
      if (hardClasses.has(outcome.class)) endSending('hard', message);
      else if (status >= 300 && status < 400) endSending('redirect', message);
    },
    unreachable: (error) => endSending('unreachable', error.message),
  };
}

/** The provider closes the connection after this reply. */
function isLast({ headers }: Reply): boolean {
  return Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'connection' && value.toLowerCase().includes('close'));
}
