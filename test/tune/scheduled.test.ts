import { expect, test } from 'vitest';
import { loadScenario } from '../../harness/scenario/load.ts';
import { scheduled } from '../../harness/tune/scheduled.ts';
import { compileCurve } from '../../sim/curves/compile.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import type { CurveSpec } from '../../sim/provider/spec.ts';

const scenario = `
provider: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 1/s } } }
strategies: [{ name: limited, limit: { fixed: 3, per: fleet, queue: { length: 7, maxWait: 20s } }, retry: { fixed: 1s } }]
`;

const from22to8: readonly number[] = Array.from({ length: 24 }, (_, hour) => (hour < 8 || hour >= 22 ? 8 : 4));
const untilNoon = from22to8.map((_, hour) => (hour < 12 ? 2 : 9));
const threeParts = from22to8.with(12, 2).with(13, 2);

test.each([
  ['two parts, over midnight', from22to8, { window: { from: '08:00', to: '22:00', value: 4, outside: 8 } }],
  ['two parts of one day', untilNoon, { window: { from: '00:00', to: '12:00', value: 2, outside: 9 } }],
  ['more', threeParts, { hours: threeParts }],
])('a limit for each hour of the day, %s: written shortly, and each hour has its own', async (_, limits, written) => {
  const base = (await loadScenario({ text: scenario })).scenario.strategies[0];
  if (base === undefined) throw new Error('expected a strategy');
  const { strategy, limit } = scheduled(base, 'by-hour', limits);
  expect(limit).toEqual({
    schedule: written,
    per: 'fleet',
    hold: 'attempt',
    queue: { length: 7, maxWait: '20s', order: 'fifo' },
  });
  // All else is the strategy's.
  expect(strategy).toEqual({ ...base, name: 'by-hour', limit: { ...base.limit, rule: strategy.limit?.rule } });
  const run = { start: '2026-03-02T00:00', zone: 'Asia/Shanghai', length: 86_400_000, seed: 1, replication: 0, folder: '.' };
  const { atMicros, value } = compileCurve(strategy.limit?.rule.schedule as CurveSpec, scopeFor(run));
  const at = (hour: number) => value[atMicros.findLastIndex((micros) => micros <= hour * 3.6e9)];
  for (const [hour, own] of limits.entries()) expect([at(hour), at(hour + 0.99)], `hour ${hour}`).toEqual([own, own]);
});
