import type { ExportTarget } from '../../export/client-of.ts';

/** One request or a few at once, what the provider says to each attempt, and what a strategy does then. */
export interface Conversation {
  readonly name: string;
  readonly strategy: object;
  /** What the attempts at each model meet, one after the other; `ok` after that. */
  readonly replies: Readonly<Record<string, readonly unknown[]>>;
  /** All from the same instant; 1 by default. */
  readonly requests?: number;
  readonly stream?: boolean;
  /** The targets that express all of the strategy. */
  readonly targets: readonly ExportTarget[];
  /** `model status class` of every attempt; a status of none is a dash. */
  readonly sends: readonly string[];
  /** For each attempt but the first: from the end of which one its wait counts, and for how many ms. */
  readonly waits: readonly (readonly [from: number, ms: number])[];
}

const all = ['typescript', 'p-retry', 'openai-sdk', 'ai-sdk'] as const;
/** Callers that see the answer as it comes. */
const own = ['typescript', 'p-retry'] as const;
const exact = { jitter: 0 };
const doubling = { exponential: { base: '100ms' }, attempts: 4, hint: exact };

/** Doubling waits are 100, 200 and 400 ms. */
export const conversations: readonly Conversation[] = [
  {
    name: 'a wait that is asked for, a backoff, and an answer',
    strategy: { retry: doubling, route: ['big'] },
    replies: { big: [{ refuse: 'rate_limited', retryAfter: '150ms' }, { refuse: 'capacity' }] },
    targets: all,
    sends: ['big 429 rate_limited', 'big 503 capacity', 'big 200 ok'],
    waits: [
      [0, 150],
      [1, 200],
    ],
  },
  {
    name: 'a request that is wrong is not sent again',
    strategy: { retry: doubling, route: ['big'] },
    replies: { big: [{ refuse: 'server_error' }, { refuse: 'client_error' }] },
    targets: all,
    sends: ['big 500 server_error', 'big 400 client_error'],
    waits: [[0, 100]],
  },
  {
    name: 'no money with the first of two, and nothing left with the second',
    strategy: { retry: { fixed: '80ms', attempts: 3, hint: exact }, route: ['big', 'small'] },
    replies: { big: [{ refuse: 'quota' }], small: [{ refuse: 'server_error' }, { refuse: 'capacity' }, { refuse: 'capacity' }] },
    targets: all,
    sends: ['big 429 quota', 'small 500 server_error', 'small 503 capacity', 'small 503 capacity'],
    waits: [
      [0, 0],
      [1, 80],
      [2, 80],
    ],
  },
  {
    name: 'once around all targets before any is asked again, then the floor',
    strategy: {
      retry: { fixed: '80ms', attempts: 2, hint: exact },
      route: { ordered: ['big', 'small'], order: 'route-first', floor: 'floor' },
    },
    replies: {
      big: [{ refuse: 'capacity' }, { refuse: 'capacity' }],
      small: [{ refuse: 'rate_limited', retryAfter: '120ms' }, { refuse: 'quota' }],
    },
    targets: ['typescript', 'openai-sdk', 'ai-sdk'],
    sends: ['big 503 capacity', 'small 429 rate_limited', 'big 503 capacity', 'small 429 quota', 'floor 200 ok'],
    waits: [
      [0, 0],
      [1, 80],
      [1, 120],
      [3, 0],
    ],
  },
  {
    name: 'by status alone, with a wait of its own for one class and a bound on all attempts',
    strategy: {
      classify: 'by-status',
      retry: { fixed: '120ms', attempts: 5, totalAttempts: 3, hint: exact, perClass: { server_error: { fixed: '40ms' } } },
      route: ['big', 'small'],
    },
    replies: { big: [{ refuse: 'server_error' }, { refuse: 'capacity' }, { refuse: 'capacity' }] },
    targets: all,
    sends: ['big 500 server_error', 'big 503 capacity', 'big 503 capacity'],
    waits: [
      [0, 40],
      [1, 120],
    ],
  },
  {
    name: 'a server that says whether to come back is believed',
    strategy: { retry: doubling, route: ['big'] },
    replies: {
      big: [
        { status: 400, headers: { 'x-should-retry': 'true' } },
        { status: 503, headers: { 'x-should-retry': 'false' } },
      ],
    },
    targets: all,
    sends: ['big 400 client_error', 'big 503 capacity'],
    waits: [[0, 100]],
  },
  {
    name: 'a push-back as gRPC has it says when, and then that it is no use',
    strategy: { retry: { fixed: '20ms', attempts: 5, hint: exact }, route: ['big'] },
    replies: {
      big: [
        { status: 503, headers: { 'grpc-retry-pushback-ms': '90' } },
        { status: 503, headers: { 'grpc-retry-pushback-ms': '-1' } },
      ],
    },
    targets: ['typescript'],
    sends: ['big 503 capacity', 'big 503 capacity'],
    waits: [[0, 90]],
  },
  {
    name: 'a connection that is lost, and silence that is cut off',
    strategy: { retry: { fixed: '60ms', attempts: 3 }, timeout: { attempt: '1s' }, route: ['big'] },
    replies: { big: [{ refuse: 'reset' }, { refuse: 'hang' }] },
    targets: all,
    sends: ['big - connection', 'big - timeout', 'big 200 ok'],
    waits: [
      [0, 60],
      [1, 60],
    ],
  },
  {
    name: 'an overload inside a stream is a refusal',
    stream: true,
    strategy: { retry: doubling, route: ['big'] },
    replies: { big: [{ refuse: 'stream-overload' }, { refuse: 'capacity' }] },
    targets: own,
    sends: ['big 200 capacity', 'big 503 capacity', 'big 200 ok'],
    waits: [
      [0, 100],
      [1, 200],
    ],
  },
  {
    name: 'a stream that breaks off begins anew elsewhere',
    stream: true,
    strategy: { retry: doubling, route: { ordered: ['big', 'small'], afterFirstToken: 'restart' } },
    replies: { big: [{ cut: 2 }], small: [{ refuse: 'capacity' }] },
    targets: own,
    sends: ['big 200 truncated', 'small 503 capacity', 'small 200 ok'],
    waits: [
      [0, 0],
      [1, 100],
    ],
  },
  {
    name: 'a stream that breaks off ends the request where answers are not begun twice',
    stream: true,
    strategy: { retry: doubling, route: ['big', 'small'] },
    replies: { big: [{ cut: 2 }] },
    targets: ['typescript'],
    sends: ['big 200 truncated'],
    waits: [],
  },
  {
    name: 'one permit for three requests: who waits to come back lets the others in',
    requests: 3,
    strategy: { limit: 1, retry: { fixed: '300ms', hint: exact, attempts: 3 }, route: ['big'] },
    replies: { big: [{ refuse: 'capacity' }] },
    targets: ['typescript', 'openai-sdk', 'ai-sdk'],
    sends: ['big 503 capacity', 'big 200 ok', 'big 200 ok', 'big 200 ok'],
    waits: [
      [0, 0],
      [1, 0],
      [0, 300],
    ],
  },
];
