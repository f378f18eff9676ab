import fc from 'fast-check';
import type { Permits, PermitWait } from '../../harness/client/permits.ts';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { limits } from '../../harness/strategy/limit/registry.ts';
import type { LimitSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import { type EventClass, after as later } from '../../sim/kernel/clock.ts';
import type { ModelSpec, ScriptReply } from '../../sim/provider/spec.ts';
import { catchRuns } from './catch-runs.ts';
import { fixedRetry, limit, model, paced, pool, provider, quota, retry, route, scenario, script, strategy } from './scenario.ts';

/**
 * Random small worlds on a grid of 100 ms, so that arrivals, ends, time-outs, deadlines, aborts and changes of limits and
 * slots fall together all the time.
 */

const grid = 100;
const times = (most: number, least = 1): fc.Arbitrary<number> => fc.integer({ min: least, max: most }).map((n) => n * grid);
/** There in so many of ten. */
const maybe = <Value>(value: fc.Arbitrary<Value>, often = 5): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: often, arbitrary: value }, { weight: 10 - often, arbitrary: fc.constant(undefined) });

const reply: fc.Arbitrary<ScriptReply> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('ok' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('capacity', 'rate_limited', 'quota', 'server_error', 'client_error').map((refuse) => ({ refuse })),
  },
  { weight: 2, arbitrary: fc.constantFrom('connection', 'reset', 'hang', 'stream-overload').map((refuse) => ({ refuse })) },
  { weight: 1, arbitrary: times(4).map((retryAfter) => ({ refuse: 'rate_limited' as const, retryAfter })) },
  { weight: 1, arbitrary: fc.nat(4).map((cut) => ({ cut })) },
  { weight: 1, arbitrary: fc.record({ stall: times(4), after: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom<ScriptReply>({ malformed: 1 }, { reset: 2 }, { empty: true }, { slow: 2 }) },
);

const modelSpec = fc
  .record({
    pace: maybe(fc.tuple(times(3, 0), times(2)), 6),
    service: times(5, 0),
    refuseAfter: fc.constantFrom(0, 0, grid),
    onCancel: fc.constantFrom('release', 'release', 'finish'),
    late: maybe(fc.constant(true), 3),
    quota: maybe(fc.constantFrom(quota({ concurrent: 2 }), quota({ rpm: 600, burst: 2, countRefused: { quota: true, capacity: true } }))),
  })
  .map(({ pace, service, refuseAfter, onCancel, late, quota }): ModelSpec => {
    const capacityAs = late === true ? { status: 0.3, stream: 0.3, streamAfter: { share: 0.4, tokens: 2 } } : { status: 1, stream: 0 };
    const changes = { refuseAfter, onCancel, capacityAs, ...(quota && { quota }) } as const;
    return pace === undefined ? model({ ...changes, service }) : paced(pace[0], pace[1], changes);
  });

const slots = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(3), times(15), fc.integer({ min: 1, max: 3 })).map(([before, at, value]) => ({
      steps: [
        { at: { offset: 0 }, value: before },
        { at: { offset: at }, value },
      ],
    })),
  },
);

const poolSpec = fc.record({
  slots,
  length: fc.constantFrom<(number | 'unlimited')[]>(0, 0, 1, 3, 'unlimited'),
  maxWait: maybe(times(5)),
  tenants: maybe(fc.constantFrom(0.5, 1.5), 1),
});

const limitSpec = fc.record({
  rule: fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((fixed) => ({ fixed })),
    fc
      .record({ initial: fc.integer({ min: 1, max: 3 }), increase: fc.constantFrom(1, 5), decrease: fc.constant(0.5), min: fc.constant(1) })
      .map((aimd) => ({ aimd })),
    fc.constantFrom<{ readonly [tag: string]: object }>(
      { vegas: limits.vegas.options.parse({ initial: 3, probe: 1, decrease: 0.5 }) },
      { gradient2: limits.gradient2.options.parse({ initial: 2 }) },
      { gradient: limits.gradient.options.parse({ min: 1, initial: 3, window: '100ms', samples: 1 }) },
    ),
    fc.tuple(fc.integer({ min: 1, max: 3 }), times(12), fc.integer({ min: 1, max: 3 })).map(([before, at, value]) => ({
      schedule: {
        steps: [
          { at: { offset: 0 }, value: before },
          { at: { offset: at }, value },
        ],
      },
    })),
  ),
  per: fc.constantFrom('client', 'client', 'fleet', 'target'),
  hold: fc.constantFrom('attempt', 'request'),
  length: fc.constantFrom<(number | 'unlimited')[]>(0, 1, 3, 'unlimited', 'unlimited'),
  maxWait: fc.oneof(fc.constant('unlimited' as const), times(6)),
  order: fc.constantFrom<LimitSpec['queue']['order'][]>(
    'fifo',
    'fifo',
    { priority: { aging: 3 * grid } },
    { deadline: { needs: grid } },
    { lifo: { after: grid } },
  ),
});

