import { describe, expect, test } from 'vitest';
import { runJob } from '../../harness/run/job.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import type { CheckpointSpec } from '../../harness/strategy/spec.ts';
import { longestChain } from '../../sim/kernel/virtual-clock.ts';
import { model, pool, provider, scenario, strategy } from '../support/scenario.ts';

/** A batch against an outage of a minute that begins after 1.5 s. */
function batch({
  refuseAfter = 0,
  jobs = 100,
  checkpoint,
}: {
  refuseAfter?: number;
  jobs?: number;
  checkpoint?: CheckpointSpec;
}): Scenario {
  return scenario({
    provider: provider({
      pools: { big: pool(2) },
      models: { big: model({ refuseAfter }) },
      faults: [{ outage: { models: ['big'], from: { offset: 1500 }, for: 60_000, tenants: false, as: 'capacity', daily: false } }],
    }),
    workload: {
      arrivals: { batch: { jobs, at: { offset: 0 }, workers: 2, crashes: [], restart: 500 } },
      sizes: { input: 10, output: 20 },
    },
    strategies: [strategy('nightly', { checkpoint })],
    time: { length: 600_000 },
  });
}

const outcomeOf = (one: Scenario) => runJob({ scenario: one, strategyIndex: 0, replication: 0, raw: false }, new Map());

describe('a batch whose jobs are refused before any time passes', () => {
  test('is a livelock', () => {
    expect(outcomeOf(batch({}))).toMatchObject({
      failure: {
        code: 'livelock',
        message: `${longestChain + 1} jobs of the batch have failed at 2 s, one after another without time passing`,
      },
    });
  });

  test('is none while there are jobs that have not been tried twice', () => {
    const jobs = 6000;
    const { failure } = outcomeOf(batch({ jobs })) as { readonly failure: { readonly message: string } };
    // Two slots, a second each: four are done and two more at 2 s, when the outage has begun.
    expect(failure.message).toContain(`${2 * (jobs - 4) + 1} jobs of the batch have failed at 2 s`);
  });

  test('a pause after a refusal, or a refusal that takes its time, lets time pass', () => {
    for (const one of [batch({ checkpoint: { every: 10, pause: 5000 } }), batch({ refuseAfter: 50 })]) {
      expect(outcomeOf(one)).toMatchObject({ output: { fold: { makespanMs: expect.any(Number) } } });
    }
  });
});
