import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import type { HedgeSpec, PaceSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { RawAttempt } from '../../reports/result/raw.ts';
import { type EventClass, after as later } from '../../sim/kernel/clock.ts';
import { catchRuns } from '../support/catch-runs.ts';
import { type History, history, nothingLeft, same, scenarioOf, watch } from '../support/histories.ts';

const hedge = fc.record({
  rule: fc.constantFrom<HedgeSpec['rule'][]>({ delay: 0 }, { delay: 100 }, { delay: 200 }, { percentile: { p: 50, window: 4, least: 1 } }),
  copies: fc.integer({ min: 1, max: 3 }),
  budget: fc.constantFrom<HedgeSpec['budget'][]>('unlimited', 'unlimited', 0.5),
});

const pace = fc.option(
  fc.record({
    rule: fc.constantFrom<PaceSpec['rule'][]>(
      { 'token-bucket': { requests: 10, burst: 2, tokenBurst: 1 } },
      { 'aws-adaptive': { beta: 0.7, scale: 0.4, smoothing: 0.8, minRate: 2 } },
      { 'reset-headers': { spread: true } },
      { 'reset-headers': { spread: false } },
    ),
    per: fc.constantFrom<PaceSpec['per'][]>('client', 'fleet'),
  }),
);

type Dress = Partial<Pick<StrategySpec, 'hedge' | 'pace'>>;

/** The client that makes the attempts is the one that hedges and paces them. */
function dressed(spec: StrategySpec, dress: Dress): StrategySpec {
  return spec.over === undefined ? { ...spec, ...dress } : { ...spec, over: dressed(spec.over, dress) };
}

/** How many sends of a request were under way at once, at most. */
function mostAtOnce(own: readonly RawAttempt[]): number {
  const counts = own.map(
    ({ sentMs }) => own.filter((one) => one.sentMs <= sentMs && (one.endedMs ?? Number.POSITIVE_INFINITY) > sentMs).length,
  );
  return Math.max(0, ...counts);
}

/** Lives through one history; throws on anything lost, doubled, or beyond its bound. Returns how many copies lost. */
function live(draw: History, dress: Dress): number {
  const plain = scenarioOf(draw);
  const [spec] = plain.strategies.map((one) => dressed(one, dress)) as [StrategySpec];
  const run = new Simulation({ scenario: { ...plain, strategies: [spec] }, strategyIndex: 0, replication: 0, raw: true }, new Map());
  const books = run.fleet.permits.map(watch);
  const runs = catchRuns(run.fleet.clients);
  for (const { entity, at, order } of draw.aborts)
    later(run.clock, at * 1000, () => runs.get(entity)?.abort('caller'), order as EventClass);
  while (!run.advance(1));
  // Breaches of the identities are thrown here.
  const { raw } = foldReplication(run);
  const attempts = raw?.attempts ?? [];
  for (const request of raw?.requests ?? []) {
    const own = attempts.filter(({ entity }) => entity === request.entity).sort((a, b) => a.number - b.number);
    same(
      'rows of attempts',
      own.map(({ number }) => number),
      own.map((_, i) => i + 1),
    );
    same('attempts of the request', own.length, request.attempts);
    const most = 1 + (dress.hedge?.copies ?? 0);
    if (mostAtOnce(own) > most) throw new Error(`${mostAtOnce(own)} sends at once, expected at most ${most}`);
    if (request.outcome === null) continue;
    if (own.some(({ endedMs }) => endedMs === null)) throw new Error('an attempt outlives its request');
    const answered = own.filter((one) => one.class === 'ok').length;
    if (spec.over === undefined) same('answers', answered, request.outcome === 'ok' ? 1 : 0);
  }
  if (draw.drain === undefined) nothingLeft(run, books);
  return attempts.filter(({ reason }) => reason === 'hedge-lost').length;
}

it('random histories with hedges and paces lose and double nothing, and never exceed a limit', () => {
  let lost = 0;
  fc.assert(
    fc.property(history, hedge, pace, (draw, hedge, pace) => {
      lost += live(draw, { hedge, ...(pace !== null && { pace }) });
    }),
    { numRuns: 2000, seed: 20261130 },
  );
  // They are histories of hedging.
  expect(lost).toBeGreaterThan(200);
}, 600_000);
