import { matchers, runClient } from 'at-capacity/vitest';
import { expect, test } from 'vitest';

expect.extend(matchers);

const peak = {
  time: { length: '10m' },
  replications: 1,
  provider: { models: { big: { slots: 8, service: { exponential: '1s' }, retryAfter: '1s' } } },
  workload: { arrivals: { poisson: { rate: '6/s' } }, deadline: '60s' },
  slo: { errorRate: 0.01 },
};

test('our client lives through the peak', async () => {
  const day = await runClient(new URL('../client.mjs', import.meta.url), peak);
  expect(day).toMeetSlo();
  expect(day).toHonourRetryAfter();
  expect(day).toAmplifyAtMost(1.5);
}, 60_000);
