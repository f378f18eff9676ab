import type { Report } from '../../reports/formats/format.ts';
import type { Comparison } from '../../reports/result/summary.ts';
import { reportOf } from './sample.ts';

function compared(strategy: string, measure: string, verdict: Comparison['verdict'], difference: number): Comparison {
  return { baseline: 'naive', strategy, measure, difference, interval: [difference - 0.01, difference + 0.01], verdict };
}

const sweepFigures = [
  ...[0.223, 0.11, 0.058, 0.021, 0.022, 0.024, 0.027, 0.03, 0.034, 0.04].map((errorRate, i) => ({ errorRate, limit: i + 1 })),
];

/** The built-in day in rough figures: eight strategies, limits 1 to 10, limit 4 recommended. */
export const peakDay: Report = reportOf({
  strategies: [
    { name: 'naive', offered: 43_012, errorRate: 0.044, goodput: 0.476, cost: 134.21, p95: 21_400, okP95: 11_200, slo: [missed(0.044)] },
    { name: 'hammer', offered: 43_012, errorRate: 0.38, goodput: 0.31, amplification: 14.2, cost: 83.4, p95: null, slo: [missed(0.38)] },
    {
      name: 'article-backoff',
      offered: 43_012,
      errorRate: 0.001,
      goodput: 0.497,
      amplification: 1.09,
      cost: 140.1,
      p95: 13_100,
      slo: [met(0.001)],
    },
    { name: 'semaphore-5', offered: 43_012, errorRate: 0.041, goodput: 0.478, cost: 134.9, p95: 14_300, slo: [missed(0.041)] },
    { name: 'limited', offered: 43_012, errorRate: 0.022, goodput: 0.487, cost: 137.5, p95: 12_900, slo: [met(0.022)] },
    { name: 'aimd', offered: 43_012, errorRate: 0.031, goodput: 0.483, cost: 136.2, p95: 12_800, slo: [undecided(0.031)] },
    {
      name: 'ladder',
      offered: 43_012,
      errorRate: 0,
      goodput: 0.498,
      amplification: 1.05,
      cost: 131.7,
      p95: 12_000,
      tenantArrivals: 691_200,
      slo: [met(0)],
    },
    {
      name: 'side-project',
      offered: 43_012,
      errorRate: 0.0099,
      goodput: 0.493,
      amplification: 1.08,
      cost: 139,
      p95: 13_000,
      slo: [met(0.0099)],
    },
  ],
  sweep: {
    strategy: 'limited',
    keys: { limit: sweepFigures.map(({ limit }) => limit) },
    variants: sweepFigures.map(({ errorRate, limit }) => ({
      name: `limited@limit=${limit}`,
      ...{
        offered: 43_012,
        errorRate,
        goodput: 0.5 * (1 - errorRate),
        p95: errorRate > 0.05 ? null : 12_000 + 150 * limit,
        cost: 140 * (1 - errorRate),
      },
      ...{ firstRefused: 0.002 * limit, fresh: limit >= 3 && limit <= 5, slo: [errorRate < 0.03 ? met(errorRate) : missed(errorRate)] },
    })),
  },
  slo: { errorRate: 0.03 },
  comparisons: [
    ...['hammer', 'semaphore-5'].flatMap((name) => [
      compared(name, 'errorRate', 'worse', 0.336),
      compared(name, 'goodputPerSecond', 'worse', -0.166),
    ]),
    ...['article-backoff', 'limited', 'limited@limit=4', 'ladder'].flatMap((name) => [
      compared(name, 'errorRate', 'better', -0.022),
      compared(name, 'goodputPerSecond', 'better', 0.011),
      compared(name, 'latency.p95', 'undecided', -8500),
      compared(name, 'costUsd', 'worse', 3.3),
    ]),
    ...['aimd', 'side-project'].flatMap((name) => [
      compared(name, 'errorRate', 'better', -0.02),
      compared(name, 'latency.p95', 'worse', 900),
    ]),
  ],
  recommendation: {
    strategy: 'limited@limit=4',
    ...{ parameter: 'limit', value: 4, fleetValue: 4, variant: 'limited@limit=4', balancePoint: 5, interval: [4, 6], basis: 'shown' },
    balanceReason: 'at 5, 1.0 % of first attempts are refused, but goodput is already best at 4',
    replicationsNeeded: null,
    reason:
      'limited@limit=4 meets errorRate ≤ 3 % and has 0.489 good answers per second. Values 4 to 6 of limit are not shown worse than the best by more than 1 % goodput. One step from limit 4: 3 would shed 3.7 %, 5 buys nothing. Balance point: 5, under 1 % of first attempts refused; goodput is already best at 4.',
  },
  verdict:
    'Ship limited@limit=4: errors 4.4 % → 2.1 %, p95 21.4 s → 12.6 s, cost $134.21 → $137.06; limit 4: 3 would shed 3.7 %, 5 buys nothing.',
  warnings: ['other tenants fill the provider at 15:00: 11.9 % of their calls are refused whatever you do'],
});

function met(value: number) {
  return sloOf(value, 'met');
}
function missed(value: number) {
  return sloOf(value, 'missed');
}
function undecided(value: number) {
  return sloOf(value, 'undecided');
}
function sloOf(value: number, verdict: 'met' | 'missed' | 'undecided') {
  return { measure: 'errorRate', bound: 0.03, value, interval: [value * 0.9, value * 1.1] as const, verdict };
}
