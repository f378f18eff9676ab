import { describe, expect, test } from 'vitest';
import type { Breaker, BreakerScope } from '../../../harness/strategy/breaker/breaker.ts';
import { consecutive } from '../../../harness/strategy/breaker/consecutive.ts';
import { count } from '../../../harness/strategy/breaker/count.ts';
import { sampling } from '../../../harness/strategy/breaker/sampling.ts';
import { Luck } from '../../../sim/kernel/random.ts';

const histories = 10_000;
const steps = 60;
const luck = new Luck(7, 0).stream('breaker histories');

interface Flight {
  readonly sentMs: number;
  readonly endsMs: number;
}

/** One random history: attempts, aborts before and after they are sent, silence, clocks that jump; then the target is well. */
function history(breaker: Breaker, { open, probes, factor, cap }: BreakerScope, entity: number): string {
  const draw = (step: number, n: number): number => luck.uniform(entity, 8 * step + n);
  const dying = draw(steps, 7);
  let flights: Flight[] = [];
  let nowMs = 0;
  let openedAt = Number.NaN;
  let lastOpen = open;
  for (let step = 0; step < steps; step++) {
    nowMs += draw(step, 0) < 0.02 ? 3_600_000 * draw(step, 1) : 2000 * draw(step, 1);
    for (const flight of flights.filter(({ endsMs }) => endsMs <= nowMs).sort((a, b) => a.endsMs - b.endsMs)) {
      const wasOpen = breaker.opensAt(flight.endsMs) > flight.endsMs;
      const verdict = draw(step, 2) < 0.1 ? 'neutral' : draw(step, 3) < dying ? 'failure' : 'success';
      breaker.ended({ nowMs: flight.endsMs, durationMs: flight.endsMs - flight.sentMs, verdict });
      const at = breaker.opensAt(flight.endsMs);
      if (verdict === 'neutral' && at > flight.endsMs && !wasOpen) return 'a neutral end opens it';
      if (at > flight.endsMs && !wasOpen) openedAt = flight.endsMs;
      lastOpen = Math.max(open, at - flight.endsMs);
      if (lastOpen > Math.max(open, cap) + 1e-6) return 'open for longer than its cap';
    }
    flights = flights.filter(({ endsMs }) => endsMs > nowMs);
    const at = breaker.opensAt(nowMs);
    if (!Number.isFinite(at)) return 'an opening that is no number';
    const admitted = breaker.admit(nowMs);
    if (admitted !== at <= nowMs) return 'admits otherwise than it says';
    if (admitted && nowMs < openedAt + open - 1e-6 && !Number.isNaN(openedAt)) return 'sends while open';
    if (!admitted) continue;
    openedAt = Number.NaN;
    if (draw(step, 4) < 0.1) breaker.release();
    else flights.push({ sentMs: nowMs, endsMs: nowMs + 5000 * draw(step, 5) });
  }
  // Everything that was in flight is cancelled; from now on the target answers: so many probes close it.
  for (const { sentMs } of flights) breaker.ended({ nowMs, durationMs: nowMs - sentMs, verdict: 'neutral' });
  nowMs += Math.max(open, cap) * factor;
  for (let probe = 0; probe < probes; probe++) {
    if (!breaker.admit(nowMs)) return 'never closes again';
    breaker.ended({ nowMs: nowMs + 1, durationMs: 1, verdict: 'success' });
  }
  for (let i = 0; i < 20; i++) if (!breaker.admit(nowMs + 2)) return 'not closed by its probes';
  return 'kept';
}

describe(`${histories} random histories`, () => {
  const make: Record<string, (scope: BreakerScope, i: number) => Breaker> = {
    consecutive: (scope, i) => consecutive.create(1 + (i % 5), scope),
    count: (scope, i) => count.create({ last: 4 + (i % 17), share: (i % 10) / 10, minimum: 1 + (i % 4) }, scope),
    sampling: (scope, i) =>
      sampling.create(
        { window: 1000 * (1 + (i % 30)), share: (i % 10) / 10, minimum: i % 6, of: i % 2 ? 'sent' : 'ended', buckets: 1 + (i % 10) },
        scope,
      ),
  };

  test.each(Object.keys(make))('%s: opens, probes and closes as it says, and never for ever', (name) => {
    for (let i = 0; i < histories; i++) {
      const scope = { open: 1000 * (1 + (i % 20)), probes: 1 + (i % 3), factor: 1 + (i % 3), cap: 60_000 };
      const said = history((make[name] as (typeof make)[string])(scope, i), scope, i);
      if (said !== 'kept') expect.fail(`history ${i}: ${said}`);
    }
  });
});

test('never more probes under way than allowed, whatever becomes of them', () => {
  for (let i = 0; i < 1000; i++) {
    const probes = 1 + (i % 4);
    const breaker = consecutive.create(1, { open: 1000, probes, factor: 1, cap: 1000 });
    breaker.ended({ nowMs: 0, durationMs: 0, verdict: 'failure' });
    let underWay = 0;
    let nowMs = 1000;
    for (let step = 0; step < 50; step++) {
      if (breaker.admit(nowMs)) underWay += 1;
      if (underWay > probes) expect.fail(`${underWay} probes of ${probes} in history ${i}`);
      const end = luck.uniform(i, 1000 + step);
      if (underWay === 0 || end < 0.5) continue;
      underWay -= 1;
      nowMs += 1;
      if (end < 0.75) breaker.release();
      else breaker.ended({ nowMs, durationMs: 0.5, verdict: 'neutral' });
    }
  }
});
