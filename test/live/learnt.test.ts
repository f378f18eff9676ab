import { expect, it } from 'vitest';
import { learn } from '../../harness/learn/learn.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { attemptPieces, attemptsFile, requestPieces, requestsFile } from '../../reports/formats/csv/raw.ts';
import { readAll } from '../learn/run-logs.ts';
import { liveOf } from './live-of.ts';

const text = `
time: { length: 10s }
provider: { models: { big: { slots: 2, service: { exponential: 500ms } } } }
workload: { arrivals: { poisson: { rate: 6/s } }, deadline: 5s }
strategies: [ { name: backoff, retry: { exponential: { base: 200ms }, attempts: 3 } } ]
`;

it('what a live run writes with --raw is learnt from as a simulated run is', async () => {
  const { scenario } = await loadScenario({ text });
  const { requests, attempts } = await liveOf(scenario);
  const { readings, byStrategy } = await readAll([
    [attemptsFile.beginning, ...attemptPieces({ strategy: 'backoff', rows: attempts })],
    [requestsFile.beginning, ...requestPieces({ strategy: 'backoff', rows: requests })],
  ]);
  expect(readings).toMatchObject([
    { format: 'attempts', rows: attempts.length, bad: 0 },
    { format: 'requests', rows: requests.length, bad: 0 },
  ]);
  const ledger = byStrategy.get('backoff');
  if (ledger === undefined) throw new Error('no calls');
  const learnt = learn('backoff', ledger);
  const firsts = attempts.filter(({ number }) => number === 1);
  const refused = firsts.filter((attempt) => attempt.class === 'capacity');
  // A mean load of three calls on two slots: some are refused, some are not.
  expect([refused.length > 0, refused.length < firsts.length]).toEqual([true, true]);
  expect(learnt).toMatchObject({
    strategy: 'backoff',
    requests: requests.length,
    attempts: attempts.length,
    refused: { part: refused.length, whole: firsts.length },
  });
  // As callers see it an answer ends after its slot is free: how many were in service at once depends on the machine.
  expect(learnt.slots.seen.atLeast).toBeGreaterThanOrEqual(2);
  const served = attempts.filter((attempt) => attempt.class === 'ok').length;
  expect(learnt.service.latencyMs?.count).toBe(served);
});
