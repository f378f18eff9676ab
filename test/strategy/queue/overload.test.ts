import { describe, expect, test } from 'vitest';
import type { LimitSpec } from '../../../harness/strategy/spec.ts';
import type { WorkloadSpec } from '../../../harness/workload/spec.ts';
import { limit, model, pool, type Ran, runOf, scenario, strategy } from '../../support/scenario.ts';

/** Eight slots of 1 s make 8 answers a second; 12 requests a second come for five minutes. */
const most = 8 * 300;

function overloaded(order: LimitSpec['queue']['order'], workload: Partial<WorkloadSpec>): Ran {
  return runOf(
    scenario({
      time: { length: 300_000 },
      provider: { pools: { big: pool(8) }, models: { big: model({ service: 1000 }) } },
      workload: { arrivals: { poisson: { rate: 12 } }, ...workload },
      strategies: [strategy('s', { limit: limit(8, { queue: { length: 'unlimited', maxWait: 20_000, order } }) })],
    }),
  );
}

describe('callers who wait 5 s', () => {
  const good = (order: LimitSpec['queue']['order']): number => overloaded(order, { deadline: 5000 }).fold.requests.ok;

  test('fifo mostly serves them when they have 2/3 s left, in which nobody is answered', () => {
    expect(good('fifo')).toBeLessThan(0.3 * most);
  });

  test.each<[string, LimitSpec['queue']['order']]>([
    ['the earliest deadline of those that can be met', { deadline: { needs: 1000 } }],
    ['the newest', { lifo: { after: 1000 } }],
  ])('%s: nearly all slots make answers in time', (_, order) => {
    expect(good(order)).toBeGreaterThan(0.97 * most);
    // What waits at the end is answered after it.
    expect(good(order)).toBeLessThanOrEqual(most + 8 * 5);
  });
});

describe('one in five is urgent', () => {
  const share = 0.2;
  const waits = ({ requests }: Ran, urgent: boolean): number[] =>
    requests.filter((one) => one.urgent === urgent).map(({ queueWaitMs }) => queueWaitMs);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  test('fifo: all wait alike', () => {
    const ran = overloaded('fifo', { urgent: share });
    expect(Math.abs(mean(waits(ran, true)) / mean(waits(ran, false)) - 1)).toBeLessThan(0.1);
  });

  test('priority: they hardly wait, and the others get every slot that is left', () => {
    const ran = overloaded({ priority: { aging: 60_000 } }, { urgent: share });
    const urgent = waits(ran, true);
    expect(urgent.length).toBeGreaterThan(600);
    // All eight slots may become free at once: then half a second passes on average until they do, and 2.4 come a second.
    expect(mean(urgent)).toBeLessThan(500);
    expect(mean(waits(ran, false))).toBeGreaterThan(10_000);
    expect(ran.fold.requests.ok).toBeGreaterThan(0.97 * most);
    expect(ran.requests.filter((one) => one.urgent && one.outcome !== 'ok')).toEqual([]);
  });

  test('with aging 3s the others are 3 s behind, no more', () => {
    const ran = overloaded({ priority: { aging: 3000 } }, { urgent: share });
    const late = (urgent: boolean): number => mean(waits(ran, urgent).slice(-100));
    expect(late(false) - late(true)).toBeGreaterThan(1500);
    expect(late(false) - late(true)).toBeLessThan(3500);
  });
});
