import { expect, test } from 'vitest';
import { at, model, pool, provider, scenario, strategy } from '../../support/scenario.ts';
import { liveOf } from '../live-of.ts';

test('jobs are submitted, worked on one by one, and looked at in real time as in virtual time', async () => {
  const jobs = { submit: 5, queue: 10, workers: 1, attempts: 3, pause: 1000, poll: 700, per: 'client' } as const;
  const { requests, attempts, fold } = await liveOf(
    scenario({
      provider: provider({ pools: { big: pool(3) }, models: { big: model({ service: 1000 }) } }),
      workload: { arrivals: at(0, 0, 0) },
      strategies: [strategy('jobs', { 'submit-poll': jobs })],
      time: { length: 4000 },
    }),
  );
  expect(requests.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  expect(requests.map(({ submitMs }) => submitMs)).toEqual([5, 5, 5]);
  // What passes in real time is late, never early: by the machine, not by what is tested.
  attempts.forEach(({ sentMs, endedMs }, i) => {
    expect(sentMs).toBeGreaterThanOrEqual(attempts[i - 1]?.endedMs ?? 5);
    expect((endedMs ?? 0) - sentMs).toBeGreaterThanOrEqual(999);
  });
  requests.forEach(({ latencyMs, queueWaitMs }, i) => {
    expect(latencyMs).toBeGreaterThanOrEqual((attempts[i]?.endedMs ?? Number.NaN) - 0.001);
    expect(queueWaitMs).toBeGreaterThanOrEqual(999 * i);
  });
  expect(fold.samples.submitMs).toMatchObject({ count: 3, max: 5 });
});
