import { describe, expect, test } from 'vitest';
import { judge } from '../../../reports/result/check/judge.ts';
import type { Result } from '../../../reports/result/result.ts';
import type { Run } from '../make-fold.ts';
import { gateOf, replications, rules, runsAround, said, stored } from './stored.ts';

const each = (run: Run): readonly Run[] => Array.from({ length: replications }, () => run);
const one = (runs: readonly Run[], more: Partial<Result['scenario']> = {}): Result => stored({ limited: runs }, more);

function verdictOf(measure: string, report: ReturnType<typeof gateOf>) {
  return report.scenarios[0]?.measures.find((check) => check.measure === measure)?.verdict;
}

describe('on the tolerance', () => {
  // Every replication alike: the difference is known exactly. 10 of 1,000 failed, 5 more are half a point.
  test('exactly as much as may be passes, one request more does not', () => {
    const before = one(each({ failed: 10, goodCompletions: 1000 }));
    const exact = gateOf(one(each({ failed: 15, goodCompletions: 980 })), before);
    expect(exact.outcome).toBe('passed');
    expect([verdictOf('errorRate', exact), verdictOf('goodputPerSecond', exact)]).toEqual(['within', 'within']);
    const more = gateOf(one(each({ failed: 16, goodCompletions: 979 })), before);
    expect([more.exitCode, verdictOf('errorRate', more), verdictOf('goodputPerSecond', more)]).toEqual([3, 'worse', 'worse']);
  });

  test('exactly on a bound of slo passes, beyond it does not', () => {
    const bound = { slo: { errorRate: 0.02 } };
    const alone = { baseline: null, baselinePath: null, faults: [] };
    expect(gateOf(one(each({ failed: 20, goodCompletions: 1 }), { slo: { goodputPerSecond: 0.001 } }), null, {}, alone).exitCode).toBe(0);
    expect(gateOf(one(each({ failed: 60 }), bound), null, {}, alone).exitCode).toBe(3);
    // 20 of 1,000: on the bound, and so far from decided by chance alone.
    expect(gateOf(one(each({ failed: 20 }), bound), null, {}, alone).exitCode).toBe(4);
  });

  test('nothing to be above: a baseline without errors may get half a point of them', () => {
    expect(gateOf(one(each({ failed: 5 })), one(each({ failed: 0 }))).outcome).toBe('passed');
    expect(gateOf(one(each({ failed: 6 })), one(each({ failed: 0 }))).outcome).toBe('failed');
  });
});

