import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Classify } from '../../harness/strategy/classify/classify.ts';
import { createParts, perClient } from '../../harness/strategy/create.ts';
import type { Limit, LimitScope } from '../../harness/strategy/limit/limit.ts';
import { fifo } from '../../harness/strategy/queue/fifo.ts';
import type { Backoff } from '../../harness/strategy/retry/retry.ts';
import type { Route, RouteScope } from '../../harness/strategy/route/route.ts';
import { noOptions } from '../../sim/kernel/no-options.ts';
import { define } from '../../sim/kernel/plugin.ts';
import { duration } from '../../sim/kernel/units.ts';
import { refusal } from './facts.ts';
import { type Named, waiter } from './queue/waiter.ts';
import { resolved } from './resolved.ts';

const curve = () => ({ atMicros: Float64Array.of(0), value: Float64Array.of(7) });
const url = (name: string) => `file:///home/user/${name}`;

const steady = define<{ wait: number }, Backoff>({
  name: 'steady',
  summary: 'the same wait',
  options: z.strictObject({ wait: duration }),
  examples: [[{ wait: '1s' }, { wait: '2s' }]],
  create: ({ wait }) => ({ delayMs: () => wait }),
});
const seven = define<unknown, Limit, LimitScope>({
  name: 'seven',
  summary: 'what the curve says',
  options: noOptions,
  examples: [],
  create: (_, scope) => ({ current: () => scope.curve(1).value[0] ?? 0, ended: () => {} }),
});
const second = define<unknown, Route, RouteScope>({
  name: 'second',
  summary: 'the second target alone',
  options: noOptions,
  examples: [],
  create: (_, { targets }) => ({ targets, next: ({ last }) => (last < 0 ? { position: 1, wait: false } : undefined) }),
});
const weather = define<unknown, Classify>({
  name: 'weather',
  summary: 'all is unknown',
  options: noOptions,
  examples: [],
  create: () => () => ({ class: 'unknown', reason: 'rain' }),
});

const modules = new Map<string, unknown>([
  [url('steady.ts'), steady],
  [url('seven.ts'), seven],
  [url('second.ts'), second],
  [url('weather.ts'), weather],
  [url('queue.ts'), fifo],
  [url('nothing.ts'), { hello: 'world' }],
]);
const parts = (written: object) => createParts(resolved({ name: 'x', ...written }), { modules, curve });
const past = { attempt: 1, totalAttempts: 1, totalWaitMs: 0, previousDelayMs: 0, outcome: { class: 'capacity', reason: 'test' } } as const;

describe('custom parts stand where named ones do', () => {
  test('retry, its options decoded by its own schema', () => {
    const { decide } = parts({ retry: { custom: './steady.ts', options: { wait: '1500ms' }, attempts: 2 } });
    expect(decide(past, refusal(503), 0.5, 0.5)).toMatchObject({ waitMs: 1500 });
    expect(decide({ ...past, attempt: 2 }, refusal(503), 0.5, 0.5)).toEqual({ giveUp: 'attempts' });
  });
  test('limit and queue', () => {
    const { newLimit, newQueue, hold } = parts({
      limit: { custom: './seven.ts', hold: 'request', queue: { order: { custom: './queue.ts' } } },
    });
    expect([newLimit?.().current(0), newQueue().length, hold]).toEqual([7, 0, 'request']);
  });
  test('an order by its bare name has the defaults of its options', () => {
    const firstOf = (order: unknown): number | undefined => {
      const queue = parts({ limit: { fixed: 1, queue: { order } } }).newQueue<Named>();
      for (const id of [1, 2]) queue.push(waiter(id, { joinedMs: id, priority: 2 - id, deadlineMs: 9000 - id }));
      return queue.shift(5000)?.id;
    };
    expect(['fifo', 'lifo', { lifo: { after: '1h' } }, 'priority', { priority: { aging: '0s' } }, 'deadline'].map(firstOf)).toEqual([
      1, 2, 1, 2, 1, 2,
    ]);
  });
  test('route', () => {
    const { route } = parts({ route: { custom: './second.ts', targets: ['a', 'b'] } });
    expect(route.next({ sends: [0, 0], open: [true, true], last: -1, moveOn: true, nowMs: 0, uniform: 0.5 })).toEqual({
      position: 1,
      wait: false,
    });
  });
  test('classify', () =>
    expect(parts({ classify: { custom: './weather.ts' } }).classify(refusal(503))).toEqual({ class: 'unknown', reason: 'rain' }));
});

test.each<[string, object, string]>([
  ['a module that is no plug-in', { retry: { custom: './nothing.ts' } }, 'file:///home/user/nothing.ts expected a plug-in'],
  ['a module that was not loaded', { retry: { custom: './absent.ts' } }, 'file:///home/user/absent.ts expected a plug-in'],
  [
    'an option it does not know',
    { retry: { custom: './steady.ts', options: { wait: '1s', weight: 1 } } },
    'file:///home/user/steady.ts options',
  ],
  ['an option that is missing', { retry: { custom: './steady.ts' } }, 'file:///home/user/steady.ts options.wait: expected a duration'],
])('%s', (_, written, message) => expect(() => parts(written)).toThrow(message));

test('what a strategy without a limit has', () => {
  const { newLimit, queueLength, totalAttempts, timeouts, afterFirstToken } = parts({ timeout: { idle: '3s' } });
  expect([newLimit, queueLength, totalAttempts, timeouts, afterFirstToken]).toEqual([
    undefined,
    Number.POSITIVE_INFINITY,
    undefined,
    { idle: 3000 },
    'fail',
  ]);
});

test('bounds of the queue: whole microseconds', () => {
  const { queueLength, queueMaxWait } = parts({ limit: { fixed: 1, queue: { length: 3, maxWait: '1.5ms' } } });
  expect([queueLength, queueMaxWait]).toEqual([3, 1500]);
});

test('two limits of one strategy know nothing of each other', () => {
  const { newLimit } = parts({ limit: { aimd: { initial: 8 } } });
  const [one, other] = [newLimit?.(), newLimit?.()];
  one?.ended({ nowMs: 1, durationMs: 1, inFlight: 8, verdict: 'failure' });
  expect([one?.current(1), other?.current(1)]).toEqual([4, 8]);
});

test('underneath another client, a strategy without a route sends where it is told', () => {
  const inner = resolved({ name: 'outer', over: { retry: { fixed: '1s' } } }).over;
  if (inner === undefined) throw new Error('no inner strategy');
  expect(createParts(inner, { modules, curve, target: 'light' }).route.targets).toEqual(['light']);
  expect(() => createParts(inner, { modules, curve })).toThrow('no route');
});

test('one a client, or one for the fleet', () => {
  let made = 0;
  const make = () => {
    made += 1;
    return made;
  };
  expect([0, 0, 1, 0].map(perClient('client', make))).toEqual([1, 1, 2, 1]);
  expect([0, 1, 2].map(perClient('fleet', make))).toEqual([3, 3, 3]);
});
