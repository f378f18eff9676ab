import { expect, it } from 'vitest';
import { at, model, pool, scenario, strategy } from '../support/scenario.ts';
import { liveOf } from './live-of.ts';

// At 20 times the speed the last arrival is due half a millisecond before the end.
it.each([1, 20])('a window of milliseconds is lived through to its last arrival (time scale %d)', async (timeScale) => {
  const one = scenario({
    provider: { pools: { big: pool(10) }, models: { big: model({ service: 20 }) } },
    workload: { arrivals: at(0, 40, 80) },
    strategies: [strategy('s')],
    time: { length: 90 },
  });
  const { fold } = await liveOf(one, { timeScale });
  expect(fold.requests).toMatchObject({ offered: 3, ok: 3 });
});
