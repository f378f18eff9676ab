import { beforeAll, describe, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Result } from '../../../reports/result/result.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { atCapacity } from '../../cli/at-capacity.ts';

/** A minute in which replies are refused, lost before and behind their heads, and late. */
const scenario = {
  time: { length: '1m' },
  replications: 1,
  provider: {
    models: { big: { slots: 8, service: { exponential: '1s' } } },
    faults: [{ errors: { share: 0.1 } }, { errors: { share: 0.1, as: 'reset' } }, { hang: { share: 0.02 } }],
  },
  workload: { arrivals: { poisson: { rate: '7/s' } }, stream: false, deadline: '20s' },
  strategies: [{ name: 'strays', code: packagePath('test', 'foreign', 'run', 'fixtures', 'asks-elsewhere.mjs') }],
};

async function ran(fidelity: boolean): Promise<Result> {
  const { scenario: loaded } = await loadScenario({ text: JSON.stringify(scenario), folder: packagePath('test') });
  return runScenario(loaded, { workers: 0, fidelity });
}

describe('code with Node’s own fetch', () => {
  let ours: Result;
  let nodes: Result;
  beforeAll(async () => {
    ours = await ran(false);
    nodes = await ran(true);
  });

  test('has the figures that it has with ours', () => {
    const [{ replications = [] } = {}] = ours.strategies;
    expect(replications[0]?.attempts.sent).toBeGreaterThan(400);
    const { server_error = 0, connection = 0 } = replications[0]?.attempts.failures ?? {};
    expect(Math.min(server_error, connection)).toBeGreaterThan(10);
    expect(nodes).toEqual(ours);
  });

  test('what it does that cannot be is a warning, once each with its count', () => {
    const requests = ours.strategies[0]?.replications[0]?.requests.offered;
    const place = (line: number): string => `foreign/run/fixtures/asks-elsewhere.mjs:${line}`;
    expect(ours.warnings.filter((warning) => !warning.includes('held by the provider'))).toEqual([
      `strays asks for api.example.com:443, which is not served: its requests go to the base URL that it is given (${requests} times)`,
      `strays calls child_process.execSync at ${place(7)}, which is refused (${requests} times)`,
      `strays has something that may not be meant: a timer of 3000000000 ms, more than 2^31 - 1, fires after 1 ms at ${place(9)} (${requests} times)`,
    ]);
  });
});

test.each([
  ['without code', ['peak-day', '--quick'], '--fidelity no strategy has code:, which alone calls fetch'],
  ['in real time', ['peak-day', '--live'], '--fidelity has no place in --live'],
])('--fidelity is refused %s', async (_what, args, message) => {
  const { code, stderr } = await atCapacity(['run', ...args, '--fidelity']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
