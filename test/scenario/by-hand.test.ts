// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a variable is one of the things tested

import { describe, expect, test } from 'vitest';
import { presets } from '../../harness/strategy/presets/registry.ts';
import { linesFor } from './problems.ts';

const top = {
  provider: 'provider: { models: { big: { slots: 8, service: 1s } } }',
  workload: 'workload: { arrivals: { poisson: { rate: 7/s } } }',
  strategies: 'strategies: [ { name: naive }, { name: limited, limit: 5 } ]',
};

/** A good file of three lines, one of them exchanged or one more added. */
function file(changed: Partial<Record<keyof typeof top | 'more', string>>): string {
  const { more = '', ...lines } = { ...top, ...changed };
  return [lines.provider, lines.workload, lines.strategies, more].join('\n');
}

describe('one fault, one line that names file, line, column and key', () => {
  test.each<[string, string, string]>([
    // what, text, line
    [
      'a misspelt key',
      file({ more: 'repliactions: 5' }),
      'scenario:4:1 repliactions: unknown key repliactions; did you mean replications?',
    ],
    [
      'a missing unit',
      file({ more: 'time: { length: 24 }' }),
      'scenario:4:17 time.length: expected a duration such as 250ms, 1.5s, 10m or 24h, found 24 (the unit is missing: ms, s, m or h)',
    ],
    [
      'an unknown zone',
      file({ more: 'time: { zone: Asia/Shanghia }' }),
      'scenario:4:15 time.zone: expected a time zone such as Europe/Berlin or UTC, found "Asia/Shanghia"; did you mean Asia/Shanghai?',
    ],
    [
      'a day that does not exist',
      file({ more: 'time: { start: 2026-02-30T00:00 }' }),
      'scenario:4:16 time.start: expected a local date and time such as 2026-03-02T00:00, found "2026-02-30T00:00"',
    ],
    [
      'a warm-up that leaves nothing',
      file({ more: 'time: { length: 1h, warmUp: 60m }' }),
      'scenario:4:29 time.warmUp: expected warmUp to be shorter than length',
    ],
    [
      'a pool that is not there',
      file({ provider: 'provider: { pools: { large: { slots: 8 } }, models: { big: { pool: larg, service: 1s } } }' }),
      'scenario:1:68 provider.models.big.pool: no pool is called larg; did you mean large?',
    ],
    [
      'neither pool nor slots',
      file({ provider: 'provider: { models: { big: { service: 1s } } }' }),
      'scenario:1:28 provider.models.big: expected one of pool (a shared one) and slots (of its own), found neither',
    ],
    [
      'a model that is not there',
      file({ strategies: 'strategies: [ { name: a, route: [big, smal] } ]' }),
      'scenario:3:39 strategies.0.route.1: no model is called smal; known: big',
    ],
    [
      'a baseline that is not there',
      file({ more: 'baseline: naiv' }),
      'scenario:4:11 baseline: no strategy is called naiv; did you mean naive?',
    ],
    [
      'two strategies of one name',
      file({ strategies: 'strategies:\n  - name: naive\n  - { name: naive, limit: 5 }' }),
      'scenario:5:13 strategies.1.name: another strategy is called naive; give this one a name of its own',
    ],
    [
      'a strategy without a name',
      file({ strategies: 'strategies: [ { limit: 5 } ]' }),
      'scenario:3:15 strategies.0: expected a name (or a preset) for this strategy, found none',
    ],
    [
      'a preset that is not there',
      file({ strategies: 'strategies: [ { preset: hamer } ]' }),
      `scenario:3:25 strategies.0.preset: expected one of ${Object.keys(presets).join(', ')}, found "hamer"; did you mean hammer?`,
    ],
    [
      'two retry rules',
      file({ strategies: 'strategies: [ { name: a, retry: { fixed: 2s, exponential: { base: 1s } } } ]' }),
      'scenario:3:33 strategies.0.retry: expected exactly one retry rule, found 2: fixed, exponential',
    ],
    [
      'a limit of nothing',
      file({ strategies: 'strategies: [ { name: a, limit: 0 } ]' }),
      'scenario:3:33 strategies.0.limit: expected a whole number from 1 up (50000, 50k or 1M), found 0',
    ],
    [
      'an option inside a short form',
      file({ strategies: 'strategies: [ { name: a, limit: { fixed: 5, hold: requst } } ]' }),
      'scenario:3:51 strategies.0.limit.hold: expected one of attempt, request, found "requst"; did you mean request?',
    ],
    [
      'jobs of a client underneath',
      file({ strategies: 'strategies: [ { name: a, over: { submit-poll: {} } } ]' }),
      'scenario:3:47 strategies.0.over.submit-poll: submit-poll is about whole requests: write it in the strategy on top',
    ],
    [
      'a strategy to tune that is not there',
      file({ more: 'tune: { strategy: limitd, limit: 1..8 }' }),
      'scenario:4:19 tune.strategy: no strategy is called limitd; did you mean limited?',
    ],
    [
      'a range that is none',
      file({ more: 'tune: { strategy: limited, limit: 8..1 }' }),
      'scenario:4:35 tune.limit: expected a range of whole numbers such as 1..64, found "8..1"',
    ],
    [
      'a sweep of a strategy that is not there',
      file({ more: 'sweep: { strategy: limitd, limit: [1, 2] }' }),
      'scenario:4:20 sweep.strategy: no strategy is called limitd; did you mean limited?',
    ],
    [
      'a sweep of what is no number',
      file({ more: 'sweep: { strategy: limited, retry.atempts: [1, 2] }' }),
      'scenario:4:29 sweep."retry.atempts": limited has no number retry.atempts: unknown key atempts; did you mean attempts?',
    ],
    [
      'a value of a sweep that does not fit',
      file({ more: 'sweep: { strategy: limited, limit: [1, 0] }' }),
      'scenario:4:40 sweep.limit.1: expected a whole number from 1 up (50000, 50k or 1M), found 0',
    ],
    [
      'a value of a sweep twice',
      file({ more: 'sweep: { strategy: limited, limit: [1, 2, 1] }' }),
      'scenario:4:43 sweep.limit.2: 1 stands here twice',
    ],
    [
      'a trace that is not there',
      file({ workload: 'workload: { arrivals: { trace: { file: nothing.csv, format: csv } } }' }),
      'scenario:2:40 workload.arrivals.trace.file: expected a trace file, found none at ',
    ],
    [
      'a bound on no measure',
      file({ more: 'slo: { erorRate: 0.03 }' }),
      'scenario:4:8 slo.erorRate: unknown key erorRate; did you mean errorRate?',
    ],
    ['a key twice', file({ more: 'seed: 1\nseed: 2' }), 'scenario:5:1 seed: duplicate key seed; the first one is on line 4'],
    ['a tab', file({ more: 'time:\n\tlength: 1h' }), 'scenario:5:1 time: not YAML: tabs are not allowed as indentation'],
    ['an open bracket', file({ more: 'good: { latency: 30s' }), 'scenario:4:21 good.latency: not YAML: '],
    [
      'a variable that is not set',
      file({ more: 'seed: ${SEED}' }),
      'scenario:4:7 seed: environment variable SEED is not set; set it or write ${SEED:-default}',
    ],
    [
      'provider and providers',
      file({ more: 'providers: { b: { models: { small: { slots: 1, service: 1s } } } }' }),
      'scenario:1:1 : expected exactly one key, found 2: provider, providers',
    ],
    [
      'a fault window before the start',
      file({
        provider: 'provider:\n  models: { big: { slots: 8, service: 1s } }\n  faults:\n    - outage: { from: 2026-03-01T10:00, for: 1m }',
      }),
      'scenario:4:23 provider.faults.0.outage.from: ',
    ],
    ['a client that stands over itself', file({ strategies: 'strategies: [ { name: a, over: a } ]' }), 'scenario:3:32 strategies.0.over: '],
    [
      'a strategy file that is not there',
      file({ strategies: 'strategies: [ { file: ./none.yaml } ]' }),
      'scenario:3:23 strategies.0.file: ',
    ],
    [
      'a module that is not there',
      file({ strategies: 'strategies: [ { name: a, retry: { custom: ./none.ts } } ]' }),
      'scenario:3:43 strategies.0.retry.custom: ',
    ],
    ['no provider', `${top.workload}\n${top.strategies}`, 'scenario:1:1 expected one key of: provider, providers; found none'],
    [
      'a misspelt provider',
      file({ provider: 'provder: { models: { big: { slots: 8, service: 1s } } }' }),
      'scenario:1:1 provder: unknown key provder; did you mean provider?',
    ],
    [
      'misspelt models, of which one is routed to',
      file({ provider: 'provider: { modles: { big: { slots: 8 } } }', strategies: 'strategies: [ { name: a, route: [big] } ]' }),
      'scenario:1:13 provider.modles: unknown key modles; did you mean models?',
    ],
    [
      'misspelt pools',
      file({ provider: 'provider: { pols: { p: { slots: 8 } }, models: { big: { pool: p } } }' }),
      'scenario:1:13 provider.pols: unknown key pols; did you mean pools?',
    ],
    [
      'misspelt strategies with a baseline',
      file({ strategies: 'strategy: [ { name: a } ]', more: 'baseline: a' }),
      'scenario:3:1 strategy: unknown key strategy; did you mean strategies?',
    ],
    ['a list at the top', '- a\n- b', 'scenario:1:1 expected a map of keys, found a list'],
    ['a text at the top', 'hello', 'scenario:1:1 expected a map of keys, found "hello"'],
    ['nothing', '', 'scenario:1:1 '],
    ['only a comment', '# nothing here\n', 'scenario:1:1 '],
  ])('%s', async (_what, text, line) => {
    const lines = await linesFor(text, { folder: '/' });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.replace(' : ', ' ')).toContain(line.replace(' : ', ' '));
  });

  test('the file they are made of is good', async () => {
    expect(await linesFor(file({}))).toEqual([]);
  });
});

