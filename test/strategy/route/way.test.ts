import { describe, expect, test } from 'vitest';
import { way } from '../../../harness/strategy/route/way.ts';
import type { WayOptions } from '../../../harness/strategy/route/way-options.ts';

type Fate = 'refused' | 'hard' | 'stay';

/** One request whose every attempt fails, with so many attempts a target, best first as `ranks` say before each send: `~` before those that wait. */
function sent(options: WayOptions, ranks: string | readonly string[], attempts: number, fates: Readonly<Record<string, Fate>> = {}) {
  const names = ['a', 'b', 'c'];
  const list = (step: number): string => (typeof ranks === 'string' ? ranks : (ranks[Math.min(step, ranks.length - 1)] as string));
  let step = 0;
  const route = way(options, names, { rank: () => [...list(step)].map((name) => names.indexOf(name)) });
  const open = route.targets.map(() => true);
  const sends = route.targets.map(() => 0);
  const trail: string[] = [];
  let last = -1;
  let moveOn = true;
  for (;;) {
    const next = route.next({ sends, open, last, moveOn, nowMs: 0, uniform: 0.5 });
    if (next === undefined) return trail.join(' ');
    step += 1;
    last = next.position;
    const name = route.targets[last] as string;
    trail.push(next.wait ? `~${name}` : name);
    sends[last] = (sends[last] as number) + 1;
    const fate = fates[name] ?? 'refused';
    open[last] = fate !== 'hard' && (sends[last] as number) < attempts;
    moveOn = fate !== 'stay';
  }
}

describe('the way of a ranking that stays is the way down a list', () => {
  const first = { order: 'retry-first' } as const;
  const around = { order: 'route-first' } as const;
  test.each([
    ['one attempt each', sent(first, 'abc', 1), 'a b c'],
    ['in the order of the ranking', sent(first, 'cab', 1), 'c a b'],
    ['three attempts each', sent(first, 'abc', 3), 'a ~a ~a b ~b ~b c ~c ~c'],
    ['a failure that no retry cures', sent(first, 'abc', 3, { a: 'hard' }), 'a b ~b ~b c ~c ~c'],
    ['one that does not move on', sent(first, 'abc', 3, { a: 'stay' }), 'a ~a ~a'],
    ['those left out are not gone to', sent(first, 'ca', 1), 'c a'],
    ['none is left', sent(first, '', 1), ''],
    ['the floor, once', sent({ ...first, floor: 'z' }, 'ab', 2), 'a ~a b ~b z'],
    ['the floor alone', sent({ ...first, floor: 'z' }, '', 2), 'z'],
    ['route-first: every target once, a wait, and again', sent(around, 'abc', 2), 'a b c ~a b c'],
    ['route-first: three rounds of two', sent(around, 'ab', 3), 'a b ~a b ~a b'],
    ['route-first: who failed for good is not asked again', sent(around, 'abc', 2, { b: 'hard' }), 'a b c ~a c'],
    ['route-first: the last one as well', sent(around, 'abc', 2, { c: 'hard' }), 'a b c ~a b'],
    ['route-first: one that does not move on is retried where it was', sent(around, 'abc', 2, { b: 'stay' }), 'a b ~b'],
  ])('%s', (_, trail, expected) => expect(trail).toBe(expected));
});

describe('a ranking that changes on the way', () => {
  test.each([
    ['nothing is tried twice before all were tried', sent({ order: 'route-first' }, ['abc', 'cba', 'acb', 'abc'], 1), 'a c b'],
    ['what was better before is not gone back to', sent({ order: 'retry-first' }, ['bac', 'abc'], 1), 'b a c'],
    ['who is left out after its failure is left at once', sent({ order: 'retry-first' }, ['abc', 'bc', 'bc'], 3), 'a b ~b ~b c ~c ~c'],
  ])('%s', (_, trail, expected) => expect(trail).toBe(expected));
});
