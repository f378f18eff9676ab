import { cohortOf } from '../../reports/result/cohort.ts';
import { compare } from '../../reports/result/compare.ts';
import type { ReplicationFold, StrategyFold } from '../../reports/result/fold.ts';
import { poolSamples, quantitiesOf } from '../../reports/result/pool.ts';
import { selectForFresh } from '../../reports/result/recommend.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { Comparison } from '../../reports/result/summary.ts';
import { probit } from '../../sim/kernel/random.ts';
import { makeResult, makeStrategy } from '../result/make-fold.ts';
import { binomial, drawsOf, noise } from './draws.ts';

const replications = [0, 1, 2, 3, 4];
const numbers = new Set(replications);
const requests = 250;

/** All that these trials do not vary; made once, because most of the cost of a fold is in what nobody looks at here. */
const template = makeStrategy(
  'template',
  replications.map((replication) => ({ replication, offered: 1, windowSeconds: 1 })),
);

/** Five replications of 250 requests in which all that is compared varies by chance; `better` times the goodput is the truth. */
function strategy(name: string, trial: number, better: number): StrategyFold {
  const draw = drawsOf(`comparison ${name}`, trial);
  const columns = replications.map(() => {
    const failed = binomial(requests, 0.015, draw);
    const slower = 1000 * noise(0.1, draw);
    const latency = (_: unknown, i: number): number => (i < failed ? Number.POSITIVE_INFINITY : slower * Math.exp(probit(draw())));
    return { failed, latencies: Float64Array.from({ length: requests }, latency).sort() };
  });
  const { pooled, deleteOne } = poolSamples(columns.map(({ latencies }) => latencies));
  return {
    ...template,
    name,
    replications: columns.map(({ failed, latencies }, r) => {
      const fold = template.replications[r] as ReplicationFold;
      const ok = requests - failed;
      return {
        ...fold,
        requests: { ...fold.requests, offered: requests, started: requests, ok, good: ok, failed },
        goodCompletions: Math.round(2000 * better * noise(0.1, draw)),
        costUsd: 10 * noise(0.1, draw),
        samples: { ...fold.samples, latencyWithFailures: quantitiesOf(latencies) },
      };
    }),
    pooled: { ...template.pooled, latencyWithFailures: pooled },
    deleteOne: { ...template.deleteOne, latencyWithFailures: deleteOne },
  };
}

/** The verdicts of one strategy and a baseline that differ by chance alone, or by `better` in goodput. */
export function verdicts(trial: number, better = 1): readonly Comparison[] {
  const side = (name: string, factor: number) => ({ name, cohort: cohortOf(strategy(name, trial, factor), numbers) });
  return compare(side('b', better), side('a', 1), true);
}

export const decided = ({ verdict }: Comparison): boolean => verdict === 'better' || verdict === 'worse';

/** What each verdict would be if it stood alone: the interval leaves out 0. */
export const alone = ({ interval }: Comparison): boolean => interval !== null && (interval[0] > 0 || interval[1] < 0);

/** Goodput of the best of 25 strategies of the same truth, on the replications that chose it and on fresh ones. */
export interface Chosen {
  readonly selected: number;
  readonly fresh: number;
}

export const equals = { count: 25, truth: 200, spread: 20, replications: replications.length };

/** `spread` is large enough for chance, not the rule for near-equals, to decide. */
export function bestOfEquals(trial: number): Chosen {
  const names = Array.from({ length: equals.count }, (_, i) => `s${i}`);
  const fold = (name: string, first: number): StrategyFold => {
    const draw = drawsOf(`goodput ${name} ${first}`, trial);
    return {
      ...template,
      name,
      replications: template.replications.map((one, r) => ({
        ...one,
        replication: first + r,
        goodCompletions: Math.round(equals.truth + equals.spread * probit(draw())),
      })),
    };
  };
  const result = makeResult(names.map((name) => fold(name, 0)));
  const { winner, names: again } = selectForFresh(result);
  const fresh = again.map((name) => fold(name, replications.length));
  const goodput = (of: typeof result): number => summarise(of).strategies.find(({ name }) => name === winner)?.goodputPerSecond ?? 0;
  return { selected: goodput(result), fresh: goodput({ ...result, fresh }) };
}
