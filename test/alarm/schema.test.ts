import { expect, test } from 'vitest';
import { scenarioHash } from '../../harness/scenario/hash.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { linesFor } from '../scenario/problems.ts';

const whole = `provider: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: naive } ]
`;

const load = async (alarm: string, sets: readonly string[] = []) =>
  loadScenario({ text: `${whole}${alarm}`, sets: ['time.length=72h', ...sets] });

test('has its defaults, and is read again as it is written', async () => {
  const rules = '[ { measure: errorRate, above: 0.1 }, { measure: capacityErrorRate, jump: { from: 0.02, to: 0.15 } }, { on: [auth] } ]';
  const { scenario, written } = await load(`alarm: ${rules}`);
  expect(scenario.alarm).toEqual([
    { measure: 'errorRate', above: 0.1, for: 600_000, window: 300_000 },
    { measure: 'capacityErrorRate', jump: { from: 0.02, to: 0.15, over: 86_400_000 }, window: 3_600_000 },
    { on: ['auth'], quiet: 60_000 },
  ]);
  const again = await loadScenario({ text: JSON.stringify(written) });
  expect(again.scenario.alarm).toEqual(scenario.alarm);
});

test('an empty list is none', async () => {
  const [none, empty] = [await load(''), await load('alarm: []')];
  expect(empty.scenario.alarm).toBeUndefined();
  expect(scenarioHash(empty.scenario)).toBe(scenarioHash(none.scenario));
});

test.each([
  ['{ above: 0.1 }', 'alarm.0: expected measure beside above: one of capacityErrorRate, firstAttemptRefusedRate, errorRate'],
  ['{ measure: errorRate }', 'alarm.0: expected one key of: above, jump, on; found none'],
  ['{ measure: errorRate, above: 0.1, on: [auth] }', 'alarm.0: expected exactly one key, found 2: above, on'],
  [
    '{ measure: goodput, above: 0.1 }',
    'alarm.0.measure: expected one of capacityErrorRate, firstAttemptRefusedRate, errorRate, found "goodput"',
  ],
  ['{ on: [auth], for: 1m }', 'alarm.0.for: has no place beside on'],
  ['{ on: [auth, auth] }', 'alarm.0.on: expected each of them once'],
  ['{ measure: errorRate, jump: { from: 0.2, to: 0.1 } }', 'alarm.0.jump.to: expected a share above from, found 0.1'],
])('%s is refused where it stands', async (rule, message) => {
  const lines = await linesFor(`${whole}alarm: [ ${rule} ]\n`);
  expect(lines.map((line) => line.replace(/^scenario:\d+:\d+ /, ''))).toEqual([message]);
});

test('what the run is too short for is warned of', async () => {
  const alarm =
    'alarm: [ { measure: errorRate, above: 0.1, for: 1h }, { measure: errorRate, jump: { from: 0, to: 0.1 } }, { on: [auth] } ]';
  expect((await load(alarm)).warnings).toEqual([]);
  expect((await load(alarm, ['time.length=25h'])).warnings).toEqual([
    'alarm errorRate from 0 % to 10 % over 24h: never raised, it is compared over 25h and the run is 25h long',
  ]);
  expect((await load(alarm, ['time.length=1h'])).warnings).toHaveLength(2);
});
