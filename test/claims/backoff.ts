import type { RawRows } from '../../harness/run/options.ts';
import type { RawAttempt } from '../../reports/result/raw.ts';
import type { Check, Claim } from './claim.ts';
import { counted } from './figures.ts';

const file = 'run examples/claims/hammering.yaml --only article-backoff --set workload.model=free --set time.length=1h --raw';

const retries = [1, 2, 3, 4];

/** 2^k s for the k-th retry, counted from 0: 1, 2, 4, 8 s. */
const base = (retry: number): number => [1000, 2000, 4000, 8000][retry - 1] ?? Number.NaN;

const before = ({ attempts }: RawRows, retry: number): readonly RawAttempt[] => attempts.filter(({ number }) => number === retry + 1);

const inRange = (rows: RawRows): number => {
  const waits = retries.flatMap((retry) => before(rows, retry).map(({ waitMs }) => waitMs - base(retry)));
  return waits.filter((over) => over >= 0 && over < 1000).length / waits.length;
};

const spread = (retry: number): Check => ({
  says: `mean of what is drawn on top of wait ${retry}`,
  figure: counted('rows', `mean \`waitMs\` of attempts numbered ${retry + 1} in attempts.csv − ${base(retry)}`, (rows) => {
    const waits = before(rows, retry);
    return waits.reduce((sum, { waitMs }) => sum + waitMs - base(retry), 0) / waits.length;
  }),
  unit: 'ms',
  atLeast: 400,
  atMost: 600,
  of: 'mean',
  because: 'U(0, 1 s) has mean 500 ms; within 100 ms, a judgement',
});

export const backoff: Claim = {
  id: 'M6',
  title: 'Exponential backoff with jitter',
  says: 'Wait 1, 2, 4 … seconds, each plus a random part of up to a second, and stop after five calls.',
  verdict: 'holds',
  runs: { rows: { command: file } },
  checks: [
    {
      says: 'waits within 2^k and 2^k + 1 s, k = 0 … 3',
      figure: counted('rows', 'share of `waitMs` of attempts numbered 2 to 5 in attempts.csv', inRange),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'the formula: every one of them',
    },
    {
      says: 'most calls of one request',
      figure: counted('rows', 'largest `number` in attempts.csv', ({ attempts }) =>
        attempts.reduce((most, { number }) => Math.max(most, number), 0),
      ),
      unit: 'count',
      atLeast: 5,
      atMost: 5,
      of: 'every seed',
      because: 'five calls: the busy model makes some requests need them all',
    },
    ...retries.map(spread),
  ],
};
