import { describe, expect, test } from 'vitest';
import { estimate } from '../../harness/scenario/estimate.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { linesFor } from './problems.ts';

const file = (parts: { arrivals?: string; slots?: string; beside?: string; strategies?: string; workload?: string }): string =>
  `time: { length: 1h }
provider: { models: { big: { slots: ${parts.slots ?? '8'}, ${parts.beside ?? ''} service: 1s } } }
workload: { ${parts.workload ?? ''} arrivals: ${parts.arrivals ?? '{ poisson: { rate: 7/s } }'} }
strategies: [ ${parts.strategies ?? '{ name: a }'} ]
`;

const whole = (most: string) => `expected a whole number from 1 to ${most} (50000, 50k or 1M), found`;

describe('what no machine can run is refused before it is begun', () => {
  test.each<[string, Parameters<typeof file>[0], string[]]>([
    [
      'requests of an hour',
      { arrivals: '{ constant: { rate: 5556/s } }' }, // 20,001,600
      [
        'scenario:3:24 workload.arrivals: more than 20000000 requests in one replication; lower the rate or time.length, or set workload.requests',
      ],
    ],
    ['not quite so many', { arrivals: '{ constant: { rate: 5555/s } }' }, []], // 19,998,000
    [
      'a high rate for a short time',
      { arrivals: '{ poisson: { rate: { steps: [ { at: 0s, value: 1000000/s }, { at: 1s, value: 1/s } ] } } }' },
      [],
    ],
    ['a high rate that stops at a number', { arrivals: '{ constant: { rate: 1000000/s } }', workload: 'requests: 1M,' }, []],
    ['a number of requests', { workload: 'requests: 1000M,' }, [`scenario:3:23 workload.requests: ${whole('20000000')} 1000000000`]],
    ['clients', { workload: 'clients: 1000000000,' }, [`scenario:3:22 workload.clients: ${whole('1000000')} 1000000000`]],
    [
      'users',
      { arrivals: '{ users: { count: 2M, think: 1s } }' },
      [`scenario:3:42 workload.arrivals.users.count: ${whole('1000000')} 2000000`],
    ],
    ['jobs', { arrivals: '{ batch: { jobs: 2M } }' }, [`scenario:3:41 workload.arrivals.batch.jobs: ${whole('1000000')} 2000000`]],
    [
      'other tenants', // 8 slots half taken for 1 µs each: 4 million a second
      { beside: 'otherTenants: { load: 0.5, hold: 0.001ms },' },
      [
        'scenario:2:73 provider.models.big.otherTenants.hold: about 14400000000 arrivals of other tenants in one replication, expected at most 500000000; lower load or slots, or lengthen hold',
      ],
    ],
    [
      'strategies',
      { strategies: Array.from({ length: 1001 }, (_, index) => `{ name: s${index} }`).join(', ') },
      ['scenario:4:13 strategies: expected at most 1000 entries, found 1001'],
    ],
    [
      'a fine grid of noise',
      { arrivals: '{ poisson: { rate: { product: [ 7/s, { noise: { sd: 0.1, correlation: 1ms } } ] } } }' },
      ['scenario:3:24 workload.arrivals: noise: correlation 1ms is too short for this run: it makes 7200000 cells; expected at least 8ms'],
    ],
  ])('%s', async (_, parts, lines) => expect(await linesFor(file(parts))).toEqual(lines));

  test('clients over clients over clients', async () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) => `{ name: s${index}${index === 0 ? '' : `, over: s${index - 1}`} }`).join(', ');
    expect(await linesFor(file({ strategies: chain(16) }))).toEqual([]);
    expect(await linesFor(file({ strategies: chain(17) }))).toEqual([
      expect.stringContaining('expected at most 16 clients, each over the next'),
    ]);
  });

  test('a list of twenty thousand names has twenty thousand faults, found one by one', async () => {
    const lines = await linesFor(file({ strategies: `{ name: a, route: [${'big, '.repeat(20_000)}big] }` }));
    expect(lines).toHaveLength(20_000);
    expect(lines[0]).toBe('scenario:4:39 strategies.0.route.1: target big stands in this route twice');
  });
});

test.each<[string, number | null]>([
  ['1000000000', 0], // far more than 7 Erlang
  ['1000000000000000', 0],
])('Erlang’s formula for %s slots ends', async (slots, refused) => {
  const { scenario } = await loadScenario({ text: file({ slots }), env: {} });
  expect(estimate(scenario).erlangB).toBe(refused);
});
