import type { RawRows } from '../../harness/run/options.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { counted, difference, measured, ratio, summed } from './figures.ts';

const only = '--only article-backoff';
const sweep = '--vary article-backoff.retry.attempts=1..11,21';
const two = '--vary article-backoff.retry.attempts=4,11';
const few = '--vary article-backoff.retry.attempts=1,4,5,6,11,21';
const peak = '--set time.start=2026-03-02T10:00 --set time.length=6h';
const uncounted = '--set provider.models.flagship.quota.countRefused.quota=false';
const patient = '--set workload.deadline=24h';
const outage = (from: string, length: string): string =>
  `--set 'provider.faults=[{ outage: { pools: [big], from: ${from}, for: ${length}, tenants: true } }]'`;

const plain = `run peak-day ${only} --replications 1 ${peak}`;
const down = `run peak-day ${only} --replications 1 ${patient} ${outage('14:10', '12m')} --set time.start=2026-03-02T14:00 --set time.length=1h`;
/** Twenty requests against a model that is out for longer than anybody waits. */
const allDay = `run peak-day ${only} --replications 1 ${patient} ${outage('10:00', '2h')} --set time.start=2026-03-02T10:00 --set time.length=2h --requests 20`;

const name = (retries: number): string => `article-backoff@retry.attempts=${retries + 1}`;
const of = (run: string, retries: number, path: string): Figure => measured(run, name(retries), path);
const answered = (retries: number): Figure => of('own overload', retries, 'goodShare');

/** The wait before the k-th retry: the shortest that was drawn, and with what was added less than a second more. */
const wait = (retry: number): Figure =>
  counted('waits', `least \`waitMs\` of attempts numbered ${retry + 1} in attempts.csv`, ({ attempts }: RawRows) =>
    attempts.reduce((least, { number, waitMs }) => (number === retry + 1 ? Math.min(least, waitMs) : least), Number.POSITIVE_INFINITY),
  );

const formula = (says: string, figure: Figure, from: number, draws: number): Check => ({
  says,
  figure,
  unit: 'ms',
  atLeast: from * 1000,
  atMost: (from + draws) * 1000,
  of: 'every seed',
  because: `${draws === 1 ? '2^k' : 'Σ 2^k'} s, each with up to a second on top`,
});

const tenWaits = counted('waits', 'least Σ `waitMs` of attempts numbered 2 to 11 of one request in attempts.csv', ({ attempts }) => {
  const sums = new Map<number, number>();
  for (const { entity, number, waitMs } of attempts) if (number <= 11) sums.set(entity, (sums.get(entity) ?? 0) + waitMs);
  return Math.min(...sums.values());
});

const bestNumber: Figure = summed('own overload', 'retries of the variant with the largest `goodShare`', ({ strategies }) => {
  const variants = strategies.filter(({ name: each }) => each.includes('@'));
  const best = variants.reduce((most, each) => ((each.goodShare ?? 0) > (most.goodShare ?? 0) ? each : most));
  return Number(best.name.replace(/^.*=/, '')) - 1;
});

