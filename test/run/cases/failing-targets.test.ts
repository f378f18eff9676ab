import { describe, expect, it } from 'vitest';
import { strategySchema } from '../../../harness/strategy/schema.ts';
import type { BreakerSpec, RouteSpec, StrategySpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec, ProviderSpec } from '../../../sim/provider/spec.ts';
import { at, fixedRetry, limit, model, pool, provider, type Ran, route, runOf, scenario, strategy } from '../../support/scenario.ts';

/** Faults of breakers, cooldowns and routes that learn, as people reported them, with the right result. */

const every = (ms: number, count: number) => at(...Array.from({ length: count }, (_, i) => i * ms));
const down = (from: number, length: number): FaultSpec => ({
  outage: { from: { offset: from }, for: length, models: ['m'], tenants: false, as: 'capacity' },
});
const well = (changes: Partial<ProviderSpec> = {}) => provider({ pools: { big: pool(100) }, models: { m: model() }, ...changes });

function breaker(changes: Partial<BreakerSpec> = {}): BreakerSpec {
  return { rule: { consecutive: 5 }, open: 10_000, probes: 1, factor: 1, cap: 600_000, whenOpen: 'fail', ...changes };
}

/** When attempts at a target were sent, s. */
const sentTo = ({ attempts }: Ran, target: string, until = Number.POSITIVE_INFINITY): number[] =>
  attempts.filter((one) => one.target === target && one.sentMs < until).map((one) => one.sentMs / 1000);

describe('B8: half-open', () => {
  // 20 a second; down for 60 s. Five failures open it at 0.2 s; from then on it is asked every 10 s.
  const run = (changes: Partial<BreakerSpec> = {}, faults = [down(0, 60_000)], arrivals = every(50, 1600)) =>
    runOf(
      scenario({
        provider: { pools: { big: pool(100) }, models: { m: model() }, faults },
        workload: { model: 'm', arrivals },
        strategies: [strategy('s', { route: route(['m']), breaker: breaker(changes) })],
        time: { length: 80_000 },
      }),
    );

  it('B8: sends one probe an open time while the provider is down, and closes with the first that succeeds', () => {
    const sent = sentTo(run(), 'm');
    expect(sent.filter((at) => at < 61)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 10.2, 20.2, 30.2, 40.2, 50.2, 60.2]);
    // The probe of 60.2 s is answered after 1 s; then everything is sent: 376 arrivals from 61.2 to 79.95 s.
    expect(sent.filter((at) => at >= 61).length).toBe((79.95 - 61.2) / 0.05 + 1);
  });

  it('B8: six failures at once open it once, and it is half-open as long after that as after one', () => {
    const models = { m: model({ refuseAfter: 100 }) };
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(100) }, models, faults: [down(0, 60_000)] },
        workload: { model: 'm', arrivals: at(0, 0, 0, 0, 0, 0, ...Array.from({ length: 200 }, (_, i) => 100 * (i + 1))) },
        strategies: [strategy('s', { route: route(['m']), breaker: breaker({ rule: { consecutive: 1 } }) })],
      }),
    );
    expect(sentTo(ran, 'm', 20_000)).toEqual([0, 0, 0, 0, 0, 0, 10.1]);
  });

  it('B8: grows the open time up to its cap when it is told to', () => {
    // 10, then 20, then 40 s after each probe that fails.
    expect(sentTo(run({ factor: 2, cap: 30_000 }, [down(0, 80_000)]), 'm').slice(4)).toEqual([0.2, 10.2, 30.2, 60.2]);
  });

  it.each([1000, 1050, 1100])('B8: who waits for it keeps no permit that its probe needs (another request comes at %d ms)', (ms) => {
    const { requests } = runOf(
      scenario({
        provider: { pools: { big: pool(100) }, models: { m: model() }, faults: [down(0, 500)] },
        workload: { model: 'm', arrivals: at(0, 50, ms) },
        strategies: [
          strategy('s', {
            route: route(['m']),
            retry: fixedRetry(1500, 3),
            limit: limit(1, { hold: 'request' }),
            breaker: breaker({ rule: { consecutive: 1 }, open: 1000, whenOpen: 'wait' }),
          }),
        ],
        time: { length: 20_000, drain: 0 },
      }),
    );
    expect(requests.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  });

  it('B8: waits for breakers whose open time is no whole number of microseconds', () => {
    // 1.5^8 s is 25.62890625 s: a quarter of a microsecond lies beyond the grain of times.
    const sent = sentTo(
      runOf(
        scenario({
          provider: { pools: { big: pool(100) }, models: { m: model({ refuseAfter: 0 }) }, faults: [down(0, 1_000_000)] },
          workload: { model: 'm', arrivals: every(500, 400) },
          strategies: [
            strategy('s', {
              route: route(['m']),
              breaker: breaker({ rule: { consecutive: 1 }, open: 1000, factor: 1.5, whenOpen: 'wait' }),
            }),
          ],
          time: { length: 200_000, drain: 0 },
        }),
      ),
      'm',
    );
    const gaps = sent.slice(1).map((at, i) => at - (sent[i] as number));
    expect(gaps[8]).toBeCloseTo(25.62890625, 5);
  });

  it('B8: lets requests wait for the breaker when it is told to', () => {
    const ran = run({ whenOpen: 'wait', rule: { consecutive: 1 } }, [down(0, 5000)], at(0, 1000));
    expect(sentTo(ran, 'm')).toEqual([0, 10]);
    expect(ran.requests.map((one) => [one.outcome, one.latencyMs])).toEqual([
      ['capacity', 0],
      ['ok', 10_000],
    ]);
  });

  it('B8: no probes at all are refused', () => {
    const { error } = strategySchema.safeParse({ name: 's', breaker: { consecutive: 5, probes: 0 } });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['breaker.probes']);
  });
});

