import { expect, it } from 'vitest';
import { explainRequest } from '../../harness/run/explain.ts';
import type { BreakerSpec, StrategySpec } from '../../harness/strategy/spec.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import { at, model, pool, provider, route, runOf, scenario, strategy } from '../support/scenario.ts';

const of = (changes: Partial<ProviderSpec> = {}) =>
  provider({ pools: { big: pool(10) }, models: { m: model({ service: 1000 }) }, ...changes });
const down: Partial<ProviderSpec> = {
  faults: [{ outage: { from: { offset: 0 }, for: 60_000, models: ['m'], tenants: false, as: 'capacity' } }],
};
const breaker: BreakerSpec = { rule: { consecutive: 1 }, open: 10_000, probes: 1, factor: 1, cap: 600_000, whenOpen: 'fail' };
const two = (changes: Partial<StrategySpec>, b: Partial<ProviderSpec> = {}) =>
  scenario({
    providers: { a: of(down), b: of(b) },
    workload: { model: 'a/m', arrivals: at(0, 5000) },
    strategies: [strategy('s', changes)],
  });
const told = async (changes: Partial<StrategySpec>, b: Partial<ProviderSpec> = {}) =>
  (await explainRequest(two(changes, b), { strategy: 's', request: 1 })).map((line) => line.trim());

it('says that a breaker keeps a request from a target', async () => {
  expect(await told({ route: route(['a/m', 'b/m']), breaker })).toEqual([
    'request 1 under s, replication 0, client 0',
    '+0.000 s  arrives (2026-03-02 00:00:05)',
    '+0.000 s  goes past a/m: its breaker is open',
    '+0.000 s  attempt 1 to b/m',
    '+1.000 s    ok, status 200, 4 tokens after 1.000 s',
    '+1.000 s  ok after 1.000 s and 1 attempt',
  ]);
});

it('says that a target is left alone for a time, or has a low score', async () => {
  const cooled = { ...route(['a/m', 'b/m']), rule: { cooldown: { time: 10_000 } } };
  expect(await told({ route: cooled })).toContain('+0.000 s  goes past a/m: it has failed and is left alone for a time');
  const scored = { ...route(['a/m', 'b/m']), rule: { health: { threshold: 0.9, probe: 0 } } };
  expect(await told({ route: scored })).toContain('+0.000 s  goes past a/m: its score is low');
});

it('says that a request is too long for a target', async () => {
  const line = '+0.000 s  goes past b/m: the request is longer than its context';
  const providers = { a: of(down), b: of({ models: { m: model({ context: 5 }) } }), c: of() };
  const one = scenario({
    providers,
    workload: { model: 'a/m' },
    strategies: [strategy('s', { route: route(['a/m', 'b/m', 'c/m']) })],
  });
  expect((await explainRequest(one, { strategy: 's', request: 0 })).map((each) => each.trim())).toContain(line);
});

it('sheds what may go nowhere with the reason of its first target', () => {
  const none = (changes: Partial<StrategySpec>) => runOf(two(changes, down)).requests[1];
  const cooldown = { ...route(['a/m', 'b/m']), rule: { cooldown: { time: 10_000, whenAll: 'fail' as const } } };
  expect(none({ route: cooldown })).toMatchObject({ outcome: 'shed', reason: 'cooldown', gaveUpBy: 'noTarget', attempts: 0 });
  expect(none({ route: route(['a/m', 'b/m']), breaker })).toMatchObject({ outcome: 'shed', reason: 'breaker', attempts: 0 });
});
