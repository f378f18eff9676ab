import { describe, expect, test } from 'vitest';
import { presets } from '../../../harness/strategy/presets/registry.ts';
import { byHand } from '../../../harness/strategy/route/by-hand.ts';
import { model, pool, provider, runOf, scenario, script, story } from '../../support/scenario.ts';
import { resolved } from '../resolved.ts';

const past = { sends: [1, 0], open: [true, true], last: 0, moveOn: true, nowMs: 500, uniform: 0.5 };

describe('by-hand', () => {
  const route = byHand.create({ think: 8000 }, { targets: ['a', 'b'] });

  test('begins at once, and stays with a target as the retry rule says', () => {
    expect(route.next({ ...past, sends: [0, 0], last: -1 })).toEqual({ position: 0, wait: false });
    expect(route.next(past)).toEqual({ position: 0, wait: true });
  });

  test('thinks before another target, and has nowhere to go after the last', () => {
    expect(route.next({ ...past, open: [false, true] })).toEqual({ position: 1, wait: false, notBeforeMs: 8500 });
    expect(route.next({ ...past, open: [false, false] })).toBeUndefined();
  });
});

describe('M25: side-project-by-hand', () => {
  const run = (deadline?: number) =>
    runOf(
      scenario({
        provider: provider({
          pools: { big: pool(9) },
          models: { flagship: model(), light: model({ quality: 0.5 }) },
          faults: [script(['flagship'], [], { refuse: 'capacity' }), script(['light'], [{ refuse: 'capacity' }])],
        }),
        workload: { model: 'flagship', ...(deadline !== undefined && { deadline }) },
        strategies: [resolved({ preset: presets['side-project-by-hand'].name }, { ladder: ['flagship', 'light'] })],
      }),
    );

  test('four attempts in 6 s, ten seconds of thought, and the same on the next model', () => {
    expect(story(run())).toEqual([
      '0 flagship@0→0 capacity',
      '0 flagship@2→2 capacity',
      '0 flagship@4→4 capacity',
      '0 flagship@6→6 capacity',
      '0 light@16→16 capacity',
      '0 light@18→19 ok',
    ]);
    expect(run().requests[0]).toMatchObject({ outcome: 'ok', latencyMs: 19_000, backoffMs: 18_000, attempts: 6 });
  });

  test('a user whose patience ends while thinking has no other model', () => {
    expect(run(12_000).requests[0]).toMatchObject({ outcome: 'deadline', latencyMs: 12_000, attempts: 4 });
  });
});
