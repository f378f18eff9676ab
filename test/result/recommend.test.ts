import { describe, expect, it } from 'vitest';
import type { StrategyFold } from '../../reports/result/fold.ts';
import { replicationsFor } from '../../reports/result/recommend/basis.ts';
import { dollars, percent, span } from '../../reports/result/recommend/words.ts';
import { selectForFresh } from '../../reports/result/recommend.ts';
import type { Result } from '../../reports/result/result.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { makeResult, makeStrategy, makeSweep, type Run } from './make-fold.ts';

/** Five replications around `run`, one request more or less failing, so that intervals are no points. */
const five = (run: Run = {}) => [-1, 0, 1, 0, 0].map((step): Run => ({ ...run, failed: Math.max(0, (run.failed ?? 0) + step) }));
const strategy = (name: string, run: Run = {}) => makeStrategy(name, five(run));
const advice = (strategies: readonly StrategyFold[], scenario: Partial<Result['scenario']> = {}, rest: Partial<Result> = {}) =>
  summarise(makeResult(strategies, scenario, rest));

describe('the strategy to ship', () => {
  const shipped = (...of: Parameters<typeof advice>) => advice(...of).recommendation?.strategy;

  it('has the best goodput', () => {
    expect(shipped([strategy('a', { failed: 100 }), strategy('b', { failed: 40 }), strategy('c', { failed: 70 })])).toBe('b');
  });

  it('within 1 % of the best goodput has the smallest p95 with failures', () => {
    const slow = Array.from({ length: 1000 }, (_, i) => 2 * i);
    expect(shipped([strategy('slow', { failed: 10, latencies: slow }), strategy('quick', { failed: 19 })])).toBe('quick');
    expect(shipped([strategy('slow', { failed: 10, latencies: slow }), strategy('quick', { failed: 21 })])).toBe('slow');
  });

  it('comes first in the file when all is equal', () => {
    expect(shipped([strategy('first', { failed: 20 }), strategy('second', { failed: 20 })])).toBe('first');
  });

  it('meets every bound, though another has more goodput', () => {
    const strategies = [strategy('many', { goodCompletions: 900, failed: 50 }), strategy('few', { goodCompletions: 700, failed: 10 })];
    expect(shipped(strategies)).toBe('many');
    expect(shipped(strategies, { slo: { errorRate: 0.03 } })).toBe('few');
  });

  it('has figures within every bound where the replications show no more, though another has more goodput', () => {
    const slo = { errorRate: 0.03 };
    const many = makeStrategy('many', [{ goodCompletions: 900, failed: 80 }]);
    const few = makeStrategy('few', [{ goodCompletions: 700, failed: 10 }]);
    const { recommendation, verdict } = advice([many, few], { slo });
    expect(recommendation).toMatchObject({ strategy: 'few', basis: 'best guess' });
    expect(verdict).toMatch(/^Best guess: ship few: /);
    expect(advice([many], { slo }).verdict).toMatch(/^None is shown to be safe; the best guess is many: errors 8\.0 %/);
  });

  it('does not send more than maxAmplification times the attempts of the next', () => {
    const strategies = [strategy('calm', { failed: 50 }), strategy('hammer', { failed: 10, attempts: 1600 })];
    const { recommendation, warnings, verdict } = advice(strategies);
    expect(recommendation?.strategy).toBe('calm');
    expect(recommendation?.reason).toContain('hammer was passed over: 1.6 × the attempts per request of calm');
    expect(warnings).toEqual([
      'hammer has the best goodput with 1.6 × the attempts per request of calm: there are no other tenants here for it to displace; that holds only while the provider does not punish it.',
    ]);
    expect(verdict).toMatch(/^Keep calm: errors 5\.0 %/);
    expect(shipped(strategies, { recommend: { maxAmplification: 2, balance: 0.01 } })).toBe('hammer');
  });

  it('is none where the baseline sends too much and everything else is shown to be worse', () => {
    const strategies = [strategy('hammer', { failed: 10, attempts: 1600 }), strategy('calm', { failed: 50 })];
    const { recommendation, verdict } = advice(strategies);
    expect(recommendation).toBeNull();
    expect(verdict).toBe(
      'None is to be shipped: hammer sends 1.6 × the attempts per request of calm (recommend.maxAmplification: 1.5), and calm, the best of the others, has less goodput',
    );
    // What is not shown to be worse may be.
    expect(shipped([strategy('hammer', { failed: 50, attempts: 1600 }), strategy('calm', { failed: 50 })])).toBe('calm');
  });

  it('that wins by displacing others says by how much', () => {
    const tenants = (tenantRefused: number) => ({ tenantArrivals: 1000, tenantRefused });
    const { warnings } = advice([
      strategy('calm', { failed: 50, ...tenants(119) }),
      strategy('hammer', { failed: 10, attempts: 3000, ...tenants(142) }),
    ]);
    expect(warnings[0]).toContain('3.0 × the attempts per request of calm');
    expect(warnings[0]).toContain('14.2 % are refused instead of 11.9 %');
  });
});

