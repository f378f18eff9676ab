import { describe, expect, it } from 'vitest';
import type { ParkSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { FaultSpec } from '../../sim/provider/spec.ts';
import { at, fixedRetry, limit, model, pool, route, runOf, type ScenarioParts, scenario, strategy } from '../support/scenario.ts';

const park = (changes: Partial<ParkSpec> = {}): ParkSpec => ({ length: 100, maxWait: 60_000, every: 5000, ...changes });

const rowsOf = (parts: ScenarioParts) => runOf(scenario(parts));

function outage(models: readonly string[], from: number, length: number): FaultSpec {
  return { outage: { models, from: { offset: from }, for: length, tenants: false, as: 'capacity' } };
}

/** Requests at these times to a model of 1 s that is down for so long from the start; a row each. */
function parked(arrivals: readonly number[], downMs: number, changes: Partial<StrategySpec>, workload: object = {}) {
  const { requests, attempts } = rowsOf({
    provider: { pools: { big: pool(9) }, models: { big: model() }, faults: [outage(['big'], 0, downMs)] },
    workload: { arrivals: at(...arrivals), ...workload },
    strategies: [strategy('s', { park: park(), ...changes })],
  });
  return {
    ends: requests.map(({ outcome, latencyMs, reason }) => `${outcome} ${latencyMs} ${reason}`),
    sent: attempts.map(({ entity, sentMs }) => `${entity}@${sentMs}`),
    gaveUp: requests.map(({ gaveUpBy }) => gaveUpBy),
  };
}

describe('requests that are parked when retries and route are used up', () => {
  it('the first in line is tried every so often, the others as soon as it has succeeded', () => {
    const { ends, sent } = parked([0, 100, 200], 12_000, {});
    // Down at 0, 5 and 10 s; at 15 s the first one is through, 1 s later, and then one after the other.
    expect(sent).toEqual(['0@0', '1@100', '2@200', '0@5000', '0@10000', '0@15000', '1@16000', '2@17000']);
    expect(ends).toEqual(['ok 16000 answered', 'ok 16900 answered', 'ok 17800 answered']);
  });

  it('a new request that succeeds calls the line too', () => {
    const { sent } = parked([0, 1000, 6000], 5500, {});
    expect(sent).toEqual(['0@0', '1@1000', '0@5000', '2@6000', '0@7000', '1@8000']);
  });

  it('a try is the whole ladder again, with its retries', () => {
    const { sent, ends } = parked([0], 6000, { retry: fixedRetry(500, 2) });
    expect(sent).toEqual(['0@0', '0@500', '0@5500', '0@6000']);
    expect(ends).toEqual(['ok 7000 answered']);
  });

  it('after maxWait it fails with what it failed with, at that very time', () => {
    const { ends, gaveUp, sent } = parked([0], 600_000, { park: park({ maxWait: 12_000 }) });
    expect(sent).toEqual(['0@0', '0@5000', '0@10000']);
    expect(ends).toEqual(['capacity 12000 overloaded']);
    expect(gaveUp).toEqual(['attempts']);
  });

  it('when the line is full, at once; one that was in it keeps its place', () => {
    const { ends } = parked([0, 100, 200], 600_000, { park: park({ length: 2, maxWait: 7000 }) });
    expect(ends).toEqual(['capacity 7000 overloaded', 'capacity 7000 overloaded', 'capacity 0 overloaded']);
  });

  it('not for what no waiting can mend', () => {
    const { requests } = rowsOf({
      provider: { faults: [{ errors: { models: ['big'], share: 1, as: 'auth' } }] },
      workload: { arrivals: at(0) },
      strategies: [strategy('s', { park: park() })],
    });
    expect(requests.map(({ outcome, latencyMs }) => [outcome, latencyMs])).toEqual([['auth', 0]]);
  });

  it('until the deadline, not beyond', () => {
    const { ends } = parked([0], 600_000, {}, { deadline: 8000 });
    expect(ends).toEqual(['deadline 8000 park']);
  });

  it('without a permit: others use it meanwhile', () => {
    const { sent } = parked([0, 100], 5500, { limit: limit(1, { hold: 'request' }) });
    expect(sent).toEqual(['0@0', '1@100', '0@5000', '0@10000', '1@11000']);
  });

  it('down the route first, then from its top', () => {
    const { attempts } = rowsOf({
      provider: {
        pools: { big: pool(9), small: pool(9) },
        models: { big: model(), small: model({ pool: 'small' }) },
        faults: [outage(['big', 'small'], 0, 4000)],
      },
      workload: { arrivals: at(0) },
      strategies: [strategy('s', { route: route(['big', 'small']), park: park() })],
    });
    expect(attempts.map(({ target, sentMs }) => `${target}@${sentMs}`)).toEqual(['big@0', 'small@0', 'big@5000']);
  });
});
