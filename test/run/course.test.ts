import { expect, test } from 'vitest';
import { gather } from '../../harness/run/gather.ts';
import { mostCourses } from '../../reports/result/kept.ts';
import { at, fixedRetry, limit, model, pool, runOf, scenario, script, strategy } from '../support/scenario.ts';

const refuse = { refuse: 'capacity' } as const;

test('a kept request says which attempts it made, when, how they ended, and what it waited for', () => {
  // One permit, 100 ms of service, a first refusal each, 20 ms between attempts; the permit is kept meanwhile.
  const ran = runOf(
    scenario({
      provider: { pools: { big: pool(3) }, models: { big: model({ service: 100 }) }, faults: [script(['big'], [refuse])] },
      workload: { arrivals: at(0, 50) },
      strategies: [strategy('s', { retry: fixedRetry(20, 2), limit: limit(1, { hold: 'request' }) })],
    }),
  );
  const [second, first] = ran.output.slowest;
  expect(first?.course).toMatchObject({ gaveUpBy: 'none', queueWaitMs: 0, backoffMs: 20 });
  expect(first?.course?.attempts).toEqual([
    ['big', 0, 0, 'capacity'],
    ['big', 20, 120, 'ok'],
  ]);
  // Arrives at 50 ms, has the permit at 120 ms.
  expect(second?.course).toMatchObject({ queueWaitMs: 70, backoffMs: 20 });
  expect(second?.course?.attempts).toEqual([
    ['big', 70, 70, 'capacity'],
    ['big', 90, 190, 'ok'],
  ]);
});

test('a request of very many attempts keeps the first 24 and the count; ten of the kept keep their course', () => {
  const ran = runOf(
    scenario({
      provider: { faults: [script(['big'], [], refuse)] },
      workload: { arrivals: at(...Array.from({ length: 30 }, (_, i) => 10 * i)) },
      strategies: [strategy('s', { retry: fixedRetry(1, 30) })],
    }),
  );
  const [first] = ran.output.failed;
  expect([first?.attempts, first?.course?.attempts.length]).toEqual([30, 24]);
  const fold = gather({ name: 's', config: {}, failure: null }, [ran.output]);
  const places = (list: typeof fold.failed) => list.flatMap(({ course }, place) => (course === undefined ? [] : [place]));
  expect(places(fold.slowest)).toEqual(Array.from({ length: mostCourses }, (_, i) => i));
  // Every third of 30.
  expect(places(fold.failed)).toEqual(Array.from({ length: mostCourses }, (_, i) => 3 * i));
});

test('how much of the slots was our own when an attempt was refused, and where patience ended', () => {
  // Two slots of one's own, three at once: the third is refused while we hold both.
  const full = runOf(
    scenario({ provider: { pools: { big: pool(2) }, models: { big: model({ service: 100 }) } }, workload: { arrivals: at(0, 0, 0) } }),
  );
  expect(full.fold.ownAtRefusal).toBe(1);
  // The permit is held for 100 ms; patience is 60 ms, so the second request's ends in our queue.
  const late = runOf(
    scenario({
      provider: { pools: { big: pool(2) }, models: { big: model({ service: 100 }) } },
      workload: { arrivals: at(0, 1), deadline: 60 },
      strategies: [strategy('s', { limit: limit(1) })],
    }),
  );
  expect(late.fold.ownAtRefusal).toBeNull();
  expect(late.fold.patience).toEqual({ queue: 1, wait: 0, attempt: 1 });
});
