import { describe, expect, test } from 'vitest';
import { ladderOf } from '../../harness/strategy/ladder.ts';
import { presets } from '../../harness/strategy/presets/registry.ts';
import { strategySchema } from '../../harness/strategy/schema.ts';
import { writeStrategy } from '../../harness/strategy/write.ts';
import { resolve, resolved } from './resolved.ts';

const soft = ['capacity', 'rate_limited', 'server_error', 'connection', 'timeout', 'truncated', 'malformed'];

test('the defaults of a strategy that says nothing', () => {
  expect(resolved({ name: 'naive' })).toEqual({
    name: 'naive',
    classify: 'by-shape',
    retry: { backoff: { none: {} }, attempts: 1, when: soft, hint: { use: 'floor', jitter: 0.2, max: 60_000, over: 'give-up' } },
    route: { ordered: ['flagship'], order: 'retry-first', on: [...soft, 'quota'], afterFirstToken: 'fail' },
    timeout: {},
  });
});

describe('defaults of single keys', () => {
  test.each<[unknown, number]>([
    ['none', 1],
    [{ none: {} }, 1],
    [{ fixed: '1s' }, 3],
    [{ exponential: { base: '1s' } }, 3],
    [{ custom: './r.ts' }, 3],
    [{ list: ['1s', '2s'] }, 3],
    [{ list: ['1s', '2s', '4s', '8s'] }, 5],
    [{ list: { delays: ['1s'] } }, 2],
    [{ list: ['1s', '2s', '4s'], attempts: 2 }, 2],
  ])('attempts of %j', (retry, attempts) => expect(resolved({ name: 'x', retry }).retry.attempts).toBe(attempts));

  test.each<[number | undefined, number]>([
    [undefined, 20_000],
    [60_000, 20_000],
    [5000, 5000],
  ])('with a deadline of %s ms a request waits %d ms for a permit', (deadline, maxWait) =>
    expect(resolved({ name: 'x', limit: 5 }, { deadline }).limit).toEqual({
      rule: { fixed: 5 },
      per: 'client',
      hold: 'attempt',
      queue: { length: 'unlimited', maxWait, order: 'fifo' },
    }),
  );

  test('on is what retry’s when lists, and quota', () => {
    expect(resolved({ name: 'x', retry: { fixed: '1s', when: ['quota', 'capacity'] } }).route.on).toEqual(['quota', 'capacity']);
    expect(resolved({ name: 'x', retry: { fixed: '1s', when: ['capacity'] } }).route.on).toEqual(['capacity', 'quota']);
    expect(resolved({ name: 'x', route: { ordered: ['a'], on: ['timeout'] } }).route.on).toEqual(['timeout']);
  });

  test('a module becomes a file URL', () => {
    const spec = resolved({
      name: 'x',
      classify: { custom: './c.ts' },
      retry: { custom: './r.ts', options: { base: '1s' } },
      limit: { custom: './l.ts', queue: { order: { custom: './q.ts' } } },
      route: { custom: './w.ts', targets: ['a', 'b'] },
    });
    expect(spec.classify).toEqual({ custom: { module: 'file:///home/user/c.ts' } });
    expect(spec.retry.backoff).toEqual({ custom: { module: 'file:///home/user/r.ts', options: { base: '1s' } } });
    expect(spec.limit?.rule).toEqual({ custom: { module: 'file:///home/user/l.ts' } });
    expect(spec.limit?.queue.order).toEqual({ custom: { module: 'file:///home/user/q.ts' } });
    expect(spec.route).toMatchObject({ ordered: ['a', 'b'], custom: { module: 'file:///home/user/w.ts' } });
  });
});

describe('presets', () => {
  test('keys beside a preset replace its own, each as a whole', () => {
    const spec = resolved({ preset: 'hammer', retry: { fixed: '1s' }, timeout: { attempt: '45s' } });
    expect(spec).toMatchObject({ name: 'hammer', retry: { backoff: { fixed: 1000 }, attempts: 3 }, timeout: { attempt: 45_000 } });
    expect(spec.retry.when).toEqual(soft);
  });

  test('a name of one’s own', () => expect(resolved({ preset: 'hammer', name: 'mine' }).name).toBe('mine'));

  test('ladder is the scenario’s', () =>
    expect(resolved({ preset: 'article-route' }).route.ordered).toEqual(['flagship', 'light', 'floor']));
});

