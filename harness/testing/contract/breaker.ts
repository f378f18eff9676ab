import assert from 'node:assert/strict';
import type { Breaker, BreakerScope } from '../../strategy/breaker/breaker.ts';
import { type Driver, dice, pure, steps } from './driver.ts';

const uniform = dice('breaker');

interface Flight {
  readonly sentMs: number;
  readonly endsMs: number;
  readonly luck: number;
}

/** Two days of attempts, several in flight, through times in which nearly all succeed and nearly all fail. */
export const breakerDriver: Driver<Breaker, BreakerScope> = {
  scope: () => ({ open: 60_000, probes: 2, factor: 2, cap: 600_000 }),
  drive(part) {
    const said: unknown[] = [];
    let flights: Flight[] = [];
    let nowMs = 0;
    for (let step = 0; step < steps; step++) {
      nowMs += 4000 * uniform(step);
      for (const flight of flights.filter(({ endsMs }) => endsMs <= nowMs).sort((a, b) => a.endsMs - b.endsMs)) end(part, flight, step);
      flights = flights.filter(({ endsMs }) => endsMs > nowMs);
      const at = pure('opensAt', () => part.opensAt(nowMs));
      assert.ok(Number.isFinite(at), `opensAt at ${nowMs} ms: expected a finite number, found ${at}`);
      const admitted = part.admit(nowMs);
      assert.equal(admitted, at <= nowMs, `admit at ${nowMs} ms: opensAt had said ${at}`);
      said.push([admitted, at <= nowMs ? null : at]);
      if (!admitted) continue;
      if (uniform(step, 3) < 0.02) part.release();
      else flights.push({ sentMs: nowMs, endsMs: nowMs + 9000 * uniform(step, 1), luck: uniform(step, 2) });
    }
    return said;
  },
};

function end(part: Breaker, { sentMs, endsMs, luck }: Flight, step: number): void {
  const bad = step % 1000 >= 700 ? 0.95 : step % 1000 >= 400 ? 0.45 : 0.05;
  const verdict = luck < 0.03 ? 'neutral' : luck < 0.03 + bad ? 'failure' : 'success';
  part.ended({ nowMs: endsMs, durationMs: endsMs - sentMs, verdict });
}
