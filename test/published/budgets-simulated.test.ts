import { describe, expect, test } from 'vitest';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { generatedPart } from '../docs/page.ts';
import { vectors } from '../strategy/budget/vectors.ts';

const { attempts, experiments } = vectors.brooker;
/** Enough to make our own chance small beside theirs. */
const requests = 50_000;
/** Theirs are means of five runs. */
const errorOf = (sd: number): number => sd / Math.sqrt(5);

/** Sums over replications of the one strategy of a scenario. */
async function summed(text: string, replications: number) {
  const { scenario } = await loadScenario({ text });
  const sums = { offered: 0, sent: 0, ok: 0 };
  for (let replication = 0; replication < replications; replication++) {
    const run = new Simulation({ scenario, strategyIndex: 0, replication, raw: false }, new Map());
    while (!run.advance(1_000_000));
    const { requests, attempts: counted } = foldReplication(run).fold;
    sums.offered += requests.offered;
    sums.sent += counted.sent;
    sums.ok += requests.ok;
  }
  return { ...sums, load: sums.sent / sums.offered, success: sums.ok / sums.offered };
}

/** Rows of docs/fidelity.md, in the order of the tests. */
const rows: string[] = [];
const throttled: string[] = [];
const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

describe.each(experiments)('Brooker’s simulator: $name', ({ name, clients, perSecond, budget, rows: cases }) => {
  test.each(cases)('$failing of all calls fail', async ({ failing, success, successSd, load, loadSd }) => {
    const text = `
time: { length: 10s }
provider:
  network: { rtt: 0ms }
  faults: [ { errors: { share: ${failing}, as: server_error } } ]
  models: { big: { slots: 10000, service: 10ms, refuseAfter: 0ms } }
workload: { clients: ${clients}, arrivals: { poisson: { rate: ${perSecond}/s } } }
strategies:
  - name: retries
    retry: { fixed: 10ms, attempts: ${attempts}, hint: { use: ignore } }
    ${budget === null ? '' : `budget: ${JSON.stringify(budget)}`}
`;
    const found = await summed(text, requests / (10 * perSecond));
    const figures = [success, found.success, load, found.load].map((figure) => figure.toFixed(4));
    rows.push(line(name, String(failing), ...figures));
    expect(Math.abs(found.success - success), `success ${found.success}`).toBeLessThanOrEqual(Math.max(0.005, 3 * errorOf(successSd)));
    expect(Math.abs(found.load - load), `load ${found.load}`).toBeLessThanOrEqual(Math.max(0.01, 3 * errorOf(loadSd)));
  });
});

// Offered four times what the provider takes: K times of it is sent, the rest is refused here (and with K = 1.1 nearly all of it).
test.each([2, 1.1])('client-side throttling with K = %d sends K times what the provider takes', async (k) => {
  const text = `
time: { length: 20m }
provider:
  network: { rtt: 0ms }
  models: { big: { slots: 1000, service: 10ms, refuseAfter: 0ms, quota: { rpm: 1200, burst: 20, countRefused: { quota: false } } } }
workload: { arrivals: { poisson: { rate: 80/s } } }
strategies: [ { name: throttled, budget: { sre: { k: ${k} } } } ]
`;
  const { sent, ok } = await summed(text, 1);
  throttled.push(line(String(k), '4', k.toFixed(2), (sent / (20 * 1200)).toFixed(2)));
  expect(Math.abs(ok / (20 * 1200) - 1)).toBeLessThanOrEqual(0.02);
  expect(Math.abs(sent / (20 * 1200) / k - 1), `sent ${sent / 24_000}`).toBeLessThanOrEqual(0.05);
});

test.each([
  ['retries', ['retries', 'share that fails', 'success, published', 'found', 'calls a request, published', 'found'], rows],
  ['throttled', ['K', 'offered / capacity', 'sent / capacity, published', 'found'], throttled],
] as const)('docs/fidelity.md has the table of %s; UPDATE_GOLDEN=1 writes it', (name, head, found) => {
  const table = [line(...head), `|${'---|'.repeat(head.length)}`, ...found].join('\n');
  expect(generatedPart('docs/fidelity.md', name, table)).toBe(table);
});
