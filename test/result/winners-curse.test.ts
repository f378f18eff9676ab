import { describe, expect, it } from 'vitest';
import { selectForFresh } from '../../reports/result/recommend.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { Luck, probit } from '../../sim/kernel/random.ts';
import { makeResult, makeStrategy } from './make-fold.ts';

describe('the best of 25 equal strategies', () => {
  const trials = 60;
  // large enough a spread for chance, not the rule for near-equals, to decide
  const truth = 200;
  const spread = 20;
  const names = Array.from({ length: 25 }, (_, i) => `s${i}`);

  /** Good completions of one replication: the same truth for every strategy, and a draw of its own. */
  function fold(name: string, trial: number, first: number) {
    const stream = new Luck(1, trial).stream('goodput', name);
    const runs = [0, 1, 2, 3, 4].map((r) => ({
      replication: first + r,
      offered: 40,
      goodCompletions: Math.round(truth + spread * probit(stream.uniform(first + r, 0))),
      windowSeconds: 1,
    }));
    return makeStrategy(name, runs);
  }

  const trialsRun = Array.from({ length: trials }, (_, trial) => {
    const result = makeResult(names.map((name) => fold(name, trial, 0)));
    const { winner, names: again } = selectForFresh(result);
    const fresh = result.strategies.filter(({ name }) => again.includes(name)).map(({ name }) => fold(name, trial, 100));
    const figure = (of: typeof result) => summarise(of).strategies.find(({ name }) => name === winner)?.goodputPerSecond ?? 0;
    return { selected: figure(result), fresh: figure({ ...result, fresh }) };
  });

  const standardError = spread / Math.sqrt(5);
  const meanOf = (of: (trial: (typeof trialsRun)[number]) => number) => trialsRun.reduce((sum, trial) => sum + of(trial) / trials, 0);

  it('looks two standard errors better than it is on the replications that chose it', () => {
    // the largest of 25 normal values is 1.965 standard deviations above their mean on average
    const overstated = (meanOf(({ selected }) => selected) - truth) / standardError;
    expect(overstated).toBeGreaterThan(1.7);
    expect(overstated).toBeLessThan(2.2);
  });

  it('is printed with figures of fresh replications, which do not', () => {
    const bias = meanOf(({ fresh }) => fresh) - truth;
    expect(Math.abs(bias)).toBeLessThan((3 * standardError) / Math.sqrt(trials));
  });
});
