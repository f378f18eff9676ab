import { describe, expect, it } from 'vitest';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import {
  at,
  ends,
  fixedRetry,
  limit,
  model,
  pool,
  provider,
  retry,
  route,
  runOf,
  scenario,
  script,
  story,
  strategy,
} from '../support/scenario.ts';

const names = ['a', 'b', 'c'] as const;
const refuse = { refuse: 'capacity' } as const;

/** Three models that do what their scripts say; a fourth that is always well. */
function models(scripts: Partial<Record<(typeof names)[number], readonly ScriptReply[]>>, last: ScriptReply = 'ok') {
  return provider({
    pools: { big: pool(9) },
    models: Object.fromEntries([...names, 'd'].map((name) => [name, model()])),
    faults: names.map((name) => script([name], scripts[name] ?? [], name in scripts ? last : 'ok')),
  });
}

/** Targets of the attempts, in order, each with its time in seconds. */
function way(spec: ReturnType<typeof provider>, changes: Parameters<typeof strategy>[1]) {
  const ran = runOf(scenario({ provider: spec, strategies: [strategy('s', changes)] }));
  return { tried: ran.attempts.map((one) => `${one.target}@${one.sentMs / 1000}`).join(' '), end: ends(ran)[0], request: ran.requests[0] };
}

describe('a route', () => {
  it.each<[string, Parameters<typeof models>[0], Parameters<typeof strategy>[1], string, string]>([
    ['first target well', {}, { route: route(['a', 'b']) }, 'a@0', '0 ok/none 1'],
    [
      'retry first: A twice, then B',
      { a: [] },
      { route: route(['a', 'b', 'c']), retry: fixedRetry(1000, 2) },
      'a@0 a@1 b@1',
      '0 ok/none 2',
    ],
    [
      'retry first, all refused: each twice',
      { a: [], b: [], c: [] },
      { route: route(['a', 'b', 'c']), retry: fixedRetry(1000, 2) },
      'a@0 a@1 b@1 b@2 c@2 c@3',
      '0 exhausted/attempts 3',
    ],
    [
      'route first: all once, then a wait',
      { a: [], b: [], c: [] },
      { route: route(['a', 'b', 'c'], { order: 'route-first' }), retry: fixedRetry(1000, 2) },
      'a@0 b@0 c@0 a@1 b@1 c@1',
      '0 exhausted/attempts 1',
    ],
    [
      'a floor, once, when the others have failed',
      { a: [], b: [] },
      { route: route(['a', 'b'], { floor: 'd' }), retry: fixedRetry(1000, 2) },
      'a@0 a@1 b@1 b@2 d@2',
      '0 ok/none 3',
    ],
    [
      'over all targets no more than `totalAttempts`',
      { a: [], b: [], c: [] },
      { route: route(['a', 'b', 'c']), retry: fixedRetry(1000, 2, { totalAttempts: 3 }) },
      'a@0 a@1 b@1',
      '0 capacity/attempts 1',
    ],
    [
      'over all targets no more waiting than `totalWait`',
      { a: [], b: [], c: [] },
      { route: route(['a', 'b', 'c']), retry: fixedRetry(1000, 3, { totalWait: 3000 }) },
      'a@0 a@1 a@2 b@2 b@3 c@3',
      '0 exhausted/totalWait 3',
    ],
    [
      'waits that were decided before others took place fit into `totalWait` too',
      { a: [], b: [] },
      {
        route: route(['a', 'b'], { order: 'route-first' }),
        retry: retry({ backoff: { list: [1000, 5000] }, attempts: 3, totalWait: 1500 }),
      },
      'a@0 b@0 a@1 b@1',
      '0 exhausted/totalWait 1',
    ],
  ])('%s', (_name, scripts, changes, tried, end) => {
    const went = way(models(scripts, refuse), changes);
    expect([went.tried, went.end]).toEqual([tried, end]);
  });

  it('keeps the first cause when every target refused', () => {
    const spec = models({ a: [{ refuse: 'quota' }], b: [{ refuse: 'server_error' }] });
    expect(way(spec, { route: route(['a', 'b']) }).request).toMatchObject({ outcome: 'exhausted', reason: 'quota' });
  });

  it('does not move on from a failure that says nothing about the target', () => {
    const spec = models({ a: [{ refuse: 'client_error' }] });
    const went = way(spec, { route: route(['a', 'b']), retry: fixedRetry(0, 3) });
    expect([went.tried, went.end]).toEqual(['a@0', '0 client_error/hard 0']);
  });

  it('comes to the next target behind every completion of its instant', () => {
    // At 1.4 s entity 1 is refused by a, before entity 0, whose service began later, gives b's only slot back.
    const spec = provider({
      pools: { a: pool(1), b: pool(1) },
      models: { a: model({ pool: 'a', refuseAfter: 400 }), b: model({ pool: 'b', service: 300 }) },
      faults: [script(['a'], [], refuse)],
    });
    const ran = runOf(
      scenario({
        provider: spec,
        workload: { arrivals: at(700, 1000), model: 'a' },
        strategies: [strategy('s', { route: route(['a', 'b']) })],
      }),
    );
    expect(story(ran)).toEqual(['0 a@0.7→1.1 capacity', '1 a@1→1.4 capacity', '0 b@1.1→1.4 ok', '1 b@1.4→1.7 ok']);
  });
});

