import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { breakers } from '../../harness/strategy/breaker/registry.ts';
import { budgets } from '../../harness/strategy/budget/registry.ts';
import type { BreakerSpec, BudgetSpec, HedgeSpec, PaceSpec, ParkSpec, RouteSpec, StrategySpec } from '../../harness/strategy/spec.ts';
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

const breaker = fc.option(
  fc.record({
    rule: fc.constantFrom<BreakerSpec['rule'][]>(
      { consecutive: 1 },
      { consecutive: 2 },
      { count: breakers.count.options.parse({ last: 4, share: 0.5, minimum: 2 }) },
    ),
    open: fc.constantFrom(100, 300),
    probes: fc.constantFrom(1, 2),
    factor: fc.constantFrom(1, 1.5, 2),
    cap: fc.constant(600),
    whenOpen: fc.constantFrom<BreakerSpec['whenOpen'][]>('fail', 'wait'),
  }),
);

const budget = fc.option(
  fc.record({
    rule: fc.constantFrom<BudgetSpec['rule'][]>(
      { ratio: { share: 0.5, ttl: 1000, min: 1 } },
      { concurrent: { share: 0.5, min: 1 } },
      { 'failure-share': { share: 0.5, window: 1000 } },
      { bucket: budgets.bucket.options.parse({ size: 2, credit: 0.5 }) },
      { grpc: { tokens: 2, ratio: 0.5 } },
      { aws: budgets.aws.options.parse({ tokens: 20 }) },
      { sre: { k: 1.5, window: 1000 } },
    ),
    per: fc.constantFrom<BudgetSpec['per'][]>('client', 'fleet'),
  }),
);

const park = fc.option(
  fc.record({ length: fc.constantFrom<ParkSpec['length'][]>(1, 'unlimited'), maxWait: fc.constantFrom(200, 700), every: fc.constant(200) }),
  { freq: 2 },
);

/** Of the client that the program calls. */
const rule = fc.option(
  fc.constantFrom<RouteSpec['rule'][]>(
    { health: { decay: 1000 } },
    { weighted: { weights: [2, 1] } },
    { 'least-in-flight': {} },
    { cooldown: { time: 300 } },
  ),
  { freq: 2 },
);

const dresses = fc.record({ hedge, pace, breaker, budget, park });

type Dress = Partial<Pick<StrategySpec, 'hedge' | 'pace' | 'breaker' | 'budget' | 'park'>>;

/** The client that makes the attempts is the one that hedges and paces them. */
function dressed(spec: StrategySpec, dress: Dress): StrategySpec {
  return spec.over === undefined ? { ...spec, ...dress } : { ...spec, over: dressed(spec.over, dress) };
}

/** With a route that learns, where there are two targets to choose from. */
function routed(spec: StrategySpec, rule: RouteSpec['rule'] | null): StrategySpec {
  return rule === null || spec.route.ordered.length !== 2 ? spec : { ...spec, route: { ...spec.route, rule } };
}

/** How many sends of a request were under way at once, at most. */
function mostAtOnce(own: readonly RawAttempt[]): number {
  const counts = own.map(
    ({ sentMs }) => own.filter((one) => one.sentMs <= sentMs && (one.endedMs ?? Number.POSITIVE_INFINITY) > sentMs).length,
  );
  return Math.max(0, ...counts);
}

/** Lives through one history; throws on anything lost, doubled, or beyond its bound. Returns how many copies lost. */
function live(draw: History, dress: Dress, rule: RouteSpec['rule'] | null): number {
  const plain = scenarioOf(draw);
  const [spec] = plain.strategies.map((one) => routed(dressed(one, dress), rule)) as [StrategySpec];
  const run = new Simulation({ scenario: { ...plain, strategies: [spec] }, strategyIndex: 0, replication: 0, raw: true }, new Map());
  const books = run.fleet.permits.map(watch);
  const runs = catchRuns(run.fleet.clients);
  for (const { entity, at, order } of draw.aborts)
    later(run.clock, at * 1000, () => runs.get(entity)?.abort('caller'), order as EventClass);
  for (let looks = 0; !run.advance(1000); looks++) if (looks > 100) throw new Error('it never ends');
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

/** Few requests: what meets, meets among them, and ten thousand histories are soon lived through. */
const short = history.map((draw) => ({ ...draw, arrivals: draw.arrivals.slice(0, 4), aborts: draw.aborts.slice(0, 3) }));

it('10,000 random histories of hedges, paces, breakers, budgets, routes that learn and parking lose and double nothing, and never exceed a limit', () => {
  let lost = 0;
  fc.assert(
    fc.property(short, dresses, rule, (draw, { hedge, ...others }, rule) => {
      const worn = Object.fromEntries(Object.entries(others).filter(([, part]) => part !== null)) as Dress;
      lost += live(draw, { hedge, ...worn }, rule);
    }),
    { numRuns: 10_000, seed: 20261130 },
  );
  // They are histories of hedging.
  expect(lost).toBeGreaterThan(1000);
}, 600_000);
