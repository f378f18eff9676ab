import { describe, expect, test } from 'vitest';
import type { Breaker, BreakerScope } from '../../harness/strategy/breaker/breaker.ts';
import { consecutive } from '../../harness/strategy/breaker/consecutive.ts';
import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import type { Limit, LimitScope } from '../../harness/strategy/limit/limit.ts';
import { fifo } from '../../harness/strategy/queue/fifo.ts';
import type { NewQueue, Waiter, WaitQueue } from '../../harness/strategy/queue/queue.ts';
import type { Jitter } from '../../harness/strategy/retry/jitter/jitter.ts';
import { ordered } from '../../harness/strategy/route/ordered.ts';
import type { Route, RoutePast } from '../../harness/strategy/route/route.ts';
import type { PartOf } from '../../harness/testing/contract-suite.ts';
import { noOptions } from '../../sim/kernel/no-options.ts';
import { define, type Plugin } from '../../sim/kernel/plugin.ts';
import { broken, rules } from './broken.ts';

describe('limits with a fault', () => {
  const limit = (create: () => Limit) =>
    define<unknown, Limit, LimitScope>({ name: 'bad', summary: 'bad', options: noOptions, examples: [], create });
  const ended = () => {};
  test.each([
    ['nothing at all', limit(() => ({ current: () => 0, ended }))],
    ['half a permit', limit(() => ({ current: () => 2.5, ended }))],
    ['no number', limit(() => ({ current: () => Number.POSITIVE_INFINITY, ended }))],
    ['a change that it does not announce', limit(() => ({ current: (nowMs) => (nowMs > 60_000 ? 2 : 3), ended }))],
    [
      'a change announced too late',
      limit(() => ({ current: (nowMs) => (nowMs > 60_000 ? 2 : 3), nextChangeMs: (nowMs) => nowMs + 1e9, ended })),
    ],
    ['a change announced in the past', limit(() => ({ current: () => 2, nextChangeMs: (nowMs) => nowMs, ended }))],
    [
      'asking changes it',
      limit(() => {
        let asked = 0;
        return { current: () => 1 + (asked++ % 2), ended };
      }),
    ],
  ])('%s', (_, plugin) => expect(broken('limit', plugin)).toContain(rules.keeps));
});

describe('queues with a fault', () => {
  const altered = (change: <T extends Waiter>(queue: WaitQueue<T>) => WaitQueue<T>) => {
    const create = (): NewQueue => () => change(fifo.create({}, undefined)());
    return { ...fifo, create };
  };
  const one = fifo.create({}, undefined)<Waiter>();
  const shape = (queue: WaitQueue<never>) => ({ push: queue.push, shift: queue.shift, remove: queue.remove });
  test.each<[string, Plugin<unknown, NewQueue, never>]>([
    ['one queue for all', { ...fifo, create: () => (() => one) as unknown as NewQueue }],
    [
      'nobody leaves early',
      altered((queue) => ({
        ...shape(queue as never),
        get length() {
          return queue.length;
        },
        remove: () => {},
      })),
    ],
    ['a length that is always 0', altered((queue) => ({ ...shape(queue as never), length: 0 }))],
    [
      'every hundredth is lost',
      altered((queue) => {
        let pushed = 0;
        return {
          ...shape(queue as never),
          get length() {
            return queue.length;
          },
          push: (waiter) => {
            if (++pushed % 100 !== 0) queue.push(waiter);
          },
        };
      }),
    ],
    [
      'links left behind',
      altered((queue) => ({
        ...shape(queue as never),
        get length() {
          return queue.length;
        },
        shift(nowMs) {
          const next = queue.shift(nowMs);
          if (next !== undefined) next.after = next;
          return next;
        },
      })),
    ],
  ])('%s', (_, plugin) => expect(broken('queue', plugin)).toContain(rules.keeps));
});

describe('routes with a fault', () => {
  const route = (next: Route['next']) => ({ ...ordered, create: () => ({ targets: ['a', 'b', 'c'], next }) });
  const sane = ordered.create({ order: 'retry-first' }, { targets: ['a', 'b', 'c'] });
  test.each<[string, Plugin<unknown, Route, never>]>([
    ['always the first', route(() => ({ position: 0, wait: true }))],
    ['nowhere to start', route(() => undefined)],
    ['a target that is not there', route(() => ({ position: 3, wait: true }))],
    ['half a position', route(() => ({ position: 0.5, wait: true }))],
    [
      'the same target without its wait',
      route((past) => {
        const next = sane.next(past);
        return next && { ...next, wait: false };
      }),
    ],
    [
      'the past changed',
      route((past) => {
        (past as { sends: number[] } & RoutePast).sends.push(0);
        return sane.next(past);
      }),
    ],
  ])('%s', (_, plugin) => expect(broken('route', plugin)).toContain(rules.keeps));

  test('two orders that are one', () =>
    expect(broken('route', { ...ordered, create: (_, scope) => ordered.create({ order: 'retry-first' }, scope) })).toContain(
      rules.matters,
    ));
});

describe('classifiers with a fault', () => {
  const sane = byShape.create({}, undefined);
  const classifier = (classify: PartOf<'classify'>) => ({ ...byShape, create: () => classify });
  test.each<[string, Plugin<unknown, PartOf<'classify'>, never>]>([
    ['a failure taken for an answer', classifier((facts) => (facts.status === 200 ? { class: 'ok', reason: 'status' } : sane(facts)))],
    ['an answer taken for a failure', classifier((facts) => ({ ...sane(facts), class: 'unknown' }))],
    [
      'a class that only the client gives',
      classifier((facts) => (facts.how === 'reset' ? { class: 'cancelled', reason: 'x' } : sane(facts))),
    ],
    ['a class of its own', classifier((facts) => (facts.how === 'reset' ? { class: 'weather' as 'ok', reason: 'x' } : sane(facts)))],
    ['no reason', classifier((facts) => ({ ...sane(facts), reason: '' }))],
  ])('%s', (_, plugin) => expect(broken('classify', plugin)).toContain(rules.keeps));
});

test('a jitter below 0', () => {
  const plugin = define<unknown, Jitter>({
    name: 'bad',
    summary: 'bad',
    options: noOptions,
    examples: [],
    create: () => (delayMs, _, __, u) => delayMs * (u - 0.5),
  });
  expect(broken('jitter', plugin)).toContain(rules.keeps);
});

describe('breakers with a fault', () => {
  const altered = (change: (breaker: Breaker) => Partial<Breaker>) => ({
    ...consecutive,
    create: (most: number, scope: BreakerScope): Breaker => {
      const breaker = consecutive.create(most, scope);
      return { ...breaker, ...change(breaker) };
    },
  });
  test.each([
    ['never a time', altered(() => ({ opensAt: () => Number.POSITIVE_INFINITY }))],
    ['lets through what it says it will not', altered(() => ({ admit: () => true }))],
    ['keeps back what it says it will let through', altered(() => ({ admit: () => false }))],
    [
      'asking changes it',
      altered((breaker) => ({
        opensAt: (nowMs) => {
          breaker.ended({ nowMs, durationMs: 0, verdict: 'failure' });
          return breaker.opensAt(nowMs);
        },
      })),
    ],
  ])('%s', (_, plugin) => expect(broken('breaker', plugin)).toContain(rules.keeps));

  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'breaker',
        altered(() => ({})),
      ),
    ).toEqual([]));
});
