import { describe, expect, test } from 'vitest';
import { cases, gateScenario } from '../bench/gate/cases.ts';
import { gate } from '../bench/gate/trial.ts';

// A sample of `npm run gate`, which has the figures of docs/fidelity.md: five of 400 pairs and 600 changes.
describe('the gate', () => {
  test('equal, with other seeds: passes', async () => {
    expect(await gate(await gateScenario('limited', 11), await gateScenario('limited', 1011))).toMatchObject({
      outcome: 'passed',
      paired: false,
    });
  });

  test.each([
    ['another limit that nothing reaches', ['strategies.shipped.limit=2000']],
    ['another name', ['strategies.shipped.limit=1000', 'strategies.shipped.name=renamed', 'baseline=renamed']],
  ])('%s, with the same seeds: passes', async (_, changes) => {
    const before = await gateScenario('tenants', 7, 'strategies.shipped.limit=1000');
    const after = await gateScenario('tenants', 7, ...changes);
    expect(await gate(before, after)).toMatchObject({ outcome: 'passed', replications: 10, paired: true });
  });

  test.each([cases[0], cases[3]])('$scenario: $change is caught', async (each) => {
    if (each === undefined) throw new Error('no such case');
    const { scenario, change } = each;
    expect(await gate(await gateScenario(scenario, 3), await gateScenario(scenario, 3, change))).toMatchObject({ outcome: 'failed' });
  });
});
