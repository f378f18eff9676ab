import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { tuneCode, tuneJson, tuneText } from '../../harness/cli/tune-report.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { type TuneOptions, tuneScenario } from '../../harness/tune/tune.ts';
import type { TunedResult } from '../../harness/tune/tuned-result.ts';

/** Eight slots from 20:00 to 08:00 and four in between. */
const curve = { window: { from: '20:00', to: '08:00', value: 8, outside: 4 } };

interface Written {
  readonly slots?: unknown;
  readonly rate?: unknown;
  readonly seed?: number;
  readonly limit?: object;
  readonly values?: string;
  readonly more?: object;
  readonly vary?: readonly string[];
}

function textOf({ slots = curve, rate = '7.6/m', seed = 1, limit = {}, more = {} }: Written): string {
  return stringify({
    seed,
    time: { length: '24h' },
    provider: { models: { big: { slots, service: '1m' } } },
    workload: { arrivals: { poisson: { rate } } },
    strategies: [{ name: 'limited', limit: { fixed: 3, queue: { maxWait: '1m' }, ...limit } }],
    ...more,
  });
}

async function resultOf(written: Written, options: TuneOptions = {}): Promise<TunedResult> {
  const vary = written.vary ?? [`limit=${written.values ?? '3..9'}`];
  const { scenario } = await loadScenario({ text: textOf(written), vary });
  return tuneScenario(scenario, { workers: 0, ...options });
}

const known = new Map<number, Promise<TunedResult>>();

/** The issue's own, each seed once. */
function issueResult(seed: number): Promise<TunedResult> {
  const result = known.get(seed) ?? resultOf({ seed });
  known.set(seed, result);
  return result;
}

const issue = [
  { from: '08:00', until: '20:00', limit: 4, fleetLimit: 4 },
  { from: '20:00', until: '08:00', limit: 8, fleetLimit: 8 },
];

describe('where slots are eight by night and four by day', () => {
  test.each([1, 2])('that is the limit by the time of day, seed %d', async (seed) => {
    const { tune } = await issueResult(seed);
    expect(tune.status).toBe('found');
    expect(tune.schedule).toMatchObject({ blocks: issue, gain: 'goodput' });
    expect(tune.verdict).toMatch(/; better by the time of day: 4 from 08:00 to 20:00 and 8 from 20:00 to 08:00$/);
    expect(tune.reason).toMatch(/By the time of day the limit gives \d+\.\d % more good answers than one value/);
  });

  test('at 12 a minute too', async () => {
    expect((await resultOf({ rate: '12/m' })).tune.schedule?.blocks).toEqual(issue);
  });

  test('what is to be pasted is what was run', async () => {
    const result = await issueResult(1);
    const shown = tuneText(result, { columns: 100, colour: false, written: [] });
    expect(shown).toMatch(/By the time of day\n from {2}until {2}limit\n08:00 {2}20:00 {6}4\n20:00 {2}08:00 {6}8\n/);
    const pasted = /\n {2}limit:\n( {4}.*\n)+/.exec(shown)?.[0] ?? '';
    const { limit } = parse(pasted) as { limit: Record<string, unknown> };
    expect(limit).toEqual(result.tune.schedule?.limit);
    const { scenario } = await loadScenario({ text: textOf({ limit: { fixed: undefined, ...limit } }) });
    expect(scenario.strategies[0]?.limit).toMatchObject({
      rule: { schedule: { window: { from: 480, to: 1200, value: 4, outside: 8 } } },
      queue: { maxWait: 60_000 },
    });
    expect(JSON.parse(tuneJson(result))).toMatchObject({ schedule: { blocks: issue } });
    expect(tuneCode(result)).toBe(0);
  });

  test('a limit of the whole fleet is told as one', async () => {
    const { tune } = await resultOf({
      limit: { per: 'fleet' },
      more: { workload: { clients: 4, arrivals: { poisson: { rate: '7.6/m' } } } },
    });
    expect(tune.schedule?.blocks).toEqual(issue);
    expect(tune.schedule?.limit).toMatchObject({ per: 'fleet' });
  });

  test('a limit per client is told for all of them', async () => {
    const result = await resultOf({ values: '1..5', more: { workload: { clients: 2, arrivals: { poisson: { rate: '9/m' } } } } });
    expect(result.tune.schedule?.blocks).toEqual([
      { from: '08:00', until: '20:00', limit: 2, fleetLimit: 4 },
      { from: '20:00', until: '08:00', limit: 4, fleetLimit: 8 },
    ]);
    const shown = tuneText(result, { columns: 100, colour: false, written: [] });
    expect(shown).toMatch(/limit {2}all clients\n08:00 {2}20:00 {6}2 {12}4\n20:00 {2}08:00 {6}4 {12}8\n/);
  });

  test('and the bound is on refusals, it is safe where no one value is; the status stays what it is', async () => {
    // Above four too many are refused by day; up to four 3.6 of 7.6 are shed by day and by night. Together it is half of that.
    const slo = { errorRate: 0.35, firstAttemptRefusedRate: 0.01 };
    const result = await resultOf({ more: { slo } });
    expect(result.tune).toMatchObject({ status: 'none', value: null, schedule: { blocks: issue, gain: 'bounds' } });
    expect(result.tune.verdict).toMatch(/^None is safe: .*; by the time of day every bound is met: 4 from 08:00 to 20:00 and 8/);
    expect(tuneCode(result)).toBe(3);
  });
});

describe('no limit by the time of day', () => {
  const load = { hours: Array.from({ length: 24 }, (_, hour) => (hour < 8 ? '1/m' : '8/m')) };

  test.each([
    ...[1, 2].map((seed): [string, Written] => [`where slots do not change, seed ${seed}`, { slots: 8, seed }]),
    ['where the load changes alone', { slots: 8, rate: load }],
    ['where four are enough at all times', { rate: '2/m' }],
    ['of another parameter', { vary: ['limit.queue.maxWait=10s,60s'] }],
    ['of several parameters', { vary: ['limit=4,8', 'limit.queue.maxWait=60s,61s'] }],
  ])('%s', async (_, written) => {
    let ofDay = 0;
    const onProgress: TuneOptions['onProgress'] = ({ stage }) => {
      if (stage === 'day') ofDay += 1;
    };
    const { tune } = await resultOf(written, { onProgress });
    // Where hours ask for the same, nothing is run to find that out.
    expect(ofDay).toBe(0);
    expect(tune.status).toBe('found');
    expect(tune.schedule).toBeNull();
    expect(tune.verdict).not.toContain('time of day');
  });

  test('of a run that holds no whole day', async () => {
    const { tune } = await resultOf({
      slots: {
        steps: [
          { at: '0s', value: 8 },
          { at: '6h', value: 4 },
        ],
      },
      more: { time: { length: '12h' } },
    });
    expect(tune.schedule).toBeNull();
  });

  test('where it is interrupted while it is tried', async () => {
    const stop = new AbortController();
    const result = await resultOf({}, { signal: stop.signal, onProgress: ({ stage }) => stage === 'day' && stop.abort() });
    expect(result.tune).toMatchObject({ status: 'found', value: 8, schedule: null });
    expect(result.incomplete).toBe(true);
    expect(tuneCode(result)).toBe(130);
  });
});
