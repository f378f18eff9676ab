import assert from 'node:assert/strict';
import type { AttemptClass, Outcome } from '../../../reports/result/outcome.ts';
import type { Budget } from '../../strategy/budget/budget.ts';
import { type Driver, dice, finite, pick, steps } from './driver.ts';

const uniform = dice('budget');
const failures: readonly AttemptClass[] = ['capacity', 'rate_limited', 'timeout', 'server_error'];

/** A request on its way: what was taken for its attempt under way, and its last failure when it waits for a retry. */
interface Way {
  taken: number;
  attempts: number;
}

/** Thousands of requests that begin, fail, ask for more, wait in vain and end, some at once, with pauses of an hour. */
export const budgetDriver: Driver<Budget, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: unknown[] = [];
    const ways: Way[] = [];
    let nowMs = 0;
    for (let step = 0; step < steps; step++) {
      nowMs += step % 2500 === 2499 ? 3_600_000 : 400 * uniform(step);
      if (ways.length < 40 && uniform(step, 1) < 0.5) {
        const way = begin(part, nowMs, uniform(step, 2), said);
        if (way !== undefined) ways.push(way);
      } else if (ways.length > 0) {
        const way = pick(ways, uniform(step, 3));
        if (attempt(part, way, nowMs, step, said)) continue;
        ways.splice(ways.indexOf(way), 1);
        part.finished?.(nowMs);
      }
    }
    for (const { taken } of ways) {
      part.ended({ nowMs, outcome: { class: 'cancelled', reason: 'contract' }, verdict: 'neutral', taken });
      part.finished?.(nowMs);
    }
    return said;
  },
};

function begin(part: Budget, nowMs: number, luck: number, said: unknown[]): Way | undefined {
  part.began?.(nowMs);
  const admitted = part.admit?.(nowMs, luck) ?? true;
  assert.equal(typeof admitted, 'boolean', 'admit: expected true or false');
  said.push(admitted);
  if (admitted) return { taken: 0, attempts: 1 };
  part.finished?.(nowMs);
  return undefined;
}

/** The end of one attempt; true when another one is under way. Long bad times, then good ones. */
function attempt(part: Budget, way: Way, nowMs: number, step: number, said: unknown[]): boolean {
  const bad = step % 2000 < 1200 ? 0.8 : 0.1;
  const failed = uniform(step, 4) < bad;
  const outcome: Outcome = { class: failed ? pick(failures, uniform(step, 5)) : 'ok', reason: 'contract' };
  part.ended({ nowMs, outcome, verdict: failed ? 'failure' : 'success', taken: way.taken });
  if (!failed || way.attempts >= 4) return false;
  const taken = part.take({ nowMs, outcome, uniform: uniform(step, 6) });
  said.push(taken ?? null);
  if (taken === undefined) return false;
  finite('take', taken);
  if (uniform(step, 7) < 0.1) {
    // Its caller has gone before it was sent.
    if (taken > 0) part.release(taken);
    return false;
  }
  way.taken = taken;
  way.attempts += 1;
  return true;
}