const strategySpec = fc.record({
  delay: fc.constantFrom(0, grid, 2 * grid, 250),
  attempts: fc.integer({ min: 1, max: 4 }),
  totalAttempts: maybe(fc.integer({ min: 1, max: 5 }), 3),
  totalWait: maybe(times(6, 0), 3),
  targets: fc.constantFrom(['a'], ['a', 'b'], ['b', 'a']),
  order: fc.constantFrom('retry-first', 'route-first'),
  afterFirstToken: fc.constantFrom('fail', 'restart'),
  limit: maybe(limitSpec, 8),
  timeout: fc.record({
    attempt: maybe(times(8), 4),
    firstToken: maybe(times(4), 3),
    headers: maybe(times(4), 3),
    idle: maybe(times(3), 3),
  }),
});

export const history = fc.record({
  seed: fc.nat(1_000_000),
  rtt: fc.constantFrom(0, 0, 20, 2 * grid),
  pools: fc.tuple(poolSpec, poolSpec),
  models: fc.tuple(modelSpec, modelSpec),
  scripts: fc.tuple(fc.array(reply, { maxLength: 4 }), fc.array(reply, { maxLength: 4 })),
  clients: fc.integer({ min: 1, max: 3 }),
  arrivals: fc.array(times(15, 0), { minLength: 1, maxLength: 14 }),
  stream: fc.constantFrom(true, true, false),
  deadline: maybe(times(14), 6),
  outer: strategySpec,
  inner: maybe(strategySpec, 3),
  aborts: fc.array(fc.record({ entity: fc.nat(13), at: times(18, 0), order: fc.nat(6) }), { maxLength: 6 }),
  drain: maybe(times(5, 0), 1),
});

export type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type StrategyDraw = History['outer'];

function strategyOf(draw: StrategyDraw, name: string, targets: readonly string[]): StrategySpec {
  const { limit: drawn } = draw;
  const { totalAttempts, totalWait } = draw;
  return strategy(name, {
    retry: retry(
      fixedRetry(draw.delay, draw.attempts, { ...(totalAttempts && { totalAttempts }), ...(totalWait !== undefined && { totalWait }) }),
    ),
    route: route(targets, { order: draw.order, afterFirstToken: draw.afterFirstToken }),
    timeout: draw.timeout,
    ...(drawn && {
      limit: limit(1, {
        rule: drawn.rule,
        per: drawn.per,
        hold: drawn.hold,
        queue: { length: drawn.length, maxWait: drawn.maxWait, order: drawn.order },
      }),
    }),
  });
}

export function scenarioOf(draw: History): Scenario {
  const hangs = draw.scripts.flat().some((one) => one !== 'ok' && 'refuse' in one && one.refuse === 'hang');
  const stuck = draw.pools.some((one) => one.length === 'unlimited' && one.tenants !== undefined);
  // What the provider never ends, the caller must; and a hung attempt that is finished regardless keeps its slot.
  const deadline = draw.deadline ?? (hangs || stuck ? 12 * grid : undefined);
  const models = Object.fromEntries(
    (['a', 'b'] as const).map((name, i) => [
      name,
      { ...(draw.models[i] as ModelSpec), pool: name, ...(hangs && { onCancel: 'release' as const }) },
    ]),
  );
  const pools = Object.fromEntries(
    (['a', 'b'] as const).map((name, i) => {
      const { slots, length, maxWait, tenants } = draw.pools[i] as (typeof draw.pools)[0];
      const others = { load: tenants ?? 0, hold: 2 * grid, law: 'constant', retry: 'none', batch: 1 } as const;
      return [name, pool(slots, { queue: { length, maxWait }, ...(tenants !== undefined && { otherTenants: others }) })];
    }),
  );
  const outer = strategyOf(draw.outer, 'outer', draw.outer.targets);
  const whole = draw.inner === undefined ? outer : { ...outer, over: strategyOf(draw.inner, 'inner', []) };
  return scenario({
    seed: draw.seed,
    provider: provider({
      network: { rtt: draw.rtt },
      pools,
      models,
      faults: [script(['a'], draw.scripts[0]), script(['b'], draw.scripts[1])],
    }),
    workload: {
      clients: draw.clients,
      model: 'a',
      arrivals: { at: draw.arrivals.map((offset) => ({ offset })) },
      stream: draw.stream,
      ...(deadline !== undefined && { deadline }),
    },
    time: { length: 16 * grid, drain: draw.drain ?? 'unlimited' },
    strategies: [whole],
  });
}

/** What was granted, and what came back. */
export interface Watched {
  readonly grants: number;
  readonly releases: number;
}

/** Counts what is granted and given back, and looks at the limit at the instant of every grant. */
export function watch(permits: Permits): Watched {
  const books = { grants: 0, releases: 0 };
  const granted = (): void => {
    books.grants += 1;
    if (permits.inUse > permits.limit) throw new Error(`${permits.inUse} permits out at a limit of ${permits.limit}`);
  };
  const take = permits.take.bind(permits);
  permits.take = () => {
    const took = take();
    if (took) granted();
    return took;
  };
  const wait = permits.wait.bind(permits);
  permits.wait = (...asked) => {
    const waiting = wait(...asked) as PermitWait;
    const grant = waiting.grant.bind(waiting);
    waiting.grant = () => {
      granted();
      grant();
    };
    return waiting;
  };
  const release = permits.release.bind(permits);
  permits.release = () => {
    books.releases += 1;
    release();
    if (permits.inUse < 0) throw new Error('more permits came back than were out');
  };
  return books;
}

