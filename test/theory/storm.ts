import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { loadScenario } from '../../harness/scenario/load.ts';

/** Calls a second that the provider takes. */
export const capacity = 100;
const seconds = 1000;
const warmUpSeconds = 100;
const seeds = [1, 2, 3, 4];

export interface Storm {
  /** Requests a second. */
  readonly rate: number;
  readonly attempts: number;
  /** A share of all calls that fails by chance, on a provider with room for all; else the quota is the capacity. */
  readonly failing?: number;
}

/**
 * Retries are spread over two seconds, whatever the provider says of waiting. What is over the quota is refused and takes
 * nothing from it, so that exactly the capacity is taken.
 */
function textOf({ rate, attempts, failing }: Storm): string {
  const quota = failing === undefined ? `, quota: { rpm: ${60 * capacity}, burst: 50, countRefused: { quota: false } }` : '';
  const faults = failing === undefined ? '' : `\n  faults: [ { errors: { share: ${failing}, as: server_error } } ]`;
  return `
time: { length: ${warmUpSeconds + seconds}s, warmUp: ${warmUpSeconds}s }
provider:
  network: { rtt: 0ms }${faults}
  models: { big: { slots: 10000, service: 10ms, refuseAfter: 0ms${quota} } }
workload: { arrivals: { poisson: { rate: ${rate}/s } } }
strategies:
  - name: retries
    retry: { fixed: { delay: 2s, jitter: { scale: [0, 1] } }, attempts: ${attempts}, hint: { use: ignore } }
`;
}

/** Mean over replications: attempts sent over what the provider can take, attempts per request, and answered requests. */
export async function weather(
  storm: Storm,
): Promise<{ readonly sentOverCapacity: number; readonly load: number; readonly success: number }> {
  const { scenario } = await loadScenario({ text: textOf(storm) });
  const sums = { offered: 0, sent: 0, ok: 0 };
  for (const seed of seeds) {
    const run = new Simulation({ scenario: { ...scenario, seed }, strategyIndex: 0, replication: 0, raw: false }, new Map());
    while (!run.advance(1_000_000));
    const { requests, attempts } = foldReplication(run).fold;
    sums.offered += requests.offered;
    sums.sent += attempts.sent;
    sums.ok += requests.ok;
  }
  return {
    sentOverCapacity: sums.sent / (seeds.length * seconds * capacity),
    load: sums.sent / sums.offered,
    success: sums.ok / sums.offered,
  };
}
