import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Measure, mean } from '../../reports/result/measures/measure.ts';
import { figureIn, measures } from '../../reports/result/measures/registry.ts';
import { kornGraubard } from '../../reports/result/stats/korn-graubard.ts';
import { round6 } from '../../reports/result/stats/round6.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { makeResult, makeStrategy, makeSweep, type Run } from './make-fold.ts';

const five = (run: Run) => [0, 1, 2, 3, 4].map(() => run);
const only = (runs: readonly Run[], slo: Record<string, number> = {}) => {
  const [strategy] = summarise(makeResult([makeStrategy('naive', runs)], { slo })).strategies;
  if (strategy === undefined) throw new Error('no strategy');
  return strategy;
};

describe('figures over replications', () => {
  const naive = only([
    { offered: 1000, failed: 100, shed: 20, attempts: 1200, firstRefused: 49, costUsd: 10, tenantArrivals: 400, tenantRefused: 10 },
    { offered: 3000, failed: 100, attempts: 3000, firstRefused: 0, costUsd: 14, tenantArrivals: 400, tenantRefused: 30 },
  ]);

  it('sums counts and weighs shares by size', () => {
    expect(naive.requests).toMatchObject({ offered: 4000, ok: 3800, failed: 200 });
    expect(naive.requests.failures).toMatchObject({ capacity: 180, shed: 20, timeout: 0 });
    // 200/4000, not the mean of 10 % and 3.3 %
    expect(naive.errorRate).toBe(0.05);
    // 49 of 980 + 3000 first attempts
    expect(naive.firstAttemptRefusedRate).toBe(round6(49 / 3980));
    expect(naive.provider.tenantsRefusedRate).toBe(0.05);
    expect(naive.amplification).toBe(1.05);
  });

  it('takes the mean per replication of cost, tokens and rates', () => {
    expect(naive.costUsd).toBe(12);
    // 900 and 2,900 good completions in 1,000 s each
    expect(naive.goodputPerSecond).toBe(1.9);
    expect(naive.tokens.delivered).toBe(380_000);
  });

  it('gives every measure of the registry its place and its interval', () => {
    const somewhere = Object.values(measures).filter((measure) => figureIn(naive, measure) !== null);
    expect(somewhere.map(({ name }) => name)).toContain('latency.p50');
    expect(Object.keys(naive.interval)).toEqual(Object.keys(measures));
    for (const measure of Object.values(measures)) {
      const [outer] = measure.path;
      expect(naive).toHaveProperty(outer ?? '');
    }
  });

  it('has the figure of a measure that only the registry knows', () => {
    const registry = measures as Record<string, Measure>;
    const described = { unit: 'requests', better: 'neither', per: 'run', describe: 'requests offered', example: 1 } as const;
    registry.offeredCount = mean({ name: 'offeredCount', ...described }, ({ requests }) => requests.offered);
    const extended = only([{ offered: 1000 }, { offered: 3000 }]);
    expect(figureIn(extended, registry.offeredCount)).toBe(2000);
    expect(extended.interval).toHaveProperty('offeredCount');
    delete registry.offeredCount;
  });

  it('puts each interval around its figure, the way its kind asks for', () => {
    expect(naive.interval.errorRate).toEqual(
      kornGraubard([
        { part: 100, whole: 1000 },
        { part: 100, whole: 3000 },
      ])?.map(round6),
    );
    // mean 12, s = 2.828, t(1) = 12.706: 12 ± 25.4, and no cost is below 0
    expect(naive.interval.costUsd?.[0]).toBe(0);
    expect(naive.interval.costUsd?.[1]).toBeCloseTo(37.41, 2);
  });

  it('keeps names of every class, and null where a measure does not apply', () => {
    expect(naive).toMatchObject({ makespanMs: null, limit: null, backoffMs: null, failoverMs: null, submitMs: null });
    expect(Object.keys(naive.attempts.failures)).toHaveLength(13);
    expect(Object.keys(naive.requests.failures)).toHaveLength(16);
    expect(naive.gaveUpBy).not.toHaveProperty('none');
  });
});

describe('one replication', () => {
  it('has figures and no interval', () => {
    const alone = only([{ failed: 20 }], { errorRate: 0.03 });
    expect(alone.errorRate).toBe(0.02);
    expect(new Set(Object.values(alone.interval))).toEqual(new Set([null]));
    expect(alone.slo[0]?.verdict).toBe('undecided');
  });
});

