import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Learnt, Slice } from '../../harness/learn/learnt.ts';
import { localClock } from '../../harness/learn/local-clock.ts';
import { scenarioText } from '../../harness/learn/scenario-text.ts';
import type { RawRows } from '../../harness/run/options.ts';
import type { Interval } from '../../reports/result/summary.ts';
import { cases, scenarioOf } from './cases.ts';
import { learnLog, type RunLog, runLog } from './run-logs.ts';

/** Days that are learnt from, days that are held out, and days for which the learnt scenario is run. */
const days = { learnt: 6, held: 3, run: 6 };

/**
 * Share of hours in which the mean of the run days lies inside the 95 % interval of the held-out ones. That interval is of
 * the held-out days' own error, σ²/H; the run days have that of the learnt ones and their own besides, σ²/L + σ²/S:
 * P(|Z| < 1.96 / √(1 + H/L + H/S)), for 6, 3 and 6 days P(|Z| < 1.386) = 0.834, for 6, 4 and 6 days P(|Z| < 1.283) = 0.800.
 */
const inside = { recordings: 0.834, weeks: 0.8 };

/** The number of misses among `of` that comes to be exceeded once in a hundred times at most, where each is inside with probability `share`. */
function mostMisses(of: number, share: number): number {
  let term = share ** of;
  let below = term;
  let misses = 0;
  while (below < 0.99) {
    misses += 1;
    term *= ((of - misses + 1) / misses) * ((1 - share) / share);
    below += term;
  }
  return misses;
}

interface Misses {
  readonly calls: readonly string[];
  readonly refused: readonly string[];
}

/** Hours of the run scenario that are not inside what the held-out days say. */
function missesOf(
  ran: readonly Slice[],
  held: readonly Slice[],
): { readonly calls: readonly string[]; readonly refused: readonly string[] } {
  const out = (hour: number, value: number | null | undefined, interval: Interval | null | undefined): readonly string[] =>
    value !== null && value !== undefined && interval && value >= interval[0] && value <= interval[1]
      ? []
      : [`${hour}:00 ${value} not in ${interval?.join(' … ')}`];
  const seen = held.map(({ days: some }, hour) => (some > 0 ? hour : -1)).filter((hour) => hour >= 0);
  return {
    calls: seen.flatMap((hour) => out(hour, ran[hour]?.arrivals.perHour, held[hour]?.arrivals.interval)),
    refused: seen.flatMap((hour) => out(hour, ran[hour]?.refused?.share, held[hour]?.refused?.interval)),
  };
}

/** Runs the scenario that is written of what was learnt, under the strategy that the log is of. */
async function ran(learnt: Learnt, zone: string, strategy: unknown): Promise<Learnt> {
  const { sweep: _, ...scenario } = parse(scenarioText(learnt, { files: ['log'], zone, name: 'learnt' }));
  return learnLog(await runLog(stringify({ ...scenario, seed: 2, replications: days.run, strategies: [strategy] })));
}

const only = (log: RunLog, fits: (rows: RawRows) => boolean): RunLog => ({ ...log, rows: log.rows.filter(fits) });

// Of a quota, which a scenario learnt has not, and of large pools nothing more is seen.
const tried = cases.filter(({ name }) => ['nobody else', 'a shared pool', 'few slots', 'retries and a limit'].includes(name));

const lists = (misses: readonly Misses[], what: keyof Misses): readonly string[] => misses.flatMap((each) => each[what]);

function expectFew(misses: readonly Misses[], hours: number, share: number): void {
  for (const what of ['calls', 'refused'] as const) {
    const found = lists(misses, what);
    expect(found.length, `${what}: ${found.join(', ')}`).toBeLessThanOrEqual(mostMisses(hours, share));
  }
}

test('the scenario of the first days, run, has the calls and the refusals of days that it has not seen', async () => {
  const misses: Misses[] = [];
  const pairs: { readonly simulated: Learnt; readonly held: Learnt }[] = [];
  for (const each of tried) {
    const log = await runLog(scenarioOf({ ...each, days: days.learnt + days.held }, 1));
    const learnt = await learnLog(
      only(log, ({ replication }) => replication < days.learnt),
      { slots: each.slots },
    );
    const held = await learnLog(only(log, ({ replication }) => replication >= days.learnt));
    const simulated = await ran(learnt, 'UTC', parse(`{ name: own${each.strategy === undefined ? '' : `, ${each.strategy}`} }`));
    pairs.push({ simulated, held });
    misses.push(missesOf(simulated.hours, held.hours));
  }
  expectFew(misses, 3 * tried.length, inside.recordings);
  // Held against the calls of another log, and against the refusals of another hour, it fails.
  const most = mostMisses(3 * tried.length, inside.recordings);
  const crossed = pairs.map(({ simulated }, at) => missesOf(simulated.hours, pairs[(at + 1) % pairs.length]?.held.hours ?? []));
  expect(lists(crossed, 'calls').length).toBeGreaterThan(most);
  const nextHour = (hours: readonly Slice[]) => hours.flatMap((_, hour) => hours[9 + ((hour + 1) % 3)] ?? []);
  const turned = pairs.map(({ simulated, held }) => missesOf(nextHour(simulated.hours), held.hours));
  expect(lists(turned, 'refused').length).toBeGreaterThan(most);
}, 900_000);

/** Twelve days from a Monday on, in which Berlin puts its clocks forward, on the last Sunday in March. */
const weeks = `
seed: 1
time: { start: 2026-03-23T00:00, zone: Europe/Berlin, length: 287h }
provider:
  network: { rtt: 20ms }
  pools: { pool: { slots: 10, otherTenants: { load: { curve: office-hours, low: 0.3, high: 0.9 }, hold: 30s } } }
  models: { big: { pool: pool, service: { hyperexponential: { means: [3s, 30s], shares: [0.9, 0.1] } } } }
workload: { arrivals: { poisson: { rate: { curve: office-hours, low: 0.02/s, high: 0.08/s } } } }
strategies: [ { name: own } ]
`;

test('of weeks with weekends and a change of clocks the scenario is a working day, and has what later ones had', async () => {
  const log = await runLog(weeks);
  const clock = localClock(log.zone, log.start);
  const [from, parted, to] = [0, 8 * 24 - 1, 287].map((hours) => clock({ kind: 'offset', ms: hours * 3_600_000 })) as [
    number,
    number,
    number,
  ];
  const part = (first: number, last: number) => learnLog(log, { slots: 10, spans: new Map([[0, [first, last] as const]]) });
  const learnt = await part(from, parted);
  const held = await part(parted, to);
  // Monday to Monday, then Tuesday to Friday, each from midnight to midnight.
  expect([learnt.from, learnt.to, learnt.working?.[12]?.days, held.days]).toEqual(['2026-03-23T00:00', '2026-03-31T00:00', 6, 4]);
  const simulated = await ran(learnt, log.zone, { name: 'own' });
  expectFew([missesOf(simulated.hours, held.hours)], 24, inside.weeks);
  // Answers of two kinds, 0.9 · 3 s + 0.1 · 30 s: their mean is kept, which is what loads are made of.
  const mean = simulated.service.latencyMs?.mean.value ?? Number.NaN;
  expect(Math.abs(mean / (learnt.service.latencyMs?.mean.value ?? Number.NaN) - 1)).toBeLessThan(0.05);
}, 900_000);