export const manyRetries: Claim = {
  id: 'M9',
  title: 'Too many retries drag everything down',
  says: 'Take three to five retries and at most 30 seconds of waiting; the tenth waits 1,024 seconds, 17 minutes. A failure that is fast beats a success that is slow.',
  verdict: 'holds only when',
  condition:
    'there is an outage, you ask for more than there is, or the provider counts refused attempts against your quota. On a plain peak where nobody counts them, ten retries do no harm: hardly any request needs them.',
  runs: {
    'own overload': {
      command: `run examples/claims/own-overload.yaml ${only} ${sweep}`,
      brief: `run examples/claims/own-overload.yaml ${only} ${few}`,
    },
    outage: { command: `${down} ${sweep}`, brief: `${down} ${few}` },
    'plain peak': { command: `${plain} ${sweep}`, brief: `${plain} ${few}` },
    'plain peak, nobody counts': { command: `${plain} ${uncounted} ${two}` },
    waits: { command: `${allDay} --set strategies.article-backoff.retry.attempts=12 --raw` },
    'both limits': {
      command: `${allDay} --set strategies.article-backoff.retry.attempts=6 --set strategies.article-backoff.retry.totalWait=30s`,
    },
  },
  checks: [
    {
      says: 'answered within 60 s with 5 retries more than with 10, own overload',
      side: 'when',
      figure: difference(answered(5), answered(10)),
      unit: 'points',
      atLeast: 0.05,
      of: 'every seed',
      because: 'drags down: five points, a judgement',
    },
    {
      says: 'answered within 60 s with no retry more than with 10, own overload',
      side: 'when',
      figure: difference(answered(0), answered(10)),
      unit: 'points',
      atLeast: 0,
      of: 'every seed',
      because: 'fast failure beats slow success: ten retries are worse than none',
    },
    ...[0, 5, 10].map(
      (retries): Check => ({
        says: `answered within 60 s with ${retries} retries, own overload`,
        side: 'when',
        figure: answered(retries),
        unit: 'share',
        atMost: 0.6,
        of: 'every seed',
        because: 'twice the load of 8 slots: half can be answered, a little more while the run ends; 60 %, a judgement',
      }),
    ),
    {
      says: 'retries with which most are answered within 60 s, own overload',
      side: 'when',
      figure: bestNumber,
      unit: 'count',
      atLeast: 3,
      atMost: 5,
      of: 'every seed',
      because: 'three to five',
    },
    {
      says: 'waited by one request in twenty, 4 retries, outage',
      side: 'when',
      figure: of('outage', 4, 'backoffMs.p95'),
      unit: 'ms',
      atMost: 30_000,
      of: 'every seed',
      because: 'at most 30 s of waiting',
    },
    {
      says: 'waited by one request in twenty, 10 retries, outage',
      side: 'when',
      figure: of('outage', 10, 'backoffMs.p95'),
      unit: 'ms',
      atLeast: 15 * 60_000,
      of: 'every seed',
      because: 'about 17 minutes: at least 15, a judgement',
    },
    {
      says: 'waited by one request in twenty, 20 retries, outage',
      side: 'when',
      figure: of('outage', 20, 'backoffMs.p95'),
      unit: 'ms',
      atLeast: 17 * 60_000,
      of: 'every seed',
      because: 'no less than with ten',
    },
    {
      says: 'failed with 10 retries more than with 3, plain peak whose quota counts refused attempts',
      side: 'when',
      figure: difference(of('plain peak', 10, 'errorRate'), of('plain peak', 3, 'errorRate')),
      unit: 'points',
      atLeast: 0,
      of: 'mean',
      because: 'its own retries use up the quota',
    },
    {
      says: 'failed with 10 retries more than with 3, plain peak, nobody counts',
      side: 'unless',
      figure: difference(of('plain peak, nobody counts', 10, 'errorRate'), of('plain peak, nobody counts', 3, 'errorRate')),
      unit: 'points',
      atMost: 0,
      of: 'every seed',
      because: 'no harm: no more failures',
    },
    {
      says: 'p95 with failures, 10 retries over 3, plain peak, nobody counts',
      side: 'unless',
      figure: ratio(
        of('plain peak, nobody counts', 10, 'latencyMs.withFailures.p95'),
        of('plain peak, nobody counts', 3, 'latencyMs.withFailures.p95'),
      ),
      unit: 'ratio',
      atMost: 1.1,
      of: 'every seed',
      because: 'no harm: no more than a tenth slower, a judgement',
    },
    formula('the tenth wait', wait(10), 512, 1),
    formula('the eleventh wait', wait(11), 1024, 1),
    formula('ten waits together', tenWaits, 1023, 10),
    {
      says: 'five retries and 30 s of waiting: stopped by the waiting',
      figure: ratio(
        measured('both limits', 'article-backoff', 'gaveUpBy.totalWait'),
        measured('both limits', 'article-backoff', 'requests.failed'),
      ),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: '1 + 2 + 4 + 8 + 16 s are more than 30 s, so the fifth wait is never begun',
    },
  ],
  notes: [
    'With the article’s own formula the tenth wait is 512 s. 1,024 s come before the eleventh retry; what adds up to 17 minutes are the first ten waits, 1,023 s.',
    'Five retries take at least 31 s of waiting, so five retries and 30 s cannot both be had: with both limits every request stops after four retries, and `gaveUpBy` names `totalWait`, never `attempts`.',
  ],
};
