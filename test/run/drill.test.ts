import { describe, expect, test } from 'vitest';
import { drillLines } from '../../harness/cli/drill-lines.ts';
import { drill, targetsOf } from '../../harness/run/drill.ts';
import { at, model, pool, provider, route, scenario, script, strategy } from '../support/scenario.ts';

const ten = at(...Array.from({ length: 10 }, (_, k) => k * 2000));

/** Three models that are never full; `fence` writes JSON in fences, `down` refuses everything. */
const three = provider({
  pools: { big: pool(50) },
  models: {
    big: model({ output: { json: 'plain' } }),
    fence: model({ output: { json: 'fenced+chatty' }, usdPerMillion: { input: 1000, output: 0 } }),
    down: model({ output: { json: 'plain' } }),
  },
  faults: [script(['down'], [{ refuse: 'capacity' }], { refuse: 'capacity' })],
});

const parts = { provider: three, workload: { arrivals: ten, stream: false, expects: 'json' as const } };

describe('validate --drill', () => {
  test('tries every target of every route alone, once with each adapter, without retries', async () => {
    const strategies = [
      strategy('a', { route: route(['big', 'fence']) }),
      strategy('b', { route: route(['big', 'down'], { floor: 'fence' }), adapt: 'unwrap' }),
      strategy('c'),
    ];
    const drilled = await drill(scenario({ ...parts, strategies }));
    expect(drilled.map(({ target, adapt, strategies: names, ...rest }) => [target, adapt, names.join(), rest])).toEqual([
      ['big', undefined, 'a,c', { requests: 10, usable: 1, malformed: 0, p50Ms: 1000, p95Ms: 1000, costUsd: 0, works: true }],
      // 10 requests of 10 tokens at 1,000 $ a million are 0.1 $, readable or not.
      ['fence', undefined, 'a', { requests: 10, usable: 0, malformed: 1, p50Ms: null, p95Ms: null, costUsd: 0.1, works: false }],
      ['big', 'unwrap', 'b', { requests: 10, usable: 1, malformed: 0, p50Ms: 1000, p95Ms: 1000, costUsd: 0, works: true }],
      ['down', 'unwrap', 'b', { requests: 10, usable: 0, malformed: 0, p50Ms: null, p95Ms: null, costUsd: 0, works: false }],
      ['fence', 'unwrap', 'b', { requests: 10, usable: 1, malformed: 0, p50Ms: 1000, p95Ms: 1000, costUsd: 0.1, works: true }],
    ]);
    expect(drillLines('my.yaml', drilled).slice(-2)).toEqual([
      '  fence gave no answer that its callers can read',
      '  down gave no usable answer',
    ]);
  });

  test('asks 200 times at most, and says what was asked nothing', async () => {
    const many = { ...parts, workload: { ...parts.workload, arrivals: { constant: { rate: 10 } } } };
    expect((await drill(scenario(many))).map(({ requests }) => requests)).toEqual([200]);
    const none = await drill(scenario({ ...parts, workload: { ...parts.workload, arrivals: at(70_000) } }));
    expect(none).toMatchObject([{ target: 'big', requests: 0, usable: null, works: false }]);
    expect(drillLines('my.yaml', none).at(-1)).toBe('  big was asked nothing');
  });

  test('a strategy over another one sends where the lower one says, if it does', () => {
    const inner = strategy('inner', { route: route(['x', 'y']) });
    expect(targetsOf(strategy('s', { over: inner }))).toEqual(['x', 'y']);
    expect(targetsOf(strategy('s', { over: strategy('inner', { route: route([]) }) }))).toEqual(['big']);
    expect(targetsOf(strategy('s', { code: { module: 'file:///x.ts' } }))).toEqual([]);
  });
});