const two = (first: Partial<ProviderSpec>, changes: Partial<StrategySpec>, arrivals = every(500, 240)) =>
  runOf(
    scenario({
      providers: { a: well(first), b: well() },
      workload: { model: 'a/m', arrivals },
      strategies: [strategy('s', changes)],
      time: { length: 120_000 },
    }),
  );

const learning = (rule: RouteSpec['rule']): Partial<StrategySpec> => ({ route: route(['a/m', 'b/m'], { rule }) });

/** Share of requests that arrived from then on and whose answer came from a, and from b. */
function shares({ requests, attempts }: Ran, fromMs: number): readonly number[] {
  const late = requests.filter((one) => one.arrivedMs >= fromMs);
  const firstTo = new Map<number, string>();
  for (const one of attempts) if (!firstTo.has(one.entity)) firstTo.set(one.entity, one.target);
  return ['a/m', 'b/m'].map((target) => late.filter((one) => firstTo.get(one.entity) === target).length / late.length);
}

describe('B9: fail over and fail back', () => {
  const outage = { faults: [down(0, 30_000)] };

  it.each<[string, Partial<StrategySpec>, number[]]>([
    // a's attempts while it is down: one at once, then one after each 10 s.
    ['cooldown', learning({ cooldown: { time: 10_000 } }), [0, 10, 20]],
    ['breaker', { route: route(['a/m', 'b/m']), breaker: breaker({ rule: { consecutive: 1 } }) }, [0, 10, 20]],
  ])('B9: %s asks a dead target once a time, and comes back at most that time after it is well', (_name, changes, sent) => {
    const ran = two(outage, changes);
    expect(sentTo(ran, 'a/m', 30_000)).toEqual(sent);
    // Well at 30 s, asked at 30 s: time to fail back 0, at most 10 s and an interval.
    expect(sentTo(ran, 'a/m').find((at) => at >= 30)).toBe(30);
    expect(shares(ran, 45_000)[0]).toBeGreaterThanOrEqual(0.95);
    expect(ran.requests.every((one) => one.outcome === 'ok')).toBe(true);
  });

  it('B9: health leaves what fails, probes it, and goes back to it', () => {
    const ran = two(outage, learning({ health: { decay: 10_000, probe: 0.05 } }));
    // 2 a second. Two failures bring the score to 1/3. From then on a is asked by the probes, 3 of 56 requests, and by the two
    // failures that bring it down again whenever they have faded, after 10 s at the earliest: 8 at most, and chance.
    expect(sentTo(ran, 'a/m', 2000)).toEqual([0, 0.5]);
    expect(sentTo(ran, 'a/m', 30_000).length).toBeLessThanOrEqual(15);
    expect(shares(ran, 60_000)[0]).toBeGreaterThanOrEqual(0.95);
    expect(ran.requests.every((one) => one.outcome === 'ok')).toBe(true);
  });
});

it('B10: a target that fails fast is not taken for a fast one', () => {
  const refusing = { models: { m: model({ refuseAfter: 5 }) }, faults: [down(0, 1_000_000)] };
  const slower = well({ models: { m: model({ service: 800 }) } });
  const ran = runOf(
    scenario({
      providers: { a: well(refusing), b: slower },
      workload: { model: 'a/m', arrivals: every(100, 1000) },
      strategies: [strategy('s', learning({ health: {} }))],
      time: { length: 100_000 },
    }),
  );
  expect(shares(ran, 10_000)[1]).toBeGreaterThanOrEqual(0.95);
  expect(ran.requests.every((one) => one.outcome === 'ok')).toBe(true);
});

