import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { firstCalendar } from '../../harness/scenario/run-faults.ts';
import { expectRefusals } from '../../harness/serve/expect-refusals.ts';
import { servedSizes } from '../../harness/serve/served-sizes.ts';
import { startingPoint } from '../../harness/serve/starting-point.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { erlangB } from '../theory/formulas.ts';

const hourMs = 3_600_000;

const load = async (text: string) => (await loadScenario({ text })).scenario;

const scenario = (load: string, more = '') => `
time: { start: 2026-03-02T00:00, length: 24h }
provider: { models: { big: { slots: 10, service: { exponential: 1s }, otherTenants: { load: ${load}, hold: 1s } ${more} } } }
workload: { arrivals: { poisson: { rate: 2/s } } }
strategies: [ { name: naive } ]
`;

describe('what to expect of an hour', () => {
  test.each([
    ['0.9', 2, 9],
    ['{ hours: [0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,1.1,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2] }', 15, 11],
    ['0.2', 15, 2],
  ])('with load %s from %i:00 on is what Erlang’s formula says', async (share, hour, tenants) => {
    const { fromMs, toMs, alone, own } = expectRefusals(await load(scenario(share)), hour * hourMs);
    expect([fromMs, toMs]).toEqual([hour * hourMs, (hour + 1) * hourMs]);
    // A second's hold, ten seconds between two that are alone: independent of each other.
    const lonely = erlangB(10, tenants);
    const error = Math.sqrt((lonely * (1 - lonely)) / alone.attempts);
    expect(alone.attempts).toBeGreaterThan(3000);
    expect(Math.abs(alone.refused / alone.attempts - lonely)).toBeLessThan(3 * error);
    // Own attempts offer another two Erlang. Neighbours share their fate: some ten of them count as one.
    const both = erlangB(10, tenants + 2);
    expect(own?.attempts).toBeGreaterThan(60_000);
    expect(own?.perSecond).toBeCloseTo(2, 1);
    expect(Math.abs((own?.refused ?? 0) / (own?.attempts ?? 1) - both)).toBeLessThan(
      3 * Math.sqrt((both * (1 - both)) / ((own?.attempts ?? 1) / 10)),
    );
  });

  test('counts what a quota refuses', async () => {
    const { alone, own } = expectRefusals(await load(scenario('0', ', quota: { rpm: 60, burst: 1 }')), 0);
    // Two a second against one a second: at least half.
    expect((own?.refused ?? 0) / (own?.attempts ?? 1)).toBeGreaterThan(0.45);
    expect(alone.refused / alone.attempts).toBeLessThan(0.2);
  });

  test('without other tenants nobody who is alone is refused', async () => {
    const { alone } = expectRefusals(await load(scenario('0')), 0);
    expect(alone.refused).toBe(0);
  });

  test('leaves out own requests that wait for answers', async () => {
    expect(expectRefusals(await load(scenario('0').replace('poisson: { rate: 2/s }', 'users: { count: 5, think: 1s }')), 0).own).toBe(
      undefined,
    );
  });

  test('ends with the run', async () => {
    const { toMs } = expectRefusals(await load(scenario('0')), 23.5 * hourMs);
    expect(toMs).toBe(24 * hourMs);
  });

  test('looks at less where there are too many others', async () => {
    const text = scenario('0.5').replace('slots: 10', 'slots: 10000');
    const { fromMs, toMs, alone } = expectRefusals(await load(text), hourMs);
    // 5,000 of them a second: two million in 400 s, half of which is for the run-in.
    expect(toMs - fromMs).toBe(200_000);
    expect(alone.refused).toBe(0);
  });
});

describe('where a server begins', () => {
  const calendar = async (start: string, length: string, zone = 'UTC') =>
    firstCalendar(
      await load(scenario('0').replace('start: 2026-03-02T00:00, length: 24h', `start: ${start}, length: ${length}, zone: ${zone}`)),
    );

  test.each<[string, string, string | undefined, number]>([
    // start · length · --at · hours after the start
    ['2026-03-02T00:00', '24h', undefined, 15],
    ['2026-03-02T16:00', '24h', undefined, 23],
    ['2026-03-02T00:00', '1h', undefined, 0],
    ['2026-03-02T14:30', '1h', undefined, 0.5],
    ['2026-03-02T00:00', '24h', '02:00', 2],
    ['2026-03-02T16:00', '24h', '02:00', 10],
    ['2026-03-02T16:00', '24h', '90m', 1.5],
    ['2026-03-02T16:00', '48h', '2026-03-04T15:00', 47],
  ])('a run from %s of %s, with --at %s: %d hours after its start', async (start, length, at, hours) => {
    expect(startingPoint(at, await calendar(start, length))).toBe(hours * hourMs);
  });

  test('in the zone of the scenario, on the day its clocks change', async () => {
    expect(startingPoint(undefined, await calendar('2026-03-29T00:00', '24h', 'Europe/Berlin'))).toBe(14 * hourMs);
  });

  test.each([
    ['24h', 'at: expected a time of the run, from 2026-03-02T00:00 to 2026-03-03T00:00, found 2026-03-03T00:00'],
    ['2026-03-01T12:00', 'found 2026-03-01T12:00'],
    ['noon', 'at: expected a time of day such as "14:10"'],
  ])('not at %s', async (at, message) => {
    const days = await calendar('2026-03-02T00:00', '24h');
    expect(() => startingPoint(at, days)).toThrow(message);
  });
});

describe('sizes that a server gives', () => {
  const sizesOf = async (workload: string) => {
    const one = await load(scenario('0').replace('arrivals: { poisson: { rate: 2/s } }', workload));
    return servedSizes(one.workload, firstCalendar(one), new Luck(one.seed, 0));
  };

  test('are drawn by the scenario’s law, the same for the same request', async () => {
    const sizes = await sizesOf(
      'arrivals: { poisson: { rate: 2/s } }, sizes: { input: 10, output: { p50: 100, p99: 400 }, maxTokens: 300 }',
    );
    const drawn = Array.from({ length: 1000 }, (_, entity) => sizes(entity));
    expect(drawn.map(({ output }) => output).toSorted((a, b) => a - b)[500]).toBeGreaterThan(90);
    expect(drawn.map(({ output }) => output).toSorted((a, b) => a - b)[500]).toBeLessThan(110);
    expect(Math.max(...drawn.map(({ output }) => output))).toBe(300);
    expect(drawn.every(({ maxTokens }) => maxTokens === 300)).toBe(true);
    expect(sizes(7)).toEqual(drawn[7]);
  });

  test('of a trace are those of its rows, one after the other, and then from the first again', async () => {
    const format = 'csv: { time: sent_at, unit: s, input: prompt_tokens, output: completion_tokens }';
    const sizes = await sizesOf(`arrivals: { trace: { file: examples/requests.csv, format: { ${format} } } }, sizes: trace`);
    const rows = readFileSync(packagePath('examples', 'requests.csv'), 'utf8').trim().split('\n').slice(1);
    const given = Array.from({ length: 2 * rows.length }, (_, entity) => sizes(entity).output);
    expect(given.slice(rows.length)).toEqual(given.slice(0, rows.length));
    expect(given.slice(0, rows.length).toSorted()).toEqual(rows.map((row) => Number(row.split(',')[2])).toSorted());
  });
});
