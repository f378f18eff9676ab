import { describe, expect, test } from 'vitest';
import { administered } from './administered.ts';

const scenario = {
  provider: {
    pools: { shared: { slots: 3, otherTenants: { load: 0, hold: '1s' } } },
    models: { 'a"b\\c\nd': { pool: 'shared', firstToken: '100ms', tokensPerSecond: 20, quota: { rpm: 60, burst: 2 } } },
  },
  workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 4 } },
};

const model = { model: 'a"b\\c\nd' };

type Server = Awaited<ReturnType<typeof administered>>['server'];

/** Samples of a scrape by their names and labels. */
async function scrape(server: Server, url = '/metrics'): Promise<ReadonlyMap<string, number>> {
  const { payload, headers } = await server.inject(url);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = payload.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** As the text format escapes it. */
const name = 'a\\"b\\\\c\\nd';

describe('metrics for Prometheus', () => {
  test('slots, queues, quotas, attempts, tokens, times', async () => {
    const { server, call, time } = await administered(scenario);
    await call({ ...model, stream: true }, 310);
    await call({ ...model }, 0);
    await call({ ...model });
    await time.pass(0);
    const seen = await scrape(server);
    const of = (metric: string) => [...seen].filter(([key]) => key.startsWith(`${metric}{`) || key === metric);
    expect([...of('at_capacity_slots'), ...of('at_capacity_slots_busy'), ...of('at_capacity_queue_waiting')]).toEqual([
      ['at_capacity_slots{pool="shared"}', 3],
      ['at_capacity_slots_busy{pool="shared",holder="attempts"}', 1],
      ['at_capacity_slots_busy{pool="shared",holder="tenants"}', 0],
      ['at_capacity_queue_waiting{pool="shared",waiter="attempts"}', 0],
      ['at_capacity_queue_waiting{pool="shared",waiter="tenants"}', 0],
    ]);
    expect([...of('at_capacity_attempts_total'), ...of('at_capacity_tokens_total')]).toEqual([
      [`at_capacity_attempts_total{model="${name}",outcome="admitted"}`, 2],
      [`at_capacity_attempts_total{model="${name}",outcome="network"}`, 0],
      [`at_capacity_attempts_total{model="${name}",outcome="hard"}`, 0],
      [`at_capacity_attempts_total{model="${name}",outcome="quota"}`, 1],
      [`at_capacity_attempts_total{model="${name}",outcome="fault"}`, 0],
      [`at_capacity_attempts_total{model="${name}",outcome="capacity"}`, 0],
      [`at_capacity_tokens_total{model="${name}",direction="input"}`, 8],
      [`at_capacity_tokens_total{model="${name}",direction="output"}`, 4],
    ]);
    expect([...of('at_capacity_quota_limit'), ...of('at_capacity_quota_remaining'), ...of('at_capacity_requests_open')]).toEqual([
      [`at_capacity_quota_limit{model="${name}",kind="requests"}`, 60],
      [`at_capacity_quota_remaining{model="${name}",kind="requests"}`, 0],
      ['at_capacity_requests_open', 1],
    ]);
    expect([...of('at_capacity_requests_total')]).toEqual([
      ['at_capacity_requests_total{outcome="abandoned"}', 0],
      ['at_capacity_requests_total{outcome="rejected"}', 0],
      ['at_capacity_requests_total{outcome="answered"}', 2],
      ['at_capacity_requests_total{outcome="left"}', 0],
    ]);
    // One stream: its first token after 100 ms, its end after 300 ms. The refusal took 10 ms.
    const first = (le: string) => seen.get(`at_capacity_first_token_seconds_bucket{le="${le}",model="${name}"}`);
    const answer = (le: string, outcome: string) =>
      seen.get(`at_capacity_answer_seconds_bucket{le="${le}",model="${name}",outcome="${outcome}"}`);
    expect([
      first('0.05'),
      first('0.1'),
      first('+Inf'),
      answer('0.25', 'admitted'),
      answer('0.5', 'admitted'),
      answer('0.01', 'quota'),
    ]).toEqual([0, 1, 1, 0, 1, 1]);
    expect(seen.get(`at_capacity_answer_seconds_sum{model="${name}",outcome="admitted"}`)).toBeCloseTo(0.3, 6);
    expect(await scrape(server, '/_admin/metrics')).toEqual(seen);
  });

  test('names and help as Prometheus wants them', async () => {
    const { server, call } = await administered(scenario);
    await call({ ...model }, 310);
    const lines = (await server.inject('/metrics')).payload.split('\n');
    const types = lines.flatMap((line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1) ?? []);
    expect(types.length).toBeGreaterThan(0);
    for (let i = 0; i < types.length; i += 2) {
      const [metric = '', type] = [types[i], types[i + 1]];
      expect(metric).toMatch(/^at_capacity_[a-z_]+$/);
      expect([metric, metric.endsWith('_total')]).toEqual([metric, type === 'counter']);
      expect([metric, metric.endsWith('_seconds')]).toEqual([metric, type === 'histogram']);
      expect(lines.some((line) => line.startsWith(`# HELP ${metric} `))).toBe(true);
    }
  });

  test('D11: what clients send makes no series; nothing of before a reset is left', async () => {
    const { server, call, ask } = await administered(scenario);
    const none = await scrape(server);
    await call({ ...model }, 310);
    await call({ ...model });
    await call({ ...model });
    const keys = [...(await scrape(server)).keys()];
    for (let i = 0; i < 30; i++) await call({ ...model, model: `made-up-${i}`, user: `user-${i}` });
    expect([...(await scrape(server)).keys()]).toEqual(keys);
    await ask('POST', 'reset');
    expect(await scrape(server)).toEqual(none);
  });

  test('those of the process only where they are asked for', async () => {
    const names = async (options: object) => [...(await scrape((await administered(scenario, options)).server)).keys()];
    expect((await names({})).filter((key) => key.startsWith('process_') || key.startsWith('nodejs_'))).toEqual([]);
    expect(await names({ processMetrics: true })).toContain('process_cpu_seconds_total');
  });
});