/** Lives through one history; throws on anything lost, doubled, or beyond its bound. `spoil` plants a fault. */
export function live(draw: History, spoil?: (permits: Permits, run: Simulation) => void): void {
  const one = scenarioOf(draw);
  const run = new Simulation({ scenario: one, strategyIndex: 0, replication: 0, raw: true }, new Map());
  if (spoil !== undefined) for (const permits of run.fleet.permits) spoil(permits, run);
  const books = run.fleet.permits.map(watch);
  const runs = catchRuns(run.fleet.clients);
  const aborted = new Set<number>();
  for (const { entity, at, order } of draw.aborts) {
    const abort = (): void => {
      runs.get(entity)?.abort('caller');
      aborted.add(entity);
    };
    later(run.clock, at * 1000, abort, order as EventClass);
  }
  while (!run.advance(1000));
  // Breaches of the identities are thrown here.
  const { raw } = foldReplication(run);
  const requests = raw?.requests ?? [];
  const attempts = raw?.attempts ?? [];

  const entities = requests.map(({ entity }) => entity).sort((a, b) => a - b);
  same(
    'rows of requests',
    entities,
    draw.arrivals.map((_, entity) => entity),
  );
  const { deadline } = one.workload;
  for (const request of requests) {
    const own = attempts.filter(({ entity }) => entity === request.entity).sort((a, b) => a.number - b.number);
    same(
      'rows of attempts',
      own.map(({ number }) => number),
      own.map((_, i) => i + 1),
    );
    same('attempts of the request', own.length, request.attempts);
    const micros = (ms: number | null): number => (ms === null ? Number.POSITIVE_INFINITY : Math.round(ms * 1000));
    const arrived = micros(request.arrivedMs);
    const until = deadline === undefined ? Number.POSITIVE_INFINITY : arrived + micros(deadline);
    let free = arrived;
    for (const { sentMs, endedMs } of own) {
      if (micros(sentMs) < free) throw new Error('an attempt begins before the one before it has ended');
      if (micros(sentMs) >= until) throw new Error('an attempt begins at the deadline');
      free = micros(endedMs);
    }
    if (request.outcome === null) continue;
    const end = arrived + micros(request.latencyMs);
    if (end < free) throw new Error('the request ends before its last attempt');
    if (end > until) throw new Error('the request ends after its deadline');
    const inFlight = own.reduce((sum, { sentMs, endedMs }) => sum + micros(endedMs) - micros(sentMs), 0);
    same('waits and attempts, µs', micros(request.queueWaitMs) + micros(request.backoffMs) + inFlight, end - arrived);
    same('whether the last attempt was answered', own.at(-1)?.class === 'ok', request.outcome === 'ok');
    if (request.outcome === 'cancelled' && !aborted.has(request.entity)) throw new Error('cancelled by nobody');
    if (one.strategies[0]?.over === undefined) bounded(one.strategies[0] as StrategySpec, own, request);
  }
  if (draw.drain === undefined) nothingLeft(run, books);
}

/** Of a run that was taken to the end of all requests; `books` are those of its permits. */
export function nothingLeft(run: Simulation, books: readonly Watched[]): void {
  same('requests without an outcome', run.generator.open, 0);
  same('attempts without an end', run.recorder.totals.open, 0);
  for (const [i, permits] of run.fleet.permits.entries()) {
    const left = { inUse: permits.inUse, inFlight: permits.inFlight, waiting: permits.waiting };
    same('left of the permits', left, { inUse: 0, inFlight: 0, waiting: 0 });
    same('permits given back', books[i]?.releases, books[i]?.grants);
  }
  const counts = run.providers.get('default')?.counts;
  same('left at the provider', [counts?.travelling, counts?.queued, counts?.inService], [0, 0, 0]);
  for (const one of run.providers.get('default')?.pools.values() ?? []) {
    const before = one.ownArea();
    run.clock.runUntil(run.clock.now() + 1_000_000);
    same('slots that never came back', one.ownArea() - before, 0);
  }
}

/** Ten thousand times: `expect` would take longer than the histories. */
export function same(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left}, expected ${right}`);
}

/** Rules of one layer. */
function bounded(
  spec: StrategySpec,
  own: readonly { readonly target: string; readonly class: string | null }[],
  request: { readonly backoffMs: number },
): void {
  const { attempts, totalAttempts = Number.POSITIVE_INFINITY, totalWait = Number.POSITIVE_INFINITY } = spec.retry;
  for (const target of spec.route.ordered) {
    if (own.filter((one) => one.target === target).length > attempts) throw new Error(`more than ${attempts} sends to ${target}`);
  }
  if (own.length > totalAttempts) throw new Error(`more than ${totalAttempts} sends`);
  if (request.backoffMs > totalWait) throw new Error(`waited for ${request.backoffMs} ms of ${totalWait}`);
}
