import { describe, expect, test } from 'vitest';
import { createParts, tryCustom } from '../../harness/strategy/create.ts';
import type { CustomSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { Outcome } from '../../reports/result/outcome.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';
import { limit, retry, route, strategy } from '../support/scenario.ts';

const custom: CustomSpec = { module: 'file:///home/user/my-part.ts' };

/** A user's module whose `create` is this; its schema takes everything. */
function modules(create: () => unknown): ReadonlyMap<string, unknown> {
  const options = { safeParse: (data: unknown) => ({ success: true, data }) };
  return new Map([[custom.module, { name: 'mine', summary: '', options, examples: [], create }]]);
}

const partsOf = (changes: Partial<StrategySpec>, create: () => unknown) =>
  createParts(strategy('s', changes), {
    modules: modules(create),
    curve: () => ({ atMicros: Float64Array.of(0), value: Float64Array.of(1) }),
  });

const throwing = (): never => {
  throw new Error('boom\nand more');
};

describe('what create makes is looked at before it is used', () => {
  test.each<[string, () => unknown, string]>([
    // key, create, message
    ['retry', throwing, '/home/user/my-part.ts this module threw Error: boom'],
    ['retry', () => undefined, 'retry my-part.ts: expected create to return an object with delayMs(), found nothing'],
    ['retry', () => ({ delay: 5 }), 'retry my-part.ts: expected create to return an object with delayMs(), found {"delay":5}'],
    ['retry', async () => ({ delayMs: () => 5 }), 'retry my-part.ts: expected create to return an object with delayMs(), found {}'],
    ['limit', () => ({ current: () => 5 }), 'limit my-part.ts: expected create to return an object with ended(), found {}'],
    ['classify', () => ({}), 'classify my-part.ts: expected create to return a function of what was seen'],
    ['order', () => ({}), 'queue my-part.ts: expected create to return a function that makes queues'],
    ['order', () => throwing, '/home/user/my-part.ts this module threw Error: boom'],
    ['order', () => () => undefined, 'queue my-part.ts: expected create to return an object with push(), found nothing'],
    [
      'route',
      () => ({ next: () => undefined, targets: ['a', 'c'] }),
      'route my-part.ts: expected targets to be some of a, b, found ["a","c"]',
    ],
    ['route', () => ({ next: () => undefined }), 'route my-part.ts: expected targets to be some of a, b, found nothing'],
  ])('%s', (key, create, message) => {
    expect(() => tryCustom(key, custom, modules(create), ['a', 'b'])).toThrow(message);
  });
});

describe('a retry rule', () => {
  const past = { attempt: 1, totalAttempts: 1, totalWaitMs: 0, previousDelayMs: 0, outcome: { class: 'capacity', reason: '' } } as const;
  const delayOf = (delayMs: unknown) => partsOf({ retry: retry({ backoff: { custom } }) }, () => ({ delayMs })).backoff.delayMs(past, 0.5);

  test.each([0, -0, 0.001, 1e300, undefined])('may return %s', (wait) => expect(delayOf(() => wait)).toBe(wait));

  test.each<[unknown, string]>([
    [Number.NaN, '.nan'],
    [Number.POSITIVE_INFINITY, '.inf'],
    [-1, '-1'],
    [null, 'null'],
    ['100', '"100"'],
    [100n, 'a bigint'],
    [Promise.resolve(5), '{}'],
  ])('may not return %s', (wait, found) => {
    expect(() => delayOf(() => wait)).toThrow(
      `retry my-part.ts: expected delayMs to return a finite number of ms from 0 up, or undefined, found ${found}`,
    );
  });

  test('may not throw, nor change what it is told', () => {
    expect(() => delayOf(throwing)).toThrow(/^\/home\/user\/my-part\.ts this module threw Error: boom$/);
    const change = (told: { attempt: number }) => {
      told.attempt = 0;
      return 5;
    };
    expect(() => delayOf(change)).toThrow('/home/user/my-part.ts this module threw TypeError: Cannot assign to read only property');
    expect(past.attempt).toBe(1);
  });

  test('is called as a method of its own', () => {
    const part = {
      base: 7,
      delayMs() {
        return this.base;
      },
    };
    expect(partsOf({ retry: retry({ backoff: { custom } }) }, () => part).backoff.delayMs(past, 0.5)).toBe(7);
  });
});

describe('a limit', () => {
  const of = (part: Record<string, unknown>) =>
    partsOf({ limit: limit(1, { rule: { custom } }) }, () => ({ current: () => 1, ended: () => {}, ...part })).newLimit?.();

  test('is a whole number from 1 up', () => {
    expect(of({ current: () => 3 })?.current(0)).toBe(3);
    for (const wrong of [0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', undefined])
      expect(() => of({ current: () => wrong })?.current(0)).toThrow(
        'limit my-part.ts: expected current to return a whole number from 1 up',
      );
  });

  test('changes after now, not at it: that would never end', () => {
    expect(of({})?.nextChangeMs).toBeUndefined();
    expect(of({ nextChangeMs: () => undefined })?.nextChangeMs?.(5)).toBeUndefined();
    expect(of({ nextChangeMs: () => 6 })?.nextChangeMs?.(5)).toBe(6);
    for (const wrong of [5, 4, Number.NaN, null])
      expect(() => of({ nextChangeMs: () => wrong })?.nextChangeMs?.(5)).toThrow('expected nextChangeMs to return a time after 5 ms');
  });
});

describe('a queue', () => {
  type Item = { joinedMs: number; deadlineMs: number; priority: number; before: undefined; after: undefined };
  const item = (): Item => ({ joinedMs: 0, deadlineMs: Number.POSITIVE_INFINITY, priority: 0, before: undefined, after: undefined });
  const of = (part: object) =>
    partsOf(
      { limit: limit(1, { queue: { length: 'unlimited', maxWait: 'unlimited', order: { custom } } }) },
      () => () => part,
    ).newQueue<Item>();

  test('gives out who is inside and counts them', () => {
    const items: Item[] = [];
    const last = of({
      get length() {
        return items.length;
      },
      push: (one: Item) => items.push(one),
      shift: () => items.pop(),
      remove: (one: Item) => items.includes(one) && items.splice(items.indexOf(one), 1),
    });
    const [a, b, c] = [item(), item(), item()];
    for (const one of [a, b, c]) last.push(one);
    last.remove(b);
    last.remove(b);
    expect([last.length, last.shift(0), last.shift(0), last.shift(0), last.length]).toEqual([2, c, a, undefined, 0]);
  });

  test.each<[string, object, string]>([
    [
      'forgets',
      { length: 0, push: () => {}, shift: () => {}, remove: () => {} },
      'expected length to return 1, as many as are inside, found 0',
    ],
    ['invents', { length: 1, push: () => {}, shift: () => item(), remove: () => {} }, 'expected shift to return one who is inside'],
  ])('that %s fails', (_, part, message) => {
    expect(() => {
      const queue = of(part);
      queue.push(item());
      queue.shift(0);
    }).toThrow(message);
  });
});

describe('a route', () => {
  const past = { sends: [0, 1], open: [true, false], last: 1, moveOn: true, nowMs: 0, uniform: 0.5 };
  const next = (decision: unknown) =>
    partsOf({ route: route(['a', 'b'], { custom }) }, () => ({ targets: ['a', 'b'], next: () => decision })).route.next(past);

  test.each([undefined, { position: 0, wait: false }])('may say %j', (decision) => expect(next(decision)).toBe(decision));

  test.each([{ position: 1, wait: false }, { position: 2, wait: false }, { position: 0 }, { position: '0', wait: true }, null, 0])(
    'may not say %j',
    (decision) => expect(() => next(decision)).toThrow('route my-part.ts: expected next to return { position, wait }'),
  );
});

describe('a classifier', () => {
  const answer: WireFacts = { how: 'reply', status: 200, afterTokens: 5, complete: true };
  const refusal: WireFacts = { how: 'reply', status: 429, afterTokens: 0, complete: true };
  const classify = (outcome: unknown, facts: WireFacts): Outcome => partsOf({ classify: { custom } }, () => () => outcome).classify(facts);

  test('names a class of ours', () => {
    expect(classify({ class: 'capacity', reason: 'full' }, refusal)).toEqual({ class: 'capacity', reason: 'full' });
    for (const wrong of [undefined, 'capacity', { class: 'full', reason: '' }, { class: 'capacity' }, { class: 'constructor', reason: '' }])
      expect(() => classify(wrong, refusal)).toThrow('classify my-part.ts: expected the classifier to return { class, reason }');
  });

  test('calls an answer ok, and nothing else', () => {
    expect(() => classify({ class: 'ok', reason: '' }, refusal)).toThrow('ok for nothing but an answer');
    expect(() => classify({ class: 'capacity', reason: '' }, answer)).toThrow('ok for an answer');
  });
});