describe('verdicts', () => {
  const before = one(runsAround(40));

  test('the same figures are identical, and nothing is tested', () => {
    const report = gateOf(one(runsAround(40)), before);
    expect(report).toMatchObject({ outcome: 'passed', exitCode: 0, tests: 0 });
    expect(new Set(report.scenarios[0]?.measures.map(({ verdict }) => verdict))).toEqual(new Set(['identical']));
  });

  test('20 times the same verdict and bytes', () => {
    const texts = Array.from({ length: 20 }, () => JSON.stringify(gateOf(one(runsAround(55)), before)));
    expect(new Set(texts).size).toBe(1);
  });

  test('better is named and passes', () => {
    const report = gateOf(one(runsAround(20)), before);
    expect([report.exitCode, verdictOf('errorRate', report)]).toEqual([0, 'better']);
  });

  test('worse in one measure fails, though another is better', () => {
    const report = gateOf(one(runsAround(20, { costUsd: 2 })), before);
    expect([report.exitCode, verdictOf('errorRate', report), verdictOf('costUsd', report)]).toEqual([3, 'better', 'worse']);
  });

  /** Errors of 40 ± `swing` in pairs, so that the mean is exact and the spread is known. */
  const swinging = (mean: number, swing: number) =>
    Array.from({ length: replications }, (_, r) => ({ failed: mean + (r % 2 === 0 ? swing : -swing) }));

  test('a difference that luck explains: open within the tolerance, undecided beyond it', () => {
    const calm = one(each({ failed: 20 }));
    // Standard error of ±20 over ten: 20 · √(10/9)/√10 = 6.7 requests of 1,000, the interval ± 15.
    const open = gateOf(one(swinging(22, 20)), calm);
    expect([open.exitCode, verdictOf('errorRate', open)]).toEqual([0, 'open']);
    expect(gateOf(one(swinging(22, 20)), calm, { strict: true }).exitCode).toBe(4);
    const beyond = gateOf(one(swinging(30, 20)), calm);
    expect([beyond.exitCode, verdictOf('errorRate', beyond)]).toEqual([4, 'undecided']);
  });

  test('Holm: what one test shows, one of many does not', () => {
    // t = (16 − 5)/(10 · √(10/9)/√10) = 3.3 with 9 degrees: one-sided p = .0046.
    const shown = gateOf(one(swinging(36, 10)), one(each({ failed: 20 })));
    const p = shown.scenarios[0]?.measures.find(({ measure }) => measure === 'errorRate')?.p ?? 0;
    expect(p).toBeGreaterThan(0.0046);
    expect(shown.tests).toBeGreaterThan(1);
    expect(p / shown.tests).toBeLessThanOrEqual(0.0047);
  });

  test('other luck: not paired, which is said, and the seed is among what changed', () => {
    const report = gateOf(one(runsAround(40), { seed: 2 }), before);
    expect(report.scenarios[0]).toMatchObject({ paired: false, outcome: 'passed' });
  });

  test('a latency that has become endless is worse, one that no longer is, better', () => {
    const calm = one(each({ failed: 10 }));
    const failing = one(each({ failed: 100 }));
    const worse = gateOf(failing, calm);
    expect(verdictOf('latency.p95', worse)).toBe('worse');
    expect(worse.scenarios[0]?.measures.find(({ measure }) => measure === 'latency.p95')).toMatchObject({
      after: null,
      difference: null,
      endless: { before: [0, 10], after: [10, 10] },
    });
    expect(verdictOf('latency.p95', gateOf(calm, failing))).toBe('better');
    expect(verdictOf('latency.p95', gateOf(failing, failing))).toBe('identical');
  });

  describe('a latency that is endless in some replications on both sides', () => {
    /** The first `endless` replications fail in a tenth, the others in a hundredth; each request takes `ms`. */
    const partly = (endless: number, ms: number, scenario: Partial<Result['scenario']> = {}) => {
      const run = (failed: number) => ({ failed, latencies: Array<number>(1000 - failed).fill(ms), goodCompletions: 990 });
      return one(
        Array.from({ length: replications }, (_, r) => run(r < endless ? 100 : 10)),
        scenario,
      );
    };
    const latency = (report: ReturnType<typeof gateOf>) => report.scenarios[0]?.measures.find(({ measure }) => measure === 'latency.p95');

    test.each([{}, { seed: 2 }])('those that are finite are compared as well, %o', (scenario) => {
      const report = gateOf(partly(1, 50_000, scenario), partly(1, 5000));
      expect(report.exitCode).toBe(3);
      expect(latency(report)).toMatchObject({
        verdict: 'worse',
        suspicious: true,
        endless: { before: [1, 10], after: [1, 10] },
        finite: { replications: [9, 9], before: 5000, after: 50_000, difference: 45_000, allowed: 500 },
      });
      // A tenth of 5 s may be.
      expect(gateOf(partly(1, 5500, scenario), partly(1, 5000)).exitCode).toBe(0);
    });

    test('endless in more of them is worse, whatever the others took', () => {
      expect(latency(gateOf(partly(9, 100), partly(1, 5000)))).toMatchObject({ verdict: 'worse', finite: { replications: [1, 1] } });
    });

    test('what became finite is not held against the fast ones alone', () => {
      // Unpaired: five that were endless are now 9 s, the others 5 s as before.
      const slow = (failed: number, ms: number) => ({ failed, latencies: Array<number>(1000 - failed).fill(ms), goodCompletions: 990 });
      const after = one(
        Array.from({ length: replications }, (_, r) => slow(10, r < 5 ? 9000 : 5000)),
        { seed: 2 },
      );
      expect(latency(gateOf(after, partly(5, 5000)))).toMatchObject({ verdict: 'within', finite: { replications: [5, 5] } });
    });

    test('one replication that is finite on both sides cannot show what it looks like', () => {
      expect(latency(gateOf(partly(9, 50_000), partly(9, 5000)))).toMatchObject({ verdict: 'undecided' });
      expect(latency(gateOf(partly(9, 5100), partly(9, 5000)))).toMatchObject({ verdict: 'open' });
    });
  });
});

