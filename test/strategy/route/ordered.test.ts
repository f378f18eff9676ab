import { describe, expect, test } from 'vitest';
import { type OrderedOptions, ordered } from '../../../harness/strategy/route/ordered.ts';

type Fate = 'refused' | 'hard' | 'stay';

/**
 * Sends one request whose every attempt fails, with so many attempts a target: the targets in turn, `~` before those that
 * wait first. Fates by target: refused (retried and moved on), hard (moved on, never retried), stay (retried, not moved on).
 */
function sent(
  options: OrderedOptions,
  targets: readonly string[],
  attempts: number,
  fates: Readonly<Record<string, Fate>> = {},
  closed: readonly string[] = [],
) {
  const route = ordered.create(options, { targets });
  const open = route.targets.map((name) => !closed.includes(name));
  const sends = route.targets.map(() => 0);
  const trail: string[] = [];
  let last = -1;
  let moveOn = true;
  for (;;) {
    const next = route.next({ sends, open, last, moveOn, nowMs: 0, uniform: 0.5 });
    if (next === undefined) return trail.join(' ');
    last = next.position;
    const name = route.targets[last] as string;
    trail.push(next.wait ? `~${name}` : name);
    sends[last] = (sends[last] as number) + 1;
    const fate = fates[name] ?? 'refused';
    open[last] = fate !== 'hard' && (sends[last] as number) < attempts;
    moveOn = fate !== 'stay';
  }
}

const abc = ['a', 'b', 'c'];

describe('retry-first', () => {
  const order = 'retry-first';
  test.each([
    ['B4: one attempt each, then nothing', sent({ order }, abc, 1), 'a b c'],
    ['B4: three attempts each', sent({ order }, abc, 3), 'a ~a ~a b ~b ~b c ~c ~c'],
    ['a list of one', sent({ order }, ['a'], 3), 'a ~a ~a'],
    ['a failure that no retry cures moves on at once', sent({ order }, abc, 3, { a: 'hard' }), 'a b ~b ~b c ~c ~c'],
    ['one that does not move on ends it', sent({ order }, abc, 1, { a: 'stay' }), 'a'],
    ['… after its own retries', sent({ order }, abc, 3, { a: 'stay' }), 'a ~a ~a'],
    ['B11: a target that cannot take it is passed over', sent({ order }, abc, 1, {}, ['b']), 'a c'],
    ['… the first as well', sent({ order }, abc, 2, {}, ['a']), 'b ~b c ~c'],
    ['the floor, once', sent({ order, floor: 'z' }, abc, 2), 'a ~a b ~b c ~c z'],
    ['no floor for a failure that does not move on', sent({ order, floor: 'z' }, abc, 1, { c: 'stay' }), 'a b c'],
    ['the floor alone is left', sent({ order, floor: 'z' }, ['a'], 3, {}, ['a']), 'z'],
    ['nothing is left', sent({ order, floor: 'z' }, ['a'], 3, {}, ['a', 'z']), ''],
  ])('%s', (_, trail, expected) => expect(trail).toBe(expected));
});

describe('route-first', () => {
  const order = 'route-first';
  test.each([
    ['every target once, a wait, and again', sent({ order }, abc, 2), 'a b c ~a b c'],
    ['three rounds of two', sent({ order }, ['a', 'b'], 3), 'a b ~a b ~a b'],
    ['a list of one', sent({ order }, ['a'], 3), 'a ~a ~a'],
    ['who failed for good is not asked again', sent({ order }, abc, 2, { b: 'hard' }), 'a b c ~a c'],
    ['… the last one as well: the round goes on', sent({ order }, abc, 2, { c: 'hard' }), 'a b c ~a b'],
    ['one that does not move on is retried where it was', sent({ order }, abc, 2, { b: 'stay' }), 'a b ~b'],
    ['the floor after the last round', sent({ order, floor: 'z' }, ['a', 'b'], 2), 'a b ~a b z'],
    ['a target that cannot take it', sent({ order }, abc, 2, {}, ['a']), 'b c ~b c'],
  ])('%s', (_, trail, expected) => expect(trail).toBe(expected));
});
