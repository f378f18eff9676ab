import { describe, expect, test } from 'vitest';
import { Simulation } from '../../harness/run/simulation.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { followedLoad } from './queue-rows.ts';
import { type Law, type System, scenarioOf } from './system.ts';

/**
 * Waits near saturation settle so slowly that no run of a sensible length has their mean within 3 %. So they are followed one
 * by one: each wait is the one before, more by the service before it and less by the time until the next one comes, never
 * below 0 (Lindley, Mathematical Proceedings of the Cambridge Philosophical Society 48, 1952), from the same uniform numbers.
 */
const seconds = 8000;
const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

function systemOf(service: Law): System {
  return { slots: 1, arrivals: { poisson: followedLoad }, service, queue: 'unlimited' };
}

/** Latency of each request in whole microseconds, in order of arrival. */
async function simulated(service: Law, seed: number): Promise<readonly number[]> {
  const scenario = await scenarioOf(systemOf(service), { seconds, warmUpSeconds: 0 });
  const run = new Simulation({ scenario: { ...scenario, seed }, strategyIndex: 0, replication: 0, raw: false }, new Map());
  const latencies: number[] = [];
  const finished = run.recorder.finished.bind(run.recorder);
  run.recorder.finished = (ticket, request) => {
    latencies[ticket.entity] = request.endedAt - ticket.arrivedAt;
    finished(ticket, request);
  };
  while (!run.advance(1_000_000));
  return latencies;
}

/** The same by the recursion. */
function followed(service: Law, seed: number): readonly number[] {
  const luck = new Luck(seed, 0);
  const arrivals = luck.stream('arrivals');
  const services = luck.stream('service');
  const perMicro = followedLoad / 1e6;
  const latencies: number[] = [];
  let exact = 0;
  let before = 0;
  let wait = 0;
  let served = 0;
  for (let k = 0; ; k++) {
    exact += -Math.log(arrivals.uniform(k, 0)) / perMicro;
    const arrival = Math.round(exact);
    if (arrival >= seconds * 1e6) return latencies;
    wait = Math.max(0, wait + served - (arrival - before));
    served = service === 'constant' ? 1_000_000 : Math.round(-1_000_000 * Math.log1p(-services.uniform(k, 0)));
    before = arrival;
    latencies.push(wait + served);
  }
}

describe.each(['exponential', 'constant'] as const)('one slot at a load of 0.99, %s service, against Lindley’s recursion', (service) => {
  test('every request of seeds 1 to 20, to the microsecond', async () => {
    let longest = 0;
    for (const seed of seeds) {
      const latencies = await simulated(service, seed);
      const expected = followed(service, seed);
      expect(latencies.length).toBe(expected.length);
      expect(
        latencies.findIndex((latency, k) => latency !== expected[k]),
        `seed ${seed}: the first that differs`,
      ).toBe(-1);
      longest = expected.reduce((most, latency) => Math.max(most, latency), longest);
    }
    // The queue is a queue: somebody waits for a hundred services.
    expect(longest).toBeGreaterThan(100e6);
  });
});