describe('bounds', () => {
  const verdict = (runs: readonly Run[], slo: Record<string, number>) => only(runs, slo).slo[0]?.verdict;

  it.each([
    // 20 of 1,000 five times: interval 1.6 to 2.4 %
    ['met', 'errorRate', 0.03],
    ['missed', 'errorRate', 0.01],
    ['undecided', 'errorRate', 0.021],
    // 0.98 good answers per second in every replication: the interval is a point, and on the bound is within
    ['met', 'goodputPerSecond', 0.98],
    ['missed', 'goodputPerSecond', 0.981],
    ['met', 'costUsd', 0],
    // nearest rank 950 of 1,000, in every replication alike
    ['met', 'latency.p95', 950],
    ['missed', 'latency.p95', 949],
    ['not measured', 'makespanMs', 1000],
  ] as const)('%s: %s against %d', (expected, measure, bound) => {
    expect(verdict(five({ failed: 20 }), { [measure]: bound })).toBe(expected);
  });

  it('an endless p95 is missed, however generous the bound', () => {
    const slo = only(five({ failed: 300 }), { 'latency.p95': 1e9 }).slo[0];
    expect(slo).toEqual({ measure: 'latency.p95', bound: 1e9, value: null, interval: null, verdict: 'missed' });
    expect(verdict([{ failed: 300 }], { 'latency.p95': 1e9 })).toBe('missed');
  });

  it('a p95 that is endless by a hair is undecided', () => {
    // 51 of 1,000 fail: the interval of the error rate reaches below 5 %
    expect(verdict(five({ failed: 51 }), { 'latency.p95': 1e9 })).toBe('undecided');
  });
});

describe('comparisons with the baseline', () => {
  const verdicts = (a: readonly Run[], b: readonly Run[], paired = true) =>
    Object.fromEntries(
      summarise(makeResult([makeStrategy('base', b), makeStrategy('other', a)], { paired })).comparisons.map(({ measure, verdict }) => [
        measure,
        verdict,
      ]),
    );
  const failing = (...counts: readonly number[]) => counts.map((failed) => ({ failed }));

  it('equal replications are identical', () => {
    expect(verdicts(failing(20, 25, 30), failing(20, 25, 30))).toEqual({
      errorRate: 'identical',
      goodputPerSecond: 'identical',
      'latency.p95': 'identical',
      costUsd: 'identical',
    });
  });

  it('pairing sees a steady difference that the spread between replications hides', () => {
    const base = failing(20, 60, 100, 140, 180);
    const other = failing(10, 50, 91, 130, 170);
    expect(verdicts(other, base).errorRate).toBe('better');
    expect(verdicts(other, base, false).errorRate).toBe('undecided');
    expect(verdicts(base, other).errorRate).toBe('worse');
    expect(verdicts(base, other).goodputPerSecond).toBe('worse');
  });

  it('differences within a tenth of a point are the same', () => {
    // half a request in a thousand, 0.05 points
    const doubled = (...counts: readonly number[]) => counts.map((failed) => ({ offered: 2000, failed }));
    expect(verdicts(doubled(41, 51, 61, 71, 82), doubled(40, 50, 60, 70, 80)).errorRate).toBe('same');
  });

  it('tell how large the difference is, strategy less baseline', () => {
    const { comparisons } = summarise(
      makeResult([
        makeStrategy('base', five({ costUsd: 10 })),
        makeStrategy(
          'other',
          [9, 9.5, 9, 8.5, 9].map((costUsd) => ({ costUsd })),
        ),
      ]),
    );
    const cost = comparisons.find(({ measure }) => measure === 'costUsd');
    // differences −1, −.5, −1, −1.5, −1: s = .3536, t(4) = 2.776, ± .439
    expect(cost).toMatchObject({ baseline: 'base', strategy: 'other', difference: -1, verdict: 'better' });
    expect(cost?.interval?.[0]).toBeCloseTo(-1.439, 3);
    expect(cost?.interval?.[1]).toBeCloseTo(-0.561, 3);
  });

  it('Holm: what holds alone may not hold among four', () => {
    // differences of cost 2, 3.2, 4, 4.8, 9: mean 4.6, s = 2.668, t(4) = 3.86, p = .018 alone, but .073 as the least of four
    const base = five({ costUsd: 100, failed: 0 });
    const costs = [102, 103.2, 104, 104.8, 109].map((costUsd, r) => ({ costUsd, failed: [0, 3, 0, 2, 1][r] ?? 0 }));
    const { comparisons } = summarise(makeResult([makeStrategy('base', base), makeStrategy('other', costs)]));
    const cost = comparisons.find(({ measure }) => measure === 'costUsd');
    expect(cost?.interval?.[0]).toBeGreaterThan(0);
    expect(cost?.verdict).toBe('undecided');
  });

  it('an endless p95 is worse than one that exists', () => {
    expect(verdicts(five({ failed: 300 }), five({ failed: 10 }))['latency.p95']).toBe('worse');
    expect(verdicts(five({ failed: 10 }), five({ failed: 300 }))['latency.p95']).toBe('better');
    expect(verdicts(five({ failed: 52 }), five({ failed: 48 }))['latency.p95']).toBe('undecided');
  });

  it('of one replication are undecided unless identical', () => {
    expect(verdicts(failing(20), failing(90))).toMatchObject({ errorRate: 'undecided', costUsd: 'identical' });
  });
});

