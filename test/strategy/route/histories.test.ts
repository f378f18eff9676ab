import { describe, expect, test } from 'vitest';
import { cooldown } from '../../../harness/strategy/route/cooldown.ts';
import { health } from '../../../harness/strategy/route/health.ts';
import { leastInFlight } from '../../../harness/strategy/route/least-in-flight.ts';
import type { Route } from '../../../harness/strategy/route/route.ts';
import { weighted } from '../../../harness/strategy/route/weighted.ts';
import { Luck } from '../../../sim/kernel/random.ts';
import { ended, firstOf } from './asked.ts';

const histories = 10_000;
const requests = 12;
const luck = new Luck(11, 0).stream('route histories');
const classes = ['ok', 'ok', 'capacity', 'rate_limited', 'timeout', 'client_error', 'cancelled', 'quota'] as const;

/** One client's requests, with failures, aborts before and during attempts, hints, silence and clocks that jump. */
function history(route: Route, entity: number): string {
  const draw = (step: number, n: number): number => luck.uniform(entity, 16 * step + n);
  let nowMs = 0;
  const alive = route.targets.map((_, position) => draw(1000, position));
  for (let request = 0; request < requests; request++) {
    nowMs += draw(request, 0) < 0.05 ? 1e9 * draw(request, 1) : 4000 * draw(request, 1);
    const open = route.targets.map((_, position) => draw(request, 8 + position) < 0.9);
    const sends = route.targets.map(() => 0);
    const uniform = draw(request, 2);
    let last = -1;
    let moveOn = true;
    for (let step = 0; ; step++) {
      if (step > 12) return 'a request without an end';
      const next = route.next({ sends, open, last, moveOn, nowMs, uniform });
      if (next === undefined) break;
      if (open[next.position] !== true) return 'a target that is not open';
      if (next.notBeforeMs !== undefined && !(next.notBeforeMs - nowMs <= 600_000 + 1e-3)) return 'a wait of more than the cap';
      nowMs = Math.max(nowMs, next.notBeforeMs ?? nowMs);
      const luckOf = (n: number): number => luck.uniform(entity, 100_000 + 1000 * request + 10 * step + n);
      // Given up before it was sent.
      if (luckOf(0) < 0.05) break;
      const isAnswer = luckOf(1) < (alive[next.position] as number);
      const of = isAnswer ? 'ok' : (classes[2 + Math.floor(6 * luckOf(2))] as (typeof classes)[number]);
      const durationMs = 3000 * luckOf(3);
      nowMs += durationMs;
      ended(route, next.position, nowMs, of, durationMs, luckOf(4) < 0.2 ? 1e7 * luckOf(5) : undefined);
      if (of === 'ok' || of === 'cancelled') break;
      last = next.position;
      sends[last] = (sends[last] as number) + 1;
      if ((sends[last] as number) >= 2) open[last] = false;
      moveOn = of !== 'client_error';
    }
  }
  return starved(route, nowMs);
}

/** From now on every target answers: each is soon gone to first by some request, unless another one may always come before it. */
function starved(route: Route, from: number): string {
  let nowMs = from + 700_000;
  for (let i = 0; i < 100; i++) {
    const next = firstOf(route, { nowMs, uniform: (i + 0.5) / 100 });
    if (next === undefined || next.notBeforeMs !== undefined) return 'nowhere to go, though all is well';
    if (next.position === 0) return 'kept';
    ended(route, next.position, nowMs + 100, 'ok', 100);
    nowMs += 1000;
  }
  return 'the first target is starved';
}

describe(`${histories} random histories`, () => {
  const targets = ['a', 'b', 'c'];
  const kinds: Record<string, (i: number) => Route> = {
    health: (i) =>
      health.create({ decay: 1000 * (1 + (i % 60)), threshold: 0.2 + (i % 7) / 10, probe: (i % 5) / 20, slow: 1 + (i % 3) }, { targets }),
    weighted: (i) => weighted.create({ weights: [1 + (i % 5), i % 4, i % 3] }, { targets }),
    'least-in-flight': (i) => leastInFlight.create({ order: i % 2 ? 'retry-first' : 'route-first' }, { targets }),
    cooldown: (i) =>
      cooldown.create(
        { time: 1000 * (1 + (i % 30)), failures: 1 + (i % 3), factor: 1 + (i % 3), order: i % 2 ? 'route-first' : 'retry-first' },
        { targets },
      ),
  };

  test.each(Object.keys(kinds))('%s: open targets alone, an end to every request, and no target that is well is left for ever', (name) => {
    for (let i = 0; i < histories; i++) {
      const said = history((kinds[name] as (typeof kinds)[string])(i), i);
      if (said !== 'kept') expect.fail(`history ${i}: ${said}`);
    }
  });
});

test('attempts under way are never counted below none, nor lost', () => {
  const route = leastInFlight.create({}, { targets: ['a', 'b'] });
  for (let i = 0; i < 3; i++) route.sent?.(0, 0);
  route.sent?.(1, 0);
  expect(firstOf(route)?.position).toBe(1);
  for (let i = 0; i < 5; i++)
    route.ended?.({
      nowMs: 1,
      position: 0,
      durationMs: 1,
      verdict: 'neutral',
      outcome: { class: 'cancelled', reason: '' },
      retryAfterMs: undefined,
    });
  expect(firstOf(route)?.position).toBe(0);
  route.sent?.(0, 2);
  route.sent?.(0, 2);
  expect(firstOf(route)?.position).toBe(1);
});
