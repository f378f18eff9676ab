import { beforeAll, describe, expect, test } from 'vitest';
import type { Learnt } from '../../harness/learn/learnt.ts';
import { erlangB } from '../../harness/scenario/erlang-b.ts';
import { learnRun } from './run-logs.ts';

/** Three hours of a day with constant loads, so that Erlang's loss formula says what is refused in each. */
interface Case {
  readonly name: string;
  readonly slots: number;
  /** Share of the slots that others ask for, by hour. */
  readonly others: readonly [number, number, number];
  /** Own requests a second, by hour. */
  readonly rate: readonly [number, number, number];
  /** How long they take, as written, and in the mean, s. */
  readonly service: string;
  readonly meanS: number;
  readonly tenants?: string;
  readonly days: number;
  readonly quota?: string;
  readonly strategy?: string;
}

const retrying = 'retry: { exponential: { base: 20s, jitter: { scale: [0.5, 1.5] } }, attempts: 3 }';

const cases: readonly Case[] = [
  { name: 'nobody else', slots: 8, others: [0, 0, 0], rate: [3, 4.5, 6], service: '{ exponential: 1s }', meanS: 1, days: 1 },
  { name: 'a shared pool', slots: 20, others: [0.5, 0.7, 0.85], rate: [0.3, 0.3, 0.3], service: '{ exponential: 3s }', meanS: 3, days: 4 },
  { name: 'a large one', slots: 40, others: [0.6, 0.8, 0.92], rate: [0.3, 0.5, 0.6], service: '{ exponential: 5s }', meanS: 5, days: 2 },
  {
    name: 'always alike',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.4, 0.4, 0.4],
    service: '2s',
    meanS: 2,
    tenants: 'law: constant',
    days: 4,
  },
  // Log-normal by median m and 99th percentile: mean m · exp(σ² / 2), σ = ln(p99 / m) / 2.3263.
  {
    name: 'long answers',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.3, 0.3, 0.3],
    service: '{ p50: 2s, p99: 8s }',
    meanS: 2 * Math.exp((Math.log(4) / 2.3263479) ** 2 / 2),
    tenants: 'law: lognormal',
    days: 4,
  },
  { name: 'quiet', slots: 40, others: [0.3, 0.4, 0.5], rate: [0.2, 0.2, 0.2], service: '{ exponential: 5s }', meanS: 5, days: 3 },
  { name: 'one day', slots: 16, others: [0.4, 0.7, 0.9], rate: [1, 1, 1.2], service: '{ exponential: 2s }', meanS: 2, days: 1 },
  { name: 'few slots', slots: 5, others: [0.2, 0.4, 0.6], rate: [0.25, 0.25, 0.25], service: '{ exponential: 2s }', meanS: 2, days: 4 },
  {
    name: 'a quota as well',
    slots: 20,
    others: [0.6, 0.75, 0.9],
    rate: [0.3, 0.4, 0.5],
    service: '{ exponential: 3s }',
    meanS: 3,
    quota: '{ rpm: 36, burst: 6 }',
    days: 4,
  },
  {
    name: 'retries and a limit',
    slots: 20,
    others: [0.6, 0.75, 0.85],
    rate: [0.4, 0.4, 0.4],
    service: '{ exponential: 2s }',
    meanS: 2,
    strategy: `limit: 6, ${retrying}`,
    days: 4,
  },
];

const byHour = (values: readonly number[], written: (value: number) => string): string =>
  `{ steps: [${values.map((value, hour) => `{ at: ${hour}h, value: ${written(value)} }`).join(', ')}] }`;

function scenarioOf({ slots, others, rate, service, tenants = 'law: exponential', days, quota, strategy }: Case, seed: number): string {
  const shared = others.every((share) => share === 0) ? '' : `, otherTenants: { load: ${byHour(others, String)}, hold: 10s, ${tenants} }`;
  return `
seed: ${seed}
replications: ${days}
time: { start: 2026-03-02T09:00, length: 3h }
provider:
  network: { rtt: 0ms }
  pools: { pool: { slots: ${slots}${shared} } }
  models: { big: { pool: pool, service: ${service}${quota === undefined ? '' : `, quota: ${quota}`} } }
workload: { arrivals: { poisson: { rate: ${byHour(rate, (value) => `${value}/s`)} } } }
strategies: [ { name: own${strategy === undefined ? '' : `, ${strategy}`} } ]
`;
}

