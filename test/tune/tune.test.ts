import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadScenario } from '../../harness/scenario/load.ts';
import { tuneScenario } from '../../harness/tune/tune.ts';
import { toJson } from '../../reports/formats/json.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { TuneAnswer } from '../../reports/result/tune/tune-answer.ts';
import { trialOf } from '../bench/tune/trial.ts';
import { knownTruths } from '../bench/tune/truth.ts';

/** Eight slots whose service takes a second, and callers who wait up to 20 s for one of `limit`. */
interface Eight {
  readonly service?: unknown;
  readonly rate: string;
  readonly length?: string;
  readonly more?: object;
  readonly limit?: string;
}

async function resultOf({ service = '1s', rate, length = '3m', more = {}, limit = '5..10' }: Eight, workers = 0) {
  const text = stringify({
    time: { length, warmUp: '1m' },
    provider: { models: { big: { slots: 8, service } } },
    workload: { arrivals: { poisson: { rate } } },
    strategies: [{ name: 'limited', limit: { fixed: 3, queue: { maxWait: '20s' } } }],
    ...more,
  });
  const { scenario } = await loadScenario({ text, vary: [`limit=${limit}`] });
  return tuneScenario(scenario, { workers });
}

const answers = new Map<string, Promise<TuneAnswer>>();

/** Each asked for once. */
function answerOf(eight: Eight): Promise<TuneAnswer> {
  const key = JSON.stringify(eight);
  const known = answers.get(key) ?? resultOf(eight).then(({ tune }) => tune);
  answers.set(key, known);
  return known;
}

describe('eight slots of a second', () => {
  test.each([
    ['7.6/s', { exponential: '1s' }],
    ['12/s', '1s'],
  ])('are found as 8 at %s, service %o', async (rate, service) => {
    expect(await answerOf({ rate, service })).toMatchObject({ status: 'found', value: 8, balancePoint: 8, fleetValue: 8 });
  });

  test.each(['1s'])('at 4/s five are enough, service %o, and more are not needed', async (service) => {
    const { value, verdict, interval } = await answerOf({ rate: '4/s', service, length: '15m', limit: '4..7' });
    expect(value).toBe(5);
    expect(interval?.[0]).toBe(5);
    expect(verdict).toContain('you do not need more');
  });

  test('fast refusals make no higher limit look better', async () => {
    const { tried, reason } = await answerOf({ rate: '12/s', service: '1s' });
    const at8 = tried.find(({ value }) => value === 8)?.goodputPerSecond ?? 0;
    for (const { value, goodputPerSecond, within } of tried.filter((each) => each.value > 8)) {
      expect(goodputPerSecond, String(value)).toBeLessThanOrEqual(at8 * 1.01);
      expect(within, String(value)).toBe(false);
    }
    expect(reason).toContain('refusals are fast, and no answers');
  });
});

test('where every request fails there is no number', async () => {
  const faults = [{ errors: { models: ['big'], share: 1, as: 'server_error' } }];
  const provider = { models: { big: { slots: 8, service: '1s' } }, faults };
  for (const slo of [{}, { errorRate: 0.05 }]) {
    const { tune } = await resultOf({ rate: '4/s', length: '2m', more: { provider, slo } });
    expect(tune).toMatchObject({ status: 'none', value: null, fleetValue: null, interval: null, variant: null });
    expect(tune.verdict).toMatch(/^None is safe/);
  }
});

test('where nobody asks nothing is measured', async () => {
  expect(await answerOf({ rate: '1/h', length: '2m' })).toMatchObject({
    status: 'nothing',
    value: null,
    interval: null,
    variant: null,
    verdict: 'Nothing was measured: no request arrived',
  });
});

test('the bound that no limit meets is named', async () => {
  const { tune } = await resultOf({ rate: '12/s', more: { slo: { errorRate: 0.01 } } });
  expect(tune).toMatchObject({ status: 'none', value: null, binding: expect.stringMatching(/^errorRate ≤ 1\.0 % \(is 3\d\.\d %\)$/) });
});

test('the stored result says what tune said, whatever the workers', async () => {
  const eight = { rate: '7.6/s', length: '2m', limit: '7..9' };
  const inline = await resultOf(eight);
  const { recommendation, verdict } = summarise(inline);
  expect(recommendation).toMatchObject({ value: 8, variant: 'limited@limit=8', basis: 'shown', interval: inline.tune.interval });
  expect(verdict).toBe(inline.tune.verdict);
  expect(toJson(await resultOf(eight, 2))).toBe(toJson(inline));
});

/** What is left when it is stopped after so many replications of limits 1 … 8 at one request a second. */
async function interruptedAfter(most: number) {
  const { scenario } = await loadScenario({
    text: stringify({
      provider: { models: { big: { slots: 8, service: '1s' } } },
      workload: { arrivals: { poisson: { rate: '1/s' } } },
      strategies: [{ name: 'limited', limit: 3 }],
      time: { length: '2m' },
    }),
    vary: ['limit=1..8'],
  });
  const stop = new AbortController();
  return tuneScenario(scenario, {
    workers: 0,
    signal: stop.signal,
    onProgress: ({ ran }) => ran === most && stop.abort(),
  });
}

test('an interrupt leaves what is known, marked incomplete', async () => {
  const { incomplete, tune } = await interruptedAfter(12);
  expect({ incomplete, value: tune.value }).toEqual({ incomplete: true, value: null });
  expect(tune.verdict).toMatch(/^Interrupted before all was run\. /);
  expect(tune.tried.length).toBeGreaterThan(0);
});

test('an interrupt in the first look does not say that nobody asked', async () => {
  const { incomplete, tune } = await interruptedAfter(1);
  expect(incomplete).toBe(true);
  expect(tune.verdict).toBe('Interrupted before all was run. Too little was run to say anything');
});

test('several parameters at once', async () => {
  const text = stringify({
    time: { length: '1m', warmUp: '10s' },
    provider: { models: { big: { slots: 8, service: '1s' } }, faults: [{ errors: { models: ['big'], share: 0.2, as: 'server_error' } }] },
    workload: { arrivals: { poisson: { rate: '4/s' } } },
    strategies: [{ name: 'limited', limit: { fixed: 3, queue: { maxWait: '20s' } }, retry: { fixed: '1s', attempts: 1 } }],
  });
  const { scenario } = await loadScenario({ text, vary: ['limit=5..7', 'retry.attempts=1..4'] });
  const { tune } = await tuneScenario(scenario, { workers: 0, replications: 4 });
  // One attempt loses a fifth of the requests, four lose one in 625.
  expect(tune.settings['retry.attempts']).toBeGreaterThanOrEqual(3);
  expect(tune).toMatchObject({ status: 'found', parameter: 'limit' });
});

describe('random scenarios; npm run tuned runs a hundred', () => {
  test.each(knownTruths().filter(({ number }) => [1, 2, 4, 11, 14].includes(number)))('number $number', async (truth) => {
    const trial = await trialOf(truth);
    expect(trial).toMatchObject({ covers: truth.limit === null ? null : true, noneRight: true, isSet: true });
    expect(trial.holds).not.toBe(false);
    expect(trial.replications).toBeLessThan(400);
  });
});