describe('over', () => {
  test('a preset, a strategy of this file, one written there; the file’s own comes before a preset', () => {
    const { strategies, faults } = resolve([
      { name: 'a', over: 'openai-node-6' },
      { name: 'b', over: 'c' },
      { name: 'c', retry: { fixed: '1s' }, over: { retry: { fixed: '3s' } } },
      { name: 'd', over: 'hammer' },
      { name: 'hammer', retry: { fixed: '9s' } },
    ]);
    expect(faults).toEqual([]);
    expect(strategies[0]?.over).toMatchObject({ name: 'openai-node-6', classify: 'by-status', retry: { attempts: 3 } });
    expect(strategies[1]?.over).toMatchObject({ name: 'c', retry: { backoff: { fixed: 1000 } } });
    expect(strategies[1]?.over?.over).toMatchObject({ name: 'inner', retry: { backoff: { fixed: 3000 } } });
    expect(strategies[3]?.over?.retry.backoff).toEqual({ fixed: 9000 });
  });

  test('underneath, a client without a route follows the one above', () => {
    expect(resolved({ name: 'a', route: ['x', 'y'], over: { retry: { fixed: '1s' } } }).over?.route.ordered).toEqual([]);
    expect(resolved({ name: 'a', over: { route: ['z'] } }).over?.route.ordered).toEqual(['z']);
  });

  test.each<[string, unknown[], unknown[]]>([
    ['itself', [{ name: 'a', over: 'a' }], [[0, 'over']]],
    [
      'in a circle',
      [
        { name: 'a', over: 'b' },
        { name: 'b', over: 'a' },
      ],
      [
        [0, 'over', 'over'],
        [1, 'over', 'over'],
      ],
    ],
    ['inside an inline one', [{ name: 'a', over: { over: 'a' } }], [[0, 'over', 'over']]],
    ['nobody', [{ name: 'a', over: 'nobody' }], [[0, 'over']]],
    [
      'with bounds on a silence it cannot hear',
      [{ name: 'a', timeout: { headers: '1s', attempt: '9s', idle: '2s' }, over: 'hammer' }],
      [
        [0, 'timeout', 'headers'],
        [0, 'timeout', 'idle'],
      ],
    ],
  ])('%s', (_, written, paths) => {
    const { strategies, faults } = resolve(written);
    expect(strategies).toEqual([]);
    expect(faults.map(({ path }) => path)).toEqual(paths);
  });

  test('a name that stands twice, and none at all', () => {
    const { strategies, faults } = resolve([{ name: 'a' }, { name: 'a' }, { preset: 'hammer' }, { preset: 'hammer' }, { retry: 'none' }]);
    expect(strategies.map(({ name }) => name)).toEqual(['a', 'hammer']);
    expect(faults.map(({ path }) => path)).toEqual([[1, 'name'], [3, 'preset'], [4]]);
  });
});

describe('written out again', () => {
  const written: unknown[] = [
    { name: 'naive' },
    ...Object.keys(presets).map((preset) => ({ preset })),
    {
      name: 'all',
      classify: 'article',
      retry: {
        exponential: { base: '1s', factor: 3, cap: '20s', jitter: { scale: [0, 1] } },
        attempts: 4,
        totalAttempts: 9,
        totalWait: '30s',
      },
      limit: { aimd: { initial: 3, max: 9 }, per: 'fleet', queue: { length: 7, maxWait: '3s', order: { deadline: { needs: '1500ms' } } } },
      route: { ordered: ['a', 'b'], order: 'route-first', floor: 'c', afterFirstToken: 'restart' },
      timeout: { attempt: '1500ms' },
      over: { preset: 'openai-node-6', timeout: {}, over: { limit: { schedule: { steps: [{ at: '0s', value: 5 }] } } } },
    },
    {
      name: 'own',
      classify: { custom: './c.ts' },
      retry: { custom: './r.ts', options: { x: 1 } },
      limit: { vegas: { probe: 5 }, per: 'target', queue: { order: { custom: './q.ts', options: { x: 1 } } } },
      route: { custom: './w.ts', targets: ['a'] },
    },
  ];
  test.each(written)('%j', (one) => {
    const spec = resolved(one);
    const again = writeStrategy(spec);
    expect(resolved(again, { moduleUrl: (path) => path })).toEqual(spec);
    expect(strategySchema.safeParse(again).success).toBe(true);
  });

  test('with units', () => {
    expect(writeStrategy(resolved({ preset: 'side-project', timeout: { idle: '15s' } }))).toEqual({
      name: 'side-project',
      classify: 'by-shape',
      retry: { fixed: '2s', attempts: 4, when: ['capacity'], hint: { use: 'ignore' } },
      route: { ordered: ['flagship'], order: 'retry-first', on: ['capacity', 'quota'], afterFirstToken: 'fail' },
      timeout: { idle: '15s' },
    });
  });
});

describe('a ladder', () => {
  const model = (quality: number, output: number) => ({ quality, usdPerMillion: { input: 0, output } });
  const models = {
    light: model(0.8, 1),
    flagship: model(1, 15),
    floor: model(0.5, 0.2),
    twin: model(0.8, 2),
    best: model(1.2, 60),
    copy: model(0.8, 1),
  };
  test.each([
    ['flagship', ['flagship', 'twin', 'copy', 'light', 'floor']], // by quality, then price, then name; nothing better
    ['light', ['light', 'twin', 'copy', 'floor']],
    ['floor', ['floor']],
    ['elsewhere', ['elsewhere']],
  ])('from %s', (top, expected) => {
    expect(ladderOf(top, models)).toEqual(expected);
    expect(ladderOf(top, Object.fromEntries(Object.entries(models).reverse()))).toEqual(expected);
  });
});
