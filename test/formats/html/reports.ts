import type { Report } from '../../../reports/formats/format.ts';
import { overlay } from '../../../reports/formats/overlay.ts';
import { type StrategyFold, sampleNames, type Timeline } from '../../../reports/result/fold.ts';
import type { KeptRequest } from '../../../reports/result/kept.ts';
import { conductOf } from '../conduct.ts';
import { hostileNames } from '../hostile.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf, type Stated } from '../sample.ts';

const bucketCount = 288;

/** A day of 5-minute buckets that is fullest at noon; `refusedShare` of the attempts are refused then. */
function timelineOf(refusedShare: number): Timeline {
  const buckets = Array.from({ length: bucketCount }, (_, i) => Math.sin((Math.PI * i) / (bucketCount - 1)));
  const offered = buckets.map((height) => 60 + 90 * height);
  return {
    bucketSeconds: 300,
    offered,
    ok: buckets.map((height, i) => (offered[i] ?? 0) * (1 - refusedShare * height)),
    failed: buckets.map((height, i) => (offered[i] ?? 0) * refusedShare * height),
    attempts: offered,
    capacityRefused: buckets.map((height, i) => (offered[i] ?? 0) * refusedShare * height),
    inFlight: buckets.map((height) => 2 * height),
    waiting: buckets.map(() => 0),
    freeSlots: buckets.map((height) => 22 - 18 * height),
    limit: buckets.map(() => null),
  };
}

/** Quantiles from 2 s upward; the last `failedShare` of them fall among failures. */
function quantilesOf(failedShare: number, slower: number): readonly (number | null)[] {
  return Array.from({ length: 200 }, (_, i) => (i / 200 >= 1 - failedShare ? null : 2000 * slower + 40 * i));
}

const kept = { replication: 0, entity: 17, arrivedMs: 51_234_567.891, target: 'flagship' };

/** An answer at the second attempt, after a wait for a permit; the target has a name of somebody else's choice. */
const slow = (target: string): KeptRequest => ({
  ...{ ...kept, latencyMs: 59_000.5, outcome: 'ok', attempts: 2 },
  course: {
    ...{ reason: '', gaveUpBy: 'none', queueWaitMs: 4000, backoffMs: 2000, deferMs: 0 },
    attempts: [
      [target, 4000, 4030, 'capacity'],
      [target, 6030, 59_000.5, 'ok'],
    ],
  },
});

/** More attempts than are kept, the last one open. */
const gaveUp: KeptRequest = {
  ...{ ...kept, latencyMs: 120, outcome: 'deadline', attempts: 30 },
  course: {
    ...{ reason: 'attempt', gaveUpBy: 'deadline', queueWaitMs: 0, backoffMs: 0, deferMs: 0 },
    attempts: [
      ['flagship', 0, 30, 'timeout'],
      ['flagship', 30, null, null],
    ],
  },
};

function drawn(fold: StrategyFold, place: number): StrategyFold {
  const { requests } = fold.replications[0] ?? { requests: { failed: 0, offered: 0 } };
  const share = requests.offered === 0 ? 0 : requests.failed / requests.offered;
  if (requests.offered === 0) return fold;
  const latencyWithFailures = quantilesOf(share, 1 + place / 10);
  // Everything that can be drawn, so that pages are as large as they get.
  const timed = quantilesOf(0, 1 + place / 10).map((ms, i) => (i < 40 ? 0 : ms));
  const quantiles = { ...Object.fromEntries(sampleNames.map((name) => [name, timed])), latencyWithFailures } as StrategyFold['quantiles'];
  return { ...fold, timeline: timelineOf(share), quantiles, slowest: [slow(fold.name)], failed: share > 0 ? [gaveUp] : [] };
}

/** The same report with whole days and latencies, as a run has them. */
export function withDays(report: Report): Report {
  return { ...report, result: { ...report.result, strategies: report.result.strategies.map(drawn) } };
}

const many = (count: number): readonly Stated[] =>
  Array.from({ length: count }, (_, i) => ({ name: `strategy-${i}`, errorRate: (i % 7) / 100, p95: i % 7 > 5 ? null : 9000 + 400 * i }));

/** Bends every reader of names: a scenario, a sweep, keys, strategies, warnings, settings and failures of hostile names. */
function hostile(): Report {
  const long = hostileNames[hostileNames.length - 1] ?? '';
  const names = [...hostileNames, 'n'.repeat(300), 'שלום עולם', 'مرحبا بالعالم'];
  const variants = [1, 2].map((limit) => ({ name: `${long}@${long}=${limit}`, errorRate: 0.1 * limit }));
  const report = reportOf({
    name: long,
    strategies: [
      ...names.map((name, i) => ({ name, errorRate: i / 100, conduct: conductOf(name) })),
      { name: long, failure: { code: long, message: long } },
    ],
    sweep: { strategy: long, keys: { [long]: [1, 2] }, variants },
    warnings: hostileNames,
    verdict: hostileNames.join(' '),
    incomplete: true,
    slo: { errorRate: 0.1 },
  });
  const { result, summary } = report;
  return {
    summary,
    result: { ...result, scenario: { ...result.scenario, zone: long, start: '2026-03-02T00:00', arrivals: long } },
  };
}

const failure = { code: 'livelock', message: 'request 17 was sent 1,000 times' };

/** What the page must take, by name. */
export const reports: Readonly<Record<string, Report>> = {
  'the built-in day': withDays(peakDay),
  'one strategy': withDays(reportOf({ strategies: many(1) })),
  '25 strategies': withDays(reportOf({ strategies: many(25) })),
  'every request failed': withDays(reportOf({ strategies: many(3).map((stated) => ({ ...stated, errorRate: 1, p95: null })) })),
  'every strategy failed': withDays(
    reportOf({ strategies: many(3).map((stated) => ({ ...stated, offered: 0, failure })), incomplete: true }),
  ),
  'no strategy': reportOf({ strategies: [] }),
  'hostile names': withDays(hostile()),
  'two results': overlay(
    withDays(reportOf({ strategies: [{ name: 'a', errorRate: 0.1 }, { name: 'b', errorRate: 0.2 }, { name: 'alone' }] })),
    withDays(
      reportOf({
        strategies: [
          { name: 'b', errorRate: 0.2 },
          { name: 'a', errorRate: 0.3, cost: 3 },
        ],
      }),
    ),
  ),
};
