import { describe, expect, test } from 'vitest';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { asStored } from '../../reports/formats/json.ts';
import type { AlarmSummary } from '../../reports/result/alarm.ts';
import { summarise } from '../../reports/result/summarise.ts';

/** In the second half something changes: own requests, other tenants; or nothing. */
const scenario = (own: number, others: number, strategy: string, alarm: string) => `
time: { start: 2026-03-02T08:00, zone: UTC, length: 80m }
replications: 1
provider:
  models:
    big:
      slots: 40
      service: { exponential: 5s }
      otherTenants: { load: { steps: [ { at: 0s, value: 0.6 }, { at: 40m, value: ${others} } ] }, hold: 20s }
workload:
  arrivals: { poisson: { rate: { steps: [ { at: 0s, value: 1/s }, { at: 40m, value: ${own}/s } ] } } }
  deadline: 60s
alarm: [ ${alarm} ]
strategies: [ { name: one, ${strategy} } ]
`;

const level = '{ measure: capacityErrorRate, above: 0.15, for: 5m }';
const once = 'retry: none';
const twice = 'retry: { fixed: { delay: 2s }, attempts: 2 }';
const hammer = 'retry: { fixed: { delay: 200ms }, attempts: 40 }';

async function alarmsOf(text: string, seed = 1): Promise<readonly AlarmSummary[]> {
  const { scenario: loaded } = await loadScenario({ text, sets: [`seed=${seed}`] });
  return summarise(asStored(await runScenario(loaded, { workers: 0 }))).strategies[0]?.alarms ?? [];
}

describe.each([1, 2, 3, 4, 5])('what made the share rise, seed %d', (seed) => {
  test.each([
    ['ownDemand', 5, 0.6, twice],
    ['otherTenants', 1, 1.15, twice],
    ['ownRetries', 1, 0.88, hammer],
  ] as const)('%s', async (named, own, others, strategy) => {
    // A client that hammers may alarm before.
    const first = (await alarmsOf(scenario(own, others, strategy, level), seed)).find(({ from }) => from > '2026-03-02 08:40:00');
    expect(first).toMatchObject({ replication: 0, cause: { named, retriesBy: 'run without retries', demandBy: 'load' } });
    const { before = 0, now = 0, parts = { ownDemand: 0, otherTenants: 0, ownRetries: 0 } } = first?.cause ?? {};
    expect(parts.ownDemand + parts.otherTenants + parts.ownRetries).toBeCloseTo(now - before, 4);
  });

  test('nobody is told of what stays as it was', async () => expect(await alarmsOf(scenario(1, 0.6, twice, level), seed)).toEqual([]));
});

test('without retries nothing is run again, and none are named', async () => {
  const [first] = await alarmsOf(scenario(5, 0.6, once, level));
  expect(first?.cause).toMatchObject({ named: 'ownDemand', retriesBy: 'first attempts', parts: { ownRetries: 0 } });
});

test('failures that no retry mends are told at the first, to the millisecond, for each strategy by itself', async () => {
  const { scenario: loaded } = await loadScenario({
    text: `
time: { start: 2026-03-02T08:00, zone: UTC, length: 10m }
replications: 2
provider:
  network: { rtt: 0ms }
  models: { big: { slots: 4, service: 1s, refuseAfter: 0ms }, other: { slots: 4, service: 1s } }
  faults: [ { errors: { share: 1, as: auth, from: 3m, for: 20s, models: [big] } } ]
workload: { arrivals: { at: [2m, 3m, 190s, 5m] } }
alarm: [ { on: [auth, quota] } ]
strategies: [ { name: big }, { name: other, route: [other] } ]
`,
  });
  const { strategies } = summarise(asStored(await runScenario(loaded, { workers: 0 })));
  const spell = { rule: 'on auth', fromMs: 180_000, untilMs: 250_000, from: '2026-03-02 08:03:00', until: '2026-03-02 08:04:10' };
  // Those that its figures are over: the fresh ones.
  expect(strategies[0]?.alarms).toEqual([2, 3].map((replication) => ({ ...spell, replication, value: null, most: null, cause: null })));
  expect(strategies[1]?.alarms).toEqual([]);
});

test('an alarm changes nothing else of a run', async () => {
  const run = async (alarm: string) => {
    const { scenario: loaded } = await loadScenario({ text: scenario(5, 0.6, twice, alarm) });
    const { strategies } = await runScenario(loaded, { workers: 0 });
    return strategies.map(({ replications }) => replications.map(({ alarms: _, ...rest }) => rest));
  };
  expect(await run(level)).toEqual(await run(''));
});