describe('what the verdict rests on', () => {
  it('is shown when every bound is met', () => {
    const { recommendation, verdict } = advice([strategy('naive', { failed: 44 }), strategy('backoff', { failed: 20 })], {
      slo: { errorRate: 0.03 },
    });
    expect(recommendation).toMatchObject({ strategy: 'backoff', basis: 'shown', replicationsNeeded: null });
    expect(verdict).toBe('Ship backoff: errors 4.4 % → 2.0 %, p95 950 ms → 950 ms');
  });

  it('is a best guess while a bound is open, with the replications it would take', () => {
    const { recommendation, verdict } = advice([strategy('naive', { failed: 90 }), strategy('backoff', { failed: 28 })], {
      slo: { errorRate: 0.03 },
    });
    expect(recommendation).toMatchObject({ strategy: 'backoff', basis: 'best guess' });
    expect(recommendation?.replicationsNeeded).toBeGreaterThan(5);
    expect(verdict).toMatch(
      /^Best guess: ship backoff: .*; 5 replications do not show errorRate ≤ 3\.0 % \(is 2\.8 %\), about \d+ replications would$/,
    );
  });

  it('is a best guess with one replication', () => {
    const { recommendation, verdict } = advice([makeStrategy('naive', [{ failed: 90 }]), makeStrategy('backoff', [{ failed: 2 }])], {
      slo: { errorRate: 0.03 },
    });
    expect(recommendation).toMatchObject({ strategy: 'backoff', basis: 'best guess', replicationsNeeded: null });
    expect(verdict).toContain('; 1 replication does not show errorRate ≤ 3.0 % (is 0.2 %) (one replication shows no spread)');
  });

  it('without bounds is the difference in goodput', () => {
    expect(advice([strategy('naive', { failed: 90 }), strategy('backoff', { failed: 20 })]).recommendation?.basis).toBe('shown');
    const noisy = (...counts: readonly number[]) => counts.map((failed) => ({ failed }));
    const open = advice([makeStrategy('naive', noisy(20, 80, 20, 80, 20)), makeStrategy('backoff', noisy(80, 10, 70, 10, 20))]);
    expect(open.recommendation).toMatchObject({ strategy: 'backoff', basis: 'best guess' });
    expect(open.verdict).toContain('do not show a difference in goodput from naive');
  });

  it('for the baseline is that of every other strategy', () => {
    const { recommendation, verdict } = advice([strategy('naive', { failed: 10 }), strategy('worse', { failed: 90 })]);
    expect(recommendation).toMatchObject({ strategy: 'naive', basis: 'shown' });
    expect(verdict).toBe('Keep naive: errors 1.0 %, p95 950 ms');
  });

  it.each([
    // the reach shrinks with t/√R: t(4) = 2.776, t(8) = 2.306, t(9) = 2.262; 2.776/√5 = 1.2415, 2.306/√9 = .7687, 2.262/√10 = .7153
    [1, 0.6, 5, 10],
    [1, 0.62, 5, 9],
    // what is open needs one more at least, also where the interval alone would do
    [1, 2, 5, 6],
    [1, 0, 5, null],
    [1, 0.001, 5, null],
    [0, 1, 5, null],
    [1, 1, 1, null],
  ])('a reach of %d where %d is needed, from %d replications: %s', (reach, gap, now, expected) => {
    expect(replicationsFor(reach, gap, now)).toBe(expected);
  });

  it('takes more at the quantile that Holm may ask for', () => {
    // 1·√2/12.706 = .1113 with two; with three t(2) = 4.303 at .975: .277; at .99375 t(2) = .9875/√(2·.99375·.00625) = 8.860: .569
    expect(replicationsFor(1, 0.5, 2)).toBe(3);
    expect(replicationsFor(1, 0.5, 2, 0.99375)).toBe(4);
  });
});