describe('B11: a target that cannot take the request', () => {
  const run = (
    changes: Partial<RouteSpec> = {},
    contexts: readonly (number | undefined)[] = [undefined, 8192, undefined],
    c?: FaultSpec,
  ) => {
    const place = (context: number | undefined, faults: readonly FaultSpec[]) =>
      well({ models: { m: model({ context }) }, faults: [...faults] });
    const [a, b, last] = contexts;
    return runOf(
      scenario({
        providers: { a: place(a, [down(0, 60_000)]), b: place(b, []), c: place(last, c === undefined ? [] : [c]) },
        workload: { model: 'a/m', sizes: { input: 10_000, output: 10 } },
        strategies: [strategy('s', { route: route(['a/m', 'b/m', 'c/m'], changes) })],
      }),
    );
  };
  const told = ({ requests, attempts }: Ran) => [attempts.map((one) => one.target).join(' '), requests[0]?.outcome, requests[0]?.reason];

  it.each<[string, Ran, unknown[]]>([
    ['is passed over', run(), ['a/m c/m', 'ok', 'answered']],
    ['by a route that learns, too', run({ rule: { health: {} } }), ['a/m c/m', 'ok', 'answered']],
    ['also as the first one', run({}, [8192, 8192, undefined]), ['c/m', 'ok', 'answered']],
    ['the final error keeps the first cause', run({}, undefined, down(0, 60_000)), ['a/m c/m', 'exhausted', 'capacity']],
    ['when none can take it, one of them says so', run({}, [8192, 8192, 8192]), ['a/m', 'client_error', 'context']],
    ['exactly full it is taken', run({}, [8192, 10_010, undefined]), ['b/m', 'ok', 'answered']],
    ['fallback switched off: nothing else is asked', run({ on: [] }), ['a/m', 'capacity', 'overloaded']],
  ])('B11: %s', (_name, ran, expected) => expect(told(ran)).toEqual(expected));
});

describe('routes on a provider', () => {
  it('weighted sends shares within three standard errors of the weights', () => {
    const count = 4000;
    const { attempts } = two({}, learning({ weighted: { weights: [3, 1] } }), every(20, count));
    const share = attempts.filter((one) => one.target === 'a/m').length / count;
    expect(Math.abs(share - 0.75)).toBeLessThanOrEqual(3 * Math.sqrt((0.75 * 0.25) / count));
  });

  it('least-in-flight fills two pools alike to the last slot before one is refused', () => {
    const pools = (slots: number) => well({ pools: { big: pool(slots) } });
    const ran = runOf(
      scenario({
        providers: { a: pools(4), b: pools(4) },
        workload: { model: 'a/m', arrivals: every(125, 400) },
        strategies: [strategy('s', learning({ 'least-in-flight': {} }))],
      }),
    );
    // 8 a second of 1 s on 8 slots: in turn to both, and never refused.
    expect(ran.requests.every((one) => one.outcome === 'ok')).toBe(true);
    expect(sentTo(ran, 'a/m').length).toBe(200);
  });

  it('least-in-flight goes more to the faster of two', () => {
    // Of 1 s and 3 s: as many under way at each, so three times as many through the faster.
    const ran = runOf(
      scenario({
        providers: { a: well({ models: { m: model({ service: 3000 }) } }), b: well() },
        workload: { model: 'a/m', arrivals: every(100, 600) },
        strategies: [strategy('s', learning({ 'least-in-flight': {} }))],
      }),
    );
    const share = sentTo(ran, 'b/m').length / 600;
    expect(Math.abs(share - 0.75)).toBeLessThanOrEqual(0.02);
  });

  it('cooldown: when all are left alone, requests wait for the first, or fail', () => {
    const dead = { faults: [down(0, 2000)] };
    const both = (rule: { readonly [option: string]: unknown }) =>
      runOf(
        scenario({
          providers: { a: well(dead), b: well(dead) },
          workload: { model: 'a/m', arrivals: at(0, 1000) },
          strategies: [strategy('s', learning({ cooldown: { time: 5000, ...rule } }))],
        }),
      );
    expect(both({}).requests.map((one) => [one.outcome, one.latencyMs])).toEqual([
      ['exhausted', 0],
      ['ok', 5000],
    ]);
    expect(both({ whenAll: 'fail' }).requests.map((one) => one.outcome)).toEqual(['exhausted', 'shed']);
  });
});
