import { expect, test } from 'vitest';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { summaryOf } from '../../support/summary-of.ts';

test('a client is judged by the wait that it was told: OpenAI’s replies name one, Bedrock’s do not', async () => {
  const module = packagePath('test', 'foreign', 'run', 'fixtures', 'hasty.mjs');
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '20s' },
      replications: 1,
      provider: { models: { big: { slots: 1, service: '1s', retryAfter: '2s' } } },
      workload: { arrivals: { poisson: { rate: '2/s' } }, stream: false },
      strategies: [
        { name: 'told', code: module },
        { name: 'untold', code: { module, dialect: 'bedrock' } },
      ],
    }),
  });
  const { strategies } = await summaryOf(scenario);
  const found = strategies.map(({ conduct }) => conduct.find(({ finding }) => finding === 'retry-after'));
  expect(found.map((one) => one?.verdict)).toEqual(['bad', 'no occasion']);
  expect(found[0]?.count).toBe(found[0]?.of);
  expect(strategies[1]?.attempts.failures.capacity).toBeGreaterThan(5);
});

test('a wait in the headers counts for a request that asked for a stream, too', async () => {
  const module = packagePath('test', 'foreign', 'run', 'fixtures', 'hasty-stream.mjs');
  const { scenario } = await loadScenario({
    text: JSON.stringify({
      time: { length: '20s' },
      replications: 1,
      provider: { models: { big: { slots: 1, service: '1s', retryAfter: '2s' } } },
      workload: { arrivals: { poisson: { rate: '2/s' } }, stream: true },
      strategies: [{ name: 'told', code: module }],
    }),
  });
  const { strategies } = await summaryOf(scenario);
  const found = strategies[0]?.conduct.find(({ finding }) => finding === 'retry-after');
  expect(found?.verdict).toBe('bad');
  expect(found?.count).toBe(found?.of);
  expect(found?.count).toBeGreaterThan(0);
});