describe('what changed', () => {
  const changesOf = (current: Result, baseline: Result) => gateOf(current, baseline).scenarios[0]?.changes;
  const set = (result: Result, change: (result: ReturnType<typeof JSON.parse>) => void): Result => {
    const copy = JSON.parse(JSON.stringify(result));
    change(copy);
    return copy;
  };
  const base = one(runsAround(40));

  test('a key of a strategy, of the scenario, of slo, and the program', () => {
    const now = set(base, (result) => {
      result.strategies[0].config.limit.fixed = 4;
      result.scenario.resolved.provider.slots = 9;
      result.scenario.resolved.slo = { errorRate: 0.1 };
      result.tool.version = '0.2.0';
    });
    expect(changesOf(now, base)).toEqual([
      { of: 'program', strategy: null, key: 'version', before: '0.1.0', after: '0.2.0' },
      { of: 'scenario', strategy: null, key: 'provider.slots', before: '8', after: '9' },
      { of: 'slo', strategy: null, key: 'errorRate', before: null, after: '0.1' },
      { of: 'strategy', strategy: 'limited', key: 'limit.fixed', before: '8', after: '4' },
    ]);
  });

  test('a strategy, or a scenario, that has another name alone was renamed: it passes', () => {
    const now = set(base, (result) => {
      result.strategies[0].name = 'shipped';
      result.strategies[0].config.name = 'shipped';
      result.scenario.name = 'night';
      result.scenario.resolved.name = 'night';
    });
    expect(gateOf(now, base).outcome).toBe('passed');
    expect(changesOf(now, base)).toContainEqual({ of: 'strategy', strategy: 'shipped', key: 'name', before: 'limited', after: 'shipped' });
  });

  test('how often it is run, and what sweep and tune try, is no other scenario', () => {
    const now = set(base, (result) => {
      result.scenario.name = 'night';
      Object.assign(result.scenario.resolved, {
        name: 'night',
        replications: 20,
        sweep: { vary: {} },
        tune: { vary: {} },
        baseline: 'limited',
      });
    });
    expect(gateOf(now, base).outcome).toBe('passed');
    expect(changesOf(now, base)).toEqual([{ of: 'scenario', strategy: null, key: 'name', before: 'gate', after: 'night' }]);
  });

  test('nothing', () => expect(changesOf(base, base)).toEqual([]));
});

describe('suspicious', () => {
  test('a factor of three, and another load, are pointed out and decide nothing', () => {
    const many = gateOf(one(each({ goodCompletions: 990, costUsd: 1 })), one(each({ goodCompletions: 300, costUsd: 1 })));
    expect(many.outcome).toBe('passed');
    expect(many.scenarios[0]?.measures.filter(({ suspicious }) => suspicious).map(({ measure }) => measure)).toEqual(['goodputPerSecond']);
    expect(said(gateOf(one(each({ offered: 2000, failed: 40 })), one(each({ failed: 20 }))))).toContain('another load');
  });
});

test('several scenarios: one that fails fails the gate, and Holm is over the tests of all', () => {
  const input = (file: string, failed: number) => ({
    file,
    current: one(each({ failed })),
    baseline: one(runsAround(20)),
    baselinePath: 'b',
    faults: [],
    some: false,
  });
  const both = judge([input('a', 20), input('b', 40)], rules);
  expect(both.scenarios.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
  expect([both.outcome, both.tests]).toEqual(['failed', 2 * judge([input('a', 20)], rules).tests]);
});
