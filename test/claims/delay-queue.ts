import type { RawRequest } from '../../reports/result/raw.ts';
import type { Claim, Figure } from './claim.ts';
import { counted, measured, ratio } from './figures.ts';

const day = 'a day and a night';
const hourMs = 3_600_000;

/** Share of the requests that are not urgent which are taken up between these hours from the start, which is 08:00. */
const takenUp = (strategy: string, hours: string, from: number, to: number): Figure =>
  counted(
    day,
    `share of rows in requests.csv of ${strategy} with \`urgent\` false and \`arrivedMs\` + \`deferMs\` from ${hours}`,
    ({ requests }) => {
      const calm = requests.filter(({ urgent }) => !urgent);
      const inside = ({ arrivedMs, deferMs }: RawRequest): boolean =>
        arrivedMs + deferMs >= from * hourMs && arrivedMs + deferMs < to * hourMs;
      return calm.filter(inside).length / calm.length;
    },
    strategy,
  );

/** 95th percentile of the latency of urgent requests that were ok, nearest rank. */
const urgentP95 = (strategy: string): Figure =>
  counted(
    day,
    `95th percentile of \`latencyMs\` of rows in requests.csv of ${strategy} with \`urgent\` true and outcome ok`,
    ({ requests }) => {
      const all = requests.filter(({ urgent, outcome }) => urgent && outcome === 'ok').map(({ latencyMs }) => latencyMs ?? Number.NaN);
      return all.toSorted((a, b) => a - b)[Math.ceil(0.95 * all.length) - 1] ?? Number.NaN;
    },
    strategy,
  );

export const delayQueue: Claim = {
  id: 'M11',
  title: 'What is not urgent runs off peak',
  says: 'Put work that is not urgent into a delay queue and let it run off peak.',
  verdict: 'holds only when',
  condition:
    'the quiet hours have room for it under the quota as well: six of ten requests of a day fit into the eight hours of a night, and into three hours of it they do not',
  runs: { [day]: { command: 'run examples/claims/deferred.yaml --raw' } },
  checks: [
    {
      says: 'of what is not urgent, run from 00:00 to 08:00',
      side: 'when',
      figure: takenUp('at-night', '16 h to 24 h', 16, 24),
      unit: 'share',
      atLeast: 0.9,
      of: 'every seed',
      because: 'at least 90 % of it is moved',
    },
    {
      says: 'the same where nothing is held',
      side: 'when',
      figure: takenUp('as-they-come', '16 h to 24 h', 16, 24),
      unit: 'share',
      atMost: 0.5,
      of: 'every seed',
      because: 'a third of the day, and its quieter third, has less than half of the requests',
    },
    {
      says: 'first attempts refused, held against not held',
      side: 'when',
      figure: ratio(measured(day, 'at-night', 'firstAttemptRefusedRate'), measured(day, 'as-they-come', 'firstAttemptRefusedRate')),
      unit: 'ratio',
      atMost: 0.6,
      of: 'mean',
      because:
        'six of ten requests meet the night in the place of the day: 0.4 of the refusals remain, and something for those of the night',
    },
    {
      says: '95th percentile of urgent latency, held against not held',
      side: 'when',
      figure: ratio(urgentP95('at-night'), urgentP95('as-they-come')),
      unit: 'ratio',
      atLeast: 0.95,
      atMost: 1.05,
      of: 'every seed',
      because: 'unchanged, within 5 %',
    },
    {
      says: 'first attempts refused, held for three hours of the night, against not held',
      side: 'unless',
      figure: ratio(measured(day, 'in-three-hours', 'firstAttemptRefusedRate'), measured(day, 'as-they-come', 'firstAttemptRefusedRate')),
      unit: 'ratio',
      atLeast: 2,
      of: 'every seed',
      because: '0.6 × 43,200 requests less those of these hours are some 2 a second in three hours, and the quota lets 1.5 a second pass',
    },
  ],
};
