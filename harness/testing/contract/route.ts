import assert from 'node:assert/strict';
import type { Outcome } from '../../../reports/result/outcome.ts';
import type { Route, RouteDecision, RoutePast, RouteScope } from '../../strategy/route/route.ts';
import { type Driver, dice, pure, steps, whole } from './driver.ts';

const uniform = dice('route');

const answered: Outcome = { class: 'ok', reason: 'contract' };
const refused: Outcome = { class: 'capacity', reason: 'contract' };

/** Thousands of requests, a minute apart now and then, most of whose attempts fail, until one is answered or no target is left. */
export const routeDriver: Driver<Route, RouteScope> = {
  scope: () => ({ targets: ['a', 'b', 'c'] }),
  drive(part) {
    assert.ok(part.targets.length >= 1, 'targets: expected at least one');
    const said: unknown[] = [];
    for (let step = 0; step < steps; ) step = request(part, step, said) + 1;
    return said;
  },
};

/** One request; returns the last step it took. */
function request(route: Route, from: number, said: unknown[]): number {
  const open = route.targets.map(() => true);
  const sends = route.targets.map(() => 0);
  let last = -1;
  let moveOn = true;
  for (let step = from; ; step++) {
    const decision = next(route, { sends, open, last, moveOn, nowMs: 1000 * step, uniform: uniform(step, 2) });
    said.push(decision ?? null);
    if (decision === undefined) {
      // One that learns may know that no target is worth a try.
      if (route.ended === undefined) assert.notEqual(last, -1, 'next before the first send: expected a target, for all are open');
      return step;
    }
    last = decision.position;
    if (tell(route, last, step)) return step;
    sends[last] = (sends[last] ?? 0) + 1;
    if ((sends[last] as number) >= 5 || uniform(step) < 0.3) open[last] = false;
    moveOn = uniform(step, 1) < 0.8;
    if (open.every((each) => !each))
      assert.equal(
        next(route, { sends, open, last, moveOn, nowMs: 1000 * step, uniform: uniform(step, 2) }),
        undefined,
        'next: nothing is open',
      );
  }
}

/** One attempt, which ends before the next is sent, or when the next two have been; true: it was answered. */
function tell(route: Route, position: number, step: number): boolean {
  const nowMs = 1000 * step;
  const durationMs = 100 + (position + 1) * 400 * uniform(step, 3);
  const isAnswer = uniform(step, 4) < (position === Math.floor(step / 500) % 3 ? 0.02 : 0.5);
  route.sent?.(position, nowMs);
  if (uniform(step, 5) < 0.1) return isAnswer;
  const outcome = isAnswer ? answered : refused;
  const retryAfterMs = uniform(step, 6) < 0.2 ? 30_000 * uniform(step, 7) : undefined;
  route.ended?.({ nowMs: nowMs + durationMs, position, durationMs, verdict: isAnswer ? 'success' : 'failure', outcome, retryAfterMs });
  return isAnswer;
}

function next(route: Route, past: RoutePast): RouteDecision {
  const before = JSON.stringify(past);
  const decision = pure('next', () => route.next(past));
  assert.equal(JSON.stringify(past), before, 'next: expected the past unchanged');
  if (decision === undefined) return undefined;
  const { position, wait } = decision;
  whole('position', position);
  assert.ok(position < route.targets.length, `position: there is no target ${position}`);
  assert.ok(past.open[position], `position: target ${position} is not open`);
  assert.equal(typeof wait, 'boolean', 'wait: expected true or false');
  assert.ok(wait || position !== past.last, 'wait: expected true for the target that has just failed');
  return decision;
}