describe('interrupted runs', () => {
  const runs = (numbers: readonly number[]) => numbers.map((replication) => ({ replication, failed: 10 * replication }));

  it('use the replications that every strategy has', () => {
    const { strategies } = summarise(
      makeResult([makeStrategy('a', runs([1, 2, 3])), makeStrategy('b', runs([2, 3]))], {}, { incomplete: true }),
    );
    expect(strategies.map(({ requests }) => requests.failed)).toEqual([50, 50]);
    // percentiles over two of three replications are not stored, and not guessed
    expect(strategies.map(({ latencyMs }) => latencyMs.ok === null)).toEqual([true, false]);
  });

  it('take one replication’s own percentiles when only one is shared', () => {
    const { strategies } = summarise(makeResult([makeStrategy('a', runs([1, 2])), makeStrategy('b', runs([2]))]));
    expect(strategies.map(({ latencyMs }) => latencyMs.ok?.p50)).toEqual([490, 490]);
  });

  it('a strategy that failed takes no replications from the others', () => {
    const failure = { code: 'livelock', message: 'more than 10,000 events at one instant' };
    const { strategies } = summarise(makeResult([makeStrategy('a', runs([1, 2, 3])), makeStrategy('b', runs([1]), { failure })]));
    expect(strategies.map(({ requests }) => requests.offered)).toEqual([3000, 1000]);
  });
});

describe('fresh replications', () => {
  const numbered = (from: number, failed: number) => [0, 1, 2].map((r) => ({ replication: from + r, failed: failed + r }));
  const selected = [makeStrategy('a', numbered(0, 100)), makeStrategy('b', numbered(0, 10)), makeStrategy('c', numbered(0, 50))];

  it('replace the figures they were selected by, and are compared with fresh figures of the baseline', () => {
    const fresh = [makeStrategy('a', numbered(100, 110)), makeStrategy('b', numbered(100, 20))];
    const { strategies, comparisons } = summarise(makeResult(selected, {}, { fresh }));
    expect(strategies.map(({ fresh: isFresh, requests }) => [isFresh, requests.failed])).toEqual([
      [true, 333],
      [true, 63],
      [false, 153],
    ]);
    const errors = comparisons.filter(({ measure }) => measure === 'errorRate');
    expect(errors.map(({ difference }) => difference)).toEqual([-0.09, -0.05]);
  });

  it('are left aside while there are fewer of them than were selected on', () => {
    const fresh = [makeStrategy('b', numbered(100, 20).slice(0, 2))];
    expect(summarise(makeResult(selected, {}, { fresh, incomplete: true })).strategies[1]?.fresh).toBe(false);
  });

  it('on which a strategy fails leave its figures as they were, with a warning', () => {
    const fresh = [makeStrategy('b', [], { failure: { code: 'stalled', message: 'b waits for ever' } })];
    const summary = summarise(makeResult(selected, {}, { fresh }));
    expect(summary.strategies[1]).toMatchObject({ fresh: false, requests: { failed: 33 } });
    expect(summary.warnings).toEqual(['b failed on fresh replications (stalled): b waits for ever']);
  });
});

describe('whatever is in a result', () => {
  const run = fc
    .record({
      offered: fc.integer({ min: 0, max: 60 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      cost: fc.nat(100),
      shed: fc.boolean(),
    })
    .map(({ offered, share, cost, shed }): Run => {
      const failed = Math.round(share * offered);
      return { offered, failed, shed: shed ? failed : 0, costUsd: cost / 7, firstRefused: shed ? 0 : failed, windowSeconds: 10 };
    });
  const runs = fc.array(run, { maxLength: 3 });

  it('the summary is JSON: no NaN, no Infinity, and reading it back changes nothing', () => {
    fc.assert(
      fc.property(fc.array(runs, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.boolean(), (lists, swept, paired) => {
        const { folds, sweep } = makeSweep('s', Object.fromEntries(lists.map((list, i) => [i + 1, list])));
        const slo = { errorRate: 0.1, 'latency.p95': 5, goodputPerSecond: 1, costUsd: 3 };
        const summary = summarise(makeResult(folds, { sweep: swept ? sweep : null, paired, slo }));
        expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
        expect(summary.verdict).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(summary.recommendation?.reason ?? '').not.toMatch(/NaN|Infinity|undefined|null/);
      }),
      { numRuns: 150 },
    );
  });

  it('no replication at all gives zeros and nulls', () => {
    const empty = only([]);
    expect(empty).toMatchObject({ errorRate: null, costUsd: null, goodputPerSecond: null, successByRetry: null, requests: { offered: 0 } });
  });

  it('no request, no success', () => {
    expect(only(five({ offered: 0 }))).toMatchObject({ errorRate: null, goodputPerSecond: 0, latencyMs: { ok: null, withFailures: null } });
    expect(only(five({ failed: 1000 }))).toMatchObject({
      errorRate: 1,
      quality: null,
      latencyMs: { ok: null, withFailures: { count: 5000, mean: null, p50: null, max: null } },
    });
  });
});
