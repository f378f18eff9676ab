import assert from 'node:assert/strict';
import { compileCurve } from '../../../sim/curves/compile.ts';
import { scopeFor } from '../../../sim/curves/scope.ts';
import type { Limit, LimitScope } from '../../strategy/limit/limit.ts';
import { type Driver, dice, finite, pure, steps, whole } from './driver.ts';

const uniform = dice('limit');
const dayMs = 86_400_000;
const stepMs = 10_000;

/** Luck with long runs of success and of failure, so that limits reach both ends. */
function verdictAt(step: number): 'success' | 'failure' | 'neutral' {
  if (step % 1000 < 300) return 'success';
  if (step % 1000 < 360) return 'failure';
  const luck = uniform(step);
  return luck < 0.6 ? 'success' : luck < 0.9 ? 'failure' : 'neutral';
}

/** More than a day of attempts that end every 10 s, the first one a failure. */
export const limitDriver: Driver<Limit, LimitScope> = {
  scope: (folder) => {
    const calendar = scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: dayMs, seed: 1, replication: 0, folder });
    return { curve: (spec) => compileCurve(spec, calendar, 'limit') };
  },
  drive(part) {
    const said: number[] = [];
    let before: { readonly value: number; readonly until: number } | undefined;
    for (let step = 0; step < steps; step++) {
      const nowMs = step * stepMs;
      const value = pure('current', () => part.current(nowMs));
      whole(`current at ${nowMs} ms`, value, 1);
      if (before !== undefined && nowMs < before.until)
        assert.equal(value, before.value, `current at ${nowMs} ms changed by itself, and nextChangeMs had not said so`);
      said.push(value);
      const inFlight = step % 7 === 0 ? 1 : value;
      part.ended({ nowMs, durationMs: 1000 + 4000 * uniform(step, 1), inFlight, verdict: step === 0 ? 'failure' : verdictAt(step) });
      before = { value: part.current(nowMs), until: nextChange(part, nowMs) };
    }
    return said;
  },
};

function nextChange(part: Limit, nowMs: number): number {
  const next = part.nextChangeMs?.(nowMs);
  if (next === undefined) return Number.POSITIVE_INFINITY;
  finite('nextChangeMs', next);
  assert.ok(next > nowMs, `nextChangeMs at ${nowMs} ms: expected a later time, found ${next}`);
  return next;
}