describe('twelve faults', () => {
  test('make twelve lines, in the order of the file', async () => {
    const text = `name: many
seed: -1
tiem: { length: 1h }
provider:
  dialect: mistrl
  pools: { big: { slots: 40, otherTenants: { load: 0.9, hold: 20 } } }
  models:
    flagship: { pool: bgi, tokensPerSecond: 45 }
    light: { slots: 4, service: { exponential: 1s }, qualty: 1 }
workload:
  model: flagshp
  arrivals: { poisson: { rate: 7 } }
strategies:
  - { name: a, retry: { exponential: { base: 1s, jitter: { scale: [1, 0] } } } }
  - { name: a, limit: { fixed: 5, per: clients } }
  - { name: c, route: [flagship, lihgt] }
`;
    const places = (await linesFor(text)).map((line) => /^scenario:(\d+:\d+) (\S+):/.exec(line)?.slice(1).join(' '));
    expect(places).toHaveLength(12);
    expect(places).toEqual([
      '2:7 seed',
      '3:1 tiem',
      '5:12 provider.dialect',
      '6:63 provider.pools.big.otherTenants.hold',
      '8:23 provider.models.flagship.pool',
      '9:54 provider.models.light.qualty',
      '11:10 workload.model',
      '12:32 workload.arrivals.poisson.rate',
      '14:67 strategies.0.retry.exponential.jitter.scale',
      '15:13 strategies.1.name',
      '15:40 strategies.1.limit.per',
      '16:34 strategies.2.route.1',
    ]);
  });
});

test('what is missing at the top is missed together', async () => {
  expect(await linesFor('seed: x')).toEqual([
    'scenario:1:1 workload: expected a map of keys, found nothing',
    'scenario:1:1 strategies: expected a list, found nothing',
    'scenario:1:1 expected one key of: provider, providers; found none',
    'scenario:1:7 seed: expected a whole number from 0 up (50000, 50k or 1M), found "x"',
  ]);
});