describe('a wait hint', () => {
  const limited = { refuse: 'rate_limited', retryAfter: 3000 } as const;

  it('of one target does not hold up another', () => {
    const spec = models({ a: [limited, limited] });
    expect(way(spec, { route: route(['a', 'b']) }).tried).toBe('a@0 b@0');
  });

  it('has passed before its target is tried again, on whatever round', () => {
    const spec = models({ a: [refuse], b: [limited] });
    const rule = retry({ backoff: { fixed: 1000 }, attempts: 2 });
    // Second round: a after its own second; b was asked to be left alone until 3 s.
    expect(
      way(models({ a: [refuse, refuse], b: [limited] }), { route: route(['a', 'b'], { order: 'route-first' }), retry: rule }).tried,
    ).toBe('a@0 b@0 a@1 b@3');
    expect(way(spec, { route: route(['a', 'b'], { order: 'route-first' }), retry: rule }).tried).toBe('a@0 b@0 a@1');
  });

  it('counts towards the total of waits', () => {
    const spec = models({ a: [refuse, refuse], b: [limited] });
    const rule = retry({ backoff: { fixed: 1000 }, attempts: 2, totalWait: 3000 });
    const went = way(spec, { route: route(['a', 'b'], { order: 'route-first' }), retry: rule });
    expect(went.tried).toBe('a@0 b@0 a@1 b@3');
    const less = way(spec, { route: route(['a', 'b'], { order: 'route-first' }), retry: { ...rule, totalWait: 2999 } });
    // Its wait of 3 s did not fit when b refused: only a has a second try.
    expect(less.tried).toBe('a@0 b@0 a@1');
  });
});

describe('after the first token', () => {
  const cut = models({ a: [{ cut: 2 }] });
  it.each([
    ['fail', 'a@0', '0 truncated/hard 0.4'],
    ['restart', 'a@0 b@0.4', '0 ok/none 1.4'],
  ] as const)('%s', (afterFirstToken, tried, end) => {
    const went = way(cut, { route: route(['a', 'b'], { afterFirstToken }), retry: fixedRetry(1000, 3) });
    expect([went.tried, went.end]).toEqual([tried, end]);
  });

  it('of a plain reply nothing has come: another target is tried', () => {
    const ran = runOf(scenario({ provider: cut, workload: { stream: false }, strategies: [strategy('s', { route: route(['a', 'b']) })] }));
    expect(story(ran)).toEqual(['0 a@0→0.4 truncated', '0 b@0.4→1.4 ok']);
  });

  it.each([
    // bound on the attempt; the first token comes after 200 ms, seen or not
    [199, 'a@0 b@0.199', '0 ok/none 0.349'],
    [200, 'a@0', '0 timeout/hard 0.2'],
    [700, 'a@0', '0 timeout/hard 0.7'],
  ])('an attempt that is ended after %d ms, whether anybody watches for the first token or not', (attempt, tried, end) => {
    const well = models({});
    const spec = { ...well, models: { ...well.models, b: model({ service: 150 }) } };
    for (const firstToken of [undefined, 5000]) {
      const went = way(spec, { route: route(['a', 'b']), timeout: { attempt, firstToken } });
      expect([went.tried, went.end]).toEqual([tried, end]);
    }
  });
});

describe('permits on a route', () => {
  it('are given back with an attempt and taken again at the tail of the queue', () => {
    const spec = models({ a: [], b: [] }, refuse);
    const ran = runOf(
      scenario({
        provider: { ...spec, models: { ...spec.models, a: model({ refuseAfter: 100 }) } },
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('s', { route: route(['a', 'd']), limit: limit(1) })],
      }),
    );
    expect(story(ran)).toEqual(['0 a@0→0.1 capacity', '1 a@0.1→0.2 capacity', '0 d@0.2→1.2 ok', '1 d@1.2→2.2 ok']);
  });

  it('are kept over the whole ladder where they are held by the request', () => {
    const spec = models({ a: [], b: [] }, refuse);
    const ran = runOf(
      scenario({
        provider: { ...spec, models: { ...spec.models, a: model({ refuseAfter: 100 }) } },
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('s', { route: route(['a', 'd']), limit: limit(1, { hold: 'request' }) })],
      }),
    );
    expect(story(ran)).toEqual(['0 a@0→0.1 capacity', '0 d@0.1→1.1 ok', '1 a@1.1→1.2 capacity', '1 d@1.2→2.2 ok']);
  });

  it.each([
    ['attempt', '0 d@0.1→1.1 ok'],
    ['request', '0 d@0.1→1.1 ok'],
  ] as const)('belong to one target where each has its own limit, held by the %s', (hold, second) => {
    const spec = models({ a: [], b: [] }, refuse);
    const ran = runOf(
      scenario({
        provider: { ...spec, models: { ...spec.models, a: model({ refuseAfter: 100 }) } },
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('s', { route: route(['a', 'd']), limit: limit(1, { hold, per: 'target' }) })],
      }),
    );
    // The second request is sent to the first target as soon as the first one has left it.
    expect(new Set(story(ran))).toEqual(new Set(['0 a@0→0.1 capacity', '1 a@0.1→0.2 capacity', second, '1 d@1.1→2.1 ok']));
    expect(ran.run.fleet.permits.map(({ inUse, mostInUse, inFlight, waiting }) => [inUse, mostInUse, inFlight, waiting])).toEqual([
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ]);
  });

  it.each([
    ['target', 4],
    ['client', 2],
    ['fleet', 1],
  ] as const)('per %s: two clients on two targets have %d limits', (per, expected) => {
    const ran = runOf(
      scenario({
        provider: models({ a: [], b: [] }, refuse),
        workload: { arrivals: at(0, 0), clients: 2 },
        strategies: [strategy('s', { route: route(['a', 'd']), limit: limit(1, { per }) })],
      }),
    );
    expect(ran.run.fleet.permits).toHaveLength(expected);
  });
});
