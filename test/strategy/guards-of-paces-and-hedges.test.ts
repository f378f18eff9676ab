import { describe, expect, test } from 'vitest';
import { guardHedge } from '../../harness/strategy/guards/hedge.ts';
import { guardPace } from '../../harness/strategy/guards/pace.ts';

const users = { part: 'part', module: 'file:///home/user/my-part.ts' };
const ask = { nowMs: 5, tokens: 7 };

describe('a pace of a user’s own', () => {
  const pace = (changes: object) => guardPace({ reserve: () => 0, release: () => {}, ended: () => {}, ...changes }, users);

  test.each([0, 0.5, 1e9])('may ask for a wait of %d ms', (wait) => expect(pace({ reserve: () => wait }).reserve(ask)).toBe(wait));

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, undefined, '5'])('may not return %s', (wait) => {
    expect(() => pace({ reserve: () => wait }).reserve(ask)).toThrow('expected reserve to return a finite number of ms from 0 up');
  });

  test('is told the same when a place comes back, and cannot change it', () => {
    const told: unknown[] = [];
    const mine = pace({ reserve: (asked: unknown) => told.push(asked), release: (asked: unknown) => told.push(asked) });
    mine.reserve(ask);
    mine.release(ask);
    expect(told[1]).toBe(told[0]);
    expect(told[0]).toEqual(ask);
    expect(Object.isFrozen(told[0])).toBe(true);
  });

  test('lacks nothing', () => expect(() => pace({ ended: undefined })).toThrow('expected create to return an object with ended()'));
});

describe('a hedge of a user’s own', () => {
  const hedge = (changes: object) => guardHedge({ delayMs: () => 100, take: () => true, ended: () => {}, ...changes }, users);

  test.each([0, 250, undefined])('may wait for %s ms', (wait) => expect(hedge({ delayMs: () => wait }).delayMs(0, 1)).toBe(wait));

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, null, '5'])('may not return %s', (wait) => {
    expect(() => hedge({ delayMs: () => wait }).delayMs(0, 1)).toThrow('expected delayMs to return a finite number of ms from 0 up');
  });

  test('says yes or no', () => {
    expect(hedge({}).take(0)).toBe(true);
    expect(() => hedge({ take: () => 1 }).take(0)).toThrow('expected take to return true or false, found 1');
  });

  test('need not hear of sends', () => {
    expect(hedge({}).sent).toBeUndefined();
    let sent = 0;
    hedge({ sent: () => (sent += 1) }).sent?.(0);
    expect(sent).toBe(1);
  });
});