const seed = 1;
const learnt = new Map<string, Learnt>();
beforeAll(async () => {
  for (const each of cases) learnt.set(each.name, await learnRun(scenarioOf(each, seed), { slots: each.slots }));
}, 900_000);

const hoursOf = (each: Case) =>
  [0, 1, 2].map((place) => {
    const slice = learnt.get(each.name)?.hours[9 + place];
    const [share = 0, rate = 0] = [each.others[place], each.rate[place]];
    if (slice === undefined) throw new Error('no such hour');
    const [own, others] = [rate * each.meanS, share * each.slots];
    return { slice, rate, own, others, blocked: erlangB(own + others, each.slots) ?? Number.NaN };
  });

const plainly = cases.filter(({ quota, strategy }) => quota === undefined && strategy === undefined);

describe.each(cases)('$name', (each) => {
  test('own calls an hour within three standard errors, which are no wider than independent calls are by half', () => {
    for (const { slice, rate } of hoursOf(each)) {
      const { perHour, error, count } = slice.arrivals;
      expect(Math.abs((perHour ?? Number.NaN) - 3600 * rate)).toBeLessThanOrEqual(3 * (error ?? 0));
      expect(error).toBeLessThanOrEqual((1.5 * Math.sqrt(count)) / each.days);
    }
  });

  test('where 20 were refused the load is within 10 %; elsewhere there is an upper bound, and it is one', () => {
    for (const { slice, own, others } of hoursOf(each)) {
      const { full, load } = slice;
      const total = load?.total;
      if ((full?.part ?? 0) < 20) {
        expect(load?.others).toMatchObject({ basis: 'at most', value: null, low: null });
        expect(load?.others.high).toBeGreaterThanOrEqual(others);
        continue;
      }
      expect(total?.basis).toBe('estimate');
      expect(Math.abs((total?.value ?? Number.NaN) / (own + others) - 1)).toBeLessThanOrEqual(0.1);
      // What is left once the own load is taken off is as far off as the whole.
      if (others >= 4 * own) expect(Math.abs((load?.others.value ?? Number.NaN) / others - 1)).toBeLessThanOrEqual(0.1);
      expect(((total?.high ?? Number.NaN) - (total?.low ?? 0)) / (own + others)).toBeLessThanOrEqual(0.25);
    }
  });
});

test('refusals by hour are inside their interval', () => {
  const outside = plainly.flatMap((each) =>
    hoursOf(each).flatMap(({ slice, blocked }, place) => {
      const [low, high] = slice.refused?.interval ?? [Number.NaN, Number.NaN];
      return blocked >= low && blocked <= high ? [] : [`${each.name} ${place}: ${blocked} not in ${low} … ${high}`];
    }),
  );
  // 95 % intervals: of 24 hours 1.2 are outside in the mean, four or more once in thirty times.
  expect(outside.length, outside.join(', ')).toBeLessThanOrEqual(3);
});

test('an interval is no wider than the refusals in it allow', () => {
  for (const each of plainly) {
    for (const { slice } of hoursOf(each)) {
      const { part = 0, whole = 0, share, interval } = slice.refused ?? {};
      const wide = (interval?.[1] ?? Number.NaN) - (interval?.[0] ?? Number.NaN);
      // 3.92 / √n is the width for independent refusals; they come in spells, so that a dozen count for one.
      if (part >= 20) expect(wide / (share ?? 0)).toBeLessThanOrEqual((3.92 * Math.sqrt(12)) / Math.sqrt(part));
      // Without a refusal −ln 0.025 / n; a few add as much again each.
      else expect(wide).toBeLessThanOrEqual((-Math.log(0.025) * (1 + part)) / whole + 1e-9);
    }
  }
});

test('slots that nobody else has are found without being given', () => {
  const { seen } = learnt.get('nobody else')?.slots ?? {};
  expect(seen).toMatchObject({ atLeast: 8, exclusive: [8, 8] });
  for (const { name, slots } of plainly.slice(1)) {
    const other = learnt.get(name)?.slots.seen;
    expect(other?.exclusive).toBe(null);
    expect(other?.atLeast).toBeLessThanOrEqual(slots);
  }
});