describe('nothing to recommend', () => {
  const none = (...of: Parameters<typeof advice>) => {
    const { recommendation, verdict } = advice(...of);
    expect(recommendation).toBeNull();
    return verdict;
  };
  const livelock = { code: 'livelock', message: 'more than 1,000 sends of one request' };

  it('every strategy misses a bound', () => {
    expect(none([strategy('a', { failed: 90 }), strategy('b', { failed: 60 })], { slo: { errorRate: 0.03 } })).toBe(
      'None is safe: the best, b, misses errorRate ≤ 3.0 % (is 6.0 %)',
    );
  });

  it('only a strategy that displaces others meets the bounds', () => {
    const verdict = none([strategy('calm', { failed: 90 }), strategy('hammer', { failed: 2, attempts: 3000 })], {
      slo: { errorRate: 0.03 },
    });
    expect(verdict).toBe('None is safe: hammer sends 3.0 × the attempts per request of calm (recommend.maxAmplification: 1.5)');
  });

  it('all requests failed', () => {
    expect(none([strategy('a', { failed: 999 }), strategy('b', { failed: 1001 })].map(failAll))).toMatch(
      /^No strategy gave a good answer: errors 100\.0 %, p95 endless with a$/,
    );
  });

  it('no request arrived', () => {
    expect(none([makeStrategy('a', [{ offered: 0 }]), makeStrategy('b', [{ offered: 0 }])])).toBe(
      'Nothing was measured: no request arrived',
    );
  });

  it('every strategy ended in an error', () => {
    expect(none([makeStrategy('a', [], { failure: livelock }), makeStrategy('b', [], { failure: livelock })])).toBe(
      'Nothing was measured: no strategy ran to its end; a failed (livelock); b failed (livelock)',
    );
  });

  it('one strategy and no bound: figures, and what is missing', () => {
    expect(none([strategy('naive', { failed: 40, costUsd: 55.2 })])).toBe(
      'naive alone: errors 4.0 %, p95 950 ms, cost $55; a second strategy gives something to compare',
    );
  });

  it('one strategy with bounds is judged by them', () => {
    expect(advice([strategy('naive', { failed: 10 })], { slo: { errorRate: 0.03 } }).verdict).toBe('Ship naive: errors 1.0 %, p95 950 ms');
  });

  it('a strategy that failed does not win, and the verdict names it', () => {
    const { verdict, recommendation } = advice([strategy('naive', { failed: 10 }), makeStrategy('hammer', five(), { failure: livelock })]);
    expect(recommendation?.strategy).toBe('naive');
    expect(verdict).toMatch(/; hammer failed \(livelock\)$/);
  });

  it('an interrupted run says over how many replications it speaks', () => {
    const two = (failed: number) => makeStrategy(`s${failed}`, five({ failed }).slice(0, 2));
    expect(advice([two(90), two(20)], { replications: 5 }, { incomplete: true }).verdict).toMatch(
      /; interrupted after 2 of 5 replications$/,
    );
    // Live, a replication that was stopped is kept as far as it came.
    const live = { ...makeResult([two(90), two(20)]).scenario, mode: 'live' as const, replications: 2 };
    expect(advice([two(90), two(20)], live, { incomplete: true }).verdict).toMatch(/; interrupted in the last replication$/);
  });
});

/** All requests of all replications failed. */
function failAll({ name }: StrategyFold): StrategyFold {
  return makeStrategy(
    name,
    [0, 1].map(() => ({ failed: 1000 })),
  );
}

