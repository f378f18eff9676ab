import { beforeAll, describe, expect, test } from 'vitest';
import type { Learnt } from '../../harness/learn/learnt.ts';
import { erlangB } from '../../harness/scenario/erlang-b.ts';
import { type Case, cases, scenarioOf } from './cases.ts';
import { learnRun } from './run-logs.ts';

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
        expect(learnt.get(each.name)?.unknown.join(' ')).toContain('fewer than 20 refusals: the log bounds it from above only');
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

test('where no formula says what is refused, with a quota or with retries, the interval has what other days had', async () => {
  const outside: string[] = [];
  for (const each of cases.filter((one) => !plainly.includes(one))) {
    const others = await learnRun(scenarioOf({ ...each, days: 3 * each.days }, seed + 1));
    for (const hour of [9, 10, 11]) {
      const [low, high] = learnt.get(each.name)?.hours[hour]?.refused?.interval ?? [Number.NaN, Number.NaN];
      const came = others.hours[hour]?.refused?.share ?? Number.NaN;
      if (!(came >= low && came <= high)) outside.push(`${each.name} ${hour}:00: ${came} not in ${low} … ${high}`);
    }
  }
  // The other days, three times as many, have an error of their own: P(|Z| < 1.96 / √(4/3)) = 0.910 are inside, of six hours
  // three or more are not once in eighty times.
  expect(outside.length, outside.join(', ')).toBeLessThanOrEqual(2);
}, 900_000);

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