describe('a swept limit', () => {
  const tenants = { tenantArrivals: 4000, tenantRefused: 480 };
  // goodput peaks at 4; 3 sheds, 5 is not worse by more than 1 %, 6 is
  const byLimit = {
    2: { failed: 110, shed: 100, firstRefused: 40 },
    3: { failed: 58, shed: 58, firstRefused: 45 },
    4: { failed: 20, shed: 0, firstRefused: 60 },
    5: { failed: 24, firstRefused: 80 },
    6: { failed: 45, firstRefused: 110 },
  };
  const peakDay = (runs: Record<number, Run> = byLimit, scenario: Partial<Result['scenario']> = {}) => {
    const { folds, sweep } = makeSweep(
      'limited',
      Object.fromEntries(
        Object.entries(runs).map(([limit, run]) => [limit, five({ ...run, ...tenants, costUsd: 54, limit: Number(limit) })]),
      ),
    );
    const naive = strategy('naive', { failed: 44, ...tenants, costUsd: 55 });
    return makeResult([naive, ...folds], { slo: { errorRate: 0.03 }, sweep, ...scenario });
  };

  it('recommends the smallest value not shown worse than the best, and says what its neighbours do', () => {
    const { recommendation, verdict } = summarise(peakDay());
    expect(recommendation).toMatchObject({
      strategy: 'limited@limit=4',
      variant: 'limited@limit=4',
      parameter: 'limit',
      value: 4,
      fleetValue: 4,
      interval: [4, 5],
      basis: 'shown',
    });
    expect(verdict).toBe(
      'Ship limited@limit=4: errors 4.4 % → 2.0 %, p95 950 ms → 950 ms, cost $55 → $54; limit 4: 3 would shed 5.8 %, 5 would raise errors to 2.4 %',
    );
  });

  it('says that more buys nothing where it does', () => {
    expect(summarise(peakDay({ ...byLimit, 5: { failed: 20, firstRefused: 80 } })).verdict).toMatch(/5 buys nothing$/);
  });

  it('takes the smallest value of equals, even when a larger one came out ahead', () => {
    const { recommendation } = summarise(peakDay({ 3: { failed: 22 }, 4: { failed: 20 }, 5: { failed: 18 } }));
    expect(recommendation).toMatchObject({ value: 3, interval: [3, 5] });
  });

  it('leaves out values that miss a bound', () => {
    const { recommendation } = summarise(peakDay({ 3: { failed: 60, goodCompletions: 980 }, 4: { failed: 20, goodCompletions: 980 } }));
    expect(recommendation).toMatchObject({ value: 4, interval: [3, 4] });
  });

  it('has no balance point where tenants fill the provider', () => {
    expect(summarise(peakDay()).recommendation).toMatchObject({
      balancePoint: null,
      balanceReason: 'none: other tenants fill the provider at peak; a limit cannot help below 4.4 %',
    });
  });

  it('has one at the largest value that is refused little, with the reason when it is another', () => {
    const low = { ...byLimit, 2: { ...byLimit[2], firstRefused: 1 }, 3: { ...byLimit[3], firstRefused: 8 } };
    expect(summarise(peakDay(low)).recommendation).toMatchObject({
      value: 4,
      balancePoint: 3,
      balanceReason:
        'above 3 more than 1.0 % of first attempts are refused, yet 4 has more goodput: so low a limit sheds more than it saves',
    });
    const high = Object.fromEntries(Object.entries(byLimit).map(([limit, run]) => [limit, { ...run, firstRefused: 2 }]));
    expect(summarise(peakDay(high)).recommendation).toMatchObject({
      balancePoint: 6,
      balanceReason: 'up to 6 fewer than 1.0 % of first attempts are refused, but more than 4 has no more goodput',
    });
    const same = { ...byLimit, 4: { ...byLimit[4], firstRefused: 2 } };
    expect(summarise(peakDay(same)).recommendation).toMatchObject({ balancePoint: 4, balanceReason: null });
  });

  it('is told per client and for the fleet', () => {
    const { recommendation } = summarise(peakDay(byLimit, { clients: 20 }));
    expect(recommendation).toMatchObject({ value: 4, fleetValue: 80 });
    expect(recommendation?.reason).toContain('That is 4 per client, 80 for 20 clients.');
  });

  it('is the fleet’s own where the strategy says so', () => {
    const result = peakDay(byLimit, { clients: 20 });
    const perFleet = result.strategies.map((fold) => ({ ...fold, config: { limit: { fixed: 4, per: 'fleet' } } }));
    expect(summarise({ ...result, strategies: perFleet }).recommendation).toMatchObject({ value: 4, fleetValue: 4 });
  });

  it('counts every target of every client where each has its own', () => {
    const result = peakDay(byLimit, { clients: 20 });
    const perTarget = result.strategies.map((fold) => ({
      ...fold,
      config: { limit: { fixed: 4, per: 'target' } },
      replications: fold.replications.map((each) => ({ ...each, attempts: { ...each.attempts, byTarget: { big: 9, light: 1 } } })),
    }));
    const { recommendation } = summarise({ ...result, strategies: perTarget });
    expect(recommendation).toMatchObject({ value: 4, fleetValue: 160 });
    expect(recommendation?.reason).toContain('That is 4 per client and target, 160 for 20 clients and 2 targets.');
  });

  it('is told beside another winner', () => {
    const result = peakDay();
    const { recommendation, verdict } = summarise({
      ...result,
      strategies: [...result.strategies, strategy('ladder', { failed: 1, costUsd: 80 })],
    });
    expect(recommendation).toMatchObject({ strategy: 'ladder', variant: 'limited@limit=4', value: 4 });
    expect(verdict).toContain('. If it is to be limited: limit 4; 3 would shed 5.8 %, 5 would raise errors to 2.4 %');
  });

  it('at the end of what was tried says so', () => {
    const { 2: two, 3: three, 4: four, 5: five } = byLimit;
    expect(summarise(peakDay({ 2: two, 3: three, 4: four })).verdict).toContain('limit 4: 3 would shed 5.8 %, more than 4 was not tried');
    expect(summarise(peakDay({ 4: four, 5: five })).verdict).toContain('limit 4: less than 4 was not tried, 5 would raise errors');
  });

  it('that is not shown to meet a bound is told as a best guess', () => {
    // 2.0 % failed ± a request: the interval reaches over a bound of 2.0 %.
    const result = peakDay({ 4: { failed: 20 } }, { slo: { errorRate: 0.02 } });
    const { verdict, recommendation } = summarise({ ...result, strategies: [...result.strategies, strategy('ladder', { failed: 2 })] });
    expect(recommendation).toMatchObject({ strategy: 'ladder', value: 4 });
    expect(verdict).toContain('. If it is to be limited: limit 4 (a best guess: errorRate ≤ 2.0 % undecided at 2.0 %)');
  });

  it('covers the strategy it varies: the value is taken from the sweep', () => {
    const result = peakDay();
    const limited = strategy('limited', { ...byLimit[5], ...tenants, costUsd: 54 });
    const [naive, ...variants] = result.strategies;
    const strategies = [naive as StrategyFold, limited, ...variants];
    expect(summarise({ ...result, strategies }).recommendation?.strategy).toBe('limited@limit=4');
  });

  it('has no value when every one misses a bound', () => {
    const result = peakDay({ 3: { failed: 90 }, 4: { failed: 70 } }, { slo: { errorRate: 0.03 } });
    const { recommendation, verdict } = summarise({ ...result, strategies: [...result.strategies, strategy('ladder', { failed: 2 })] });
    expect(recommendation).toMatchObject({ strategy: 'ladder', value: null, variant: null, fleetValue: null });
    expect(verdict).toContain('. No limit of limited meets every bound');
  });

  it('rests on the figures alone with one replication', () => {
    const { folds, sweep } = makeSweep('limited', { 3: [{ failed: 58 }], 4: [{ failed: 20 }], 5: [{ failed: 22 }] });
    expect(summarise(makeResult(folds, { sweep })).recommendation).toMatchObject({ value: 4, interval: null, basis: 'best guess' });
  });

  it('another swept parameter has no balance point', () => {
    const result = peakDay();
    const renamed = result.strategies.map((fold) => ({ ...fold, name: fold.name.replace('limit=', 'attempts=') }));
    const sweep = {
      strategy: 'limited',
      keys: { attempts: [2, 3, 4, 5, 6] },
      variants: renamed.slice(1).map(({ name }) => name),
    };
    const { recommendation } = summarise({ ...result, strategies: renamed, scenario: { ...result.scenario, sweep } });
    expect(recommendation).toMatchObject({ parameter: 'attempts', value: 4, fleetValue: null, balancePoint: null });
    expect(recommendation?.balanceReason).toBe('none: attempts is not a limit');
  });

  it('of a limit the smallest that holds up is taken, of anything else the best', () => {
    // Goodput within 1 %, but 3 is quicker.
    const slow = Array.from({ length: 1000 }, (_, i) => 2 * i);
    const by = { 2: five({ failed: 24, latencies: slow }), 3: five({ failed: 20 }) };
    const limit = makeSweep('limited', by);
    expect(summarise(makeResult(limit.folds, { sweep: limit.sweep })).recommendation?.value).toBe(2);
    const tries = limit.folds.map((fold) => ({ ...fold, name: fold.name.replace('limit=', 'retry.attempts=') }));
    const sweep = { strategy: 'limited', keys: { 'retry.attempts': [2, 3] }, variants: tries.map(({ name }) => name) };
    expect(summarise(makeResult(tries, { sweep })).recommendation?.value).toBe(3);
  });

  it('of durations says them as they are written, and has them in ms', () => {
    const result = peakDay({ 3: { failed: 58 }, 4: { failed: 20 }, 5: { failed: 22 } });
    const texts = ['500ms', '1s', '2s'];
    const strategies = result.strategies.map((fold, i) => (i === 0 ? fold : { ...fold, name: `limited@retry.fixed=${texts[i - 1]}` }));
    const variants = strategies.slice(1).map(({ name }) => name);
    const sweep = { strategy: 'limited', keys: { 'retry.fixed': [500, 1000, 2000] }, variants };
    const { recommendation, verdict } = summarise({ ...result, strategies, scenario: { ...result.scenario, sweep } });
    expect(recommendation).toMatchObject({ parameter: 'retry.fixed', value: 1000, interval: [1000, 2000] });
    expect(verdict).toContain('; retry.fixed 1s: 500ms would miss errorRate ≤ 3.0 %, 2s would raise errors to 2.2 %');
    expect(recommendation?.reason).toContain('Values 1s to 2s of retry.fixed are');
    expect(recommendation?.reason).toContain('One step from retry.fixed 1s: ');
  });

  it('of a product holds the other keys at what is best', () => {
    const grid = [
      [3, 2, 60],
      [3, 5, 40],
      [4, 2, 50],
      [4, 5, 20],
      [5, 2, 45],
      [5, 5, 21],
    ] as const;
    const folds = grid.map(([limit, attempts, failed]) => strategy(`limited@limit=${limit},attempts=${attempts}`, { failed }));
    const sweep = { strategy: 'limited', keys: { limit: [3, 4, 5], attempts: [2, 5] }, variants: folds.map(({ name }) => name) };
    expect(summarise(makeResult(folds, { sweep })).recommendation).toMatchObject({
      variant: 'limited@limit=4,attempts=5',
      value: 4,
      interval: [4, 5],
    });
  });

  it('names what is to be run again: the variant, one step on each side, the baseline', () => {
    expect(selectForFresh(peakDay())).toEqual({
      winner: 'limited@limit=4',
      neighbours: ['limited@limit=3', 'limited@limit=5'],
      names: ['naive', 'limited@limit=3', 'limited@limit=4', 'limited@limit=5'],
    });
  });

  it('asks for nothing again where nothing was selected', () => {
    expect(selectForFresh(makeResult([strategy('naive')])).names).toEqual([]);
    expect(selectForFresh(peakDay({ 3: { failed: 90 }, 4: { failed: 90 } })).winner).toBeNull();
  });

  it('chosen on one set and missing a bound on the fresh one is a best guess', () => {
    const result = peakDay();
    const again = (name: string, failed: number) =>
      makeStrategy(
        name,
        five({ failed, costUsd: 54 }).map((run, r) => ({ ...run, replication: 100 + r })),
      );
    const fresh = [again('naive', 44), again('limited@limit=3', 58), again('limited@limit=4', 38), again('limited@limit=5', 24)];
    const { recommendation, verdict } = summarise({ ...result, fresh });
    expect(recommendation).toMatchObject({ strategy: 'limited@limit=4', basis: 'best guess' });
    expect(verdict).toContain('do not show errorRate ≤ 3.0 % (is 3.8 %)');
  });
});

describe('figures in sentences', () => {
  it.each([
    [percent(0.0437), '4.4 %'],
    [percent(0.00012), '0.012 %'],
    [percent(0), '0 %'],
    [span(850), '850 ms'],
    [span(12_300), '12.3 s'],
    [span(900_000), '15.0 min'],
    [dollars(54.6), '$55'],
    [dollars(1.234), '$1.23'],
    [dollars(0.00123), '$0.0012'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});
