import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exporters } from '../../harness/export/registry.ts';
import type { RawRows } from '../../harness/run/options.ts';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { clientModule } from '../server/clients.ts';
import { clientOf, removeClients } from './client-of.ts';

/** A quarter of a minute in which the first model is full, breaks, asks for waits and says no for good. */
const world = {
  time: { length: '15s' },
  replications: 1,
  provider: {
    network: { rtt: '0ms' },
    models: {
      big: { slots: 3, service: { exponential: '1s' }, retryAfter: '3s' },
      'small "one"': { slots: 1, service: { exponential: '1s' } },
      floor: { slots: 40, service: '500ms' },
    },
    faults: [
      { errors: { models: ['big'], share: 0.08, as: 'server_error' } },
      { errors: { models: ['big'], share: 0.05, as: 'quota' } },
      { errors: { models: ['big', 'floor'], share: 0.05, as: 'rate_limited' } },
      { errors: { models: ['big'], share: 0.05, as: 'client_error' } },
    ],
  },
  workload: { arrivals: { poisson: { rate: '4/s' } }, stream: false },
};

const exact = { jitter: 0 };
const strategies: Readonly<Record<string, object>> = {
  'retry first': { retry: { exponential: { base: '1s', cap: '3s' }, attempts: 4, hint: exact }, route: ['big', 'small "one"'] },
  'one model, hint exactly': { retry: { list: ['1s', '5s'], hint: { use: 'exact', max: '2s', over: 'use-backoff' } } },
  'route first, with a floor': {
    retry: { fixed: '2s', attempts: 2, hint: exact },
    route: { ordered: ['big', 'small "one"'], order: 'route-first', floor: 'floor', on: ['capacity', 'quota'] },
  },
  'by status, bounds on all': {
    classify: 'by-status',
    retry: {
      fixed: '1s',
      attempts: 5,
      totalAttempts: 4,
      totalWait: '4s',
      hint: { use: 'add', ...exact, max: '10s' },
      perClass: { server_error: { fixed: '100ms' } },
    },
    route: { ordered: ['big', 'floor'] },
  },
  statuses: { retry: { fixed: '700ms', attempts: 3, statuses: [429, '5xx'], hint: { use: 'ignore' } } },
};
const limited: Readonly<Record<string, object>> = {
  'a limit, held by attempts': {
    limit: { fixed: 2, queue: { length: 3, maxWait: '1s' } },
    retry: { fixed: '1s', attempts: 3, hint: exact },
  },
  'a limit, held by requests': { limit: { fixed: 3, hold: 'request', queue: { maxWait: '4s' } }, retry: { fixed: '1s', hint: exact } },
  'a bound on attempts': { timeout: { attempt: '1500ms' }, retry: { fixed: '1s', hint: exact }, route: ['big', 'floor'] },
};

type Target = Parameters<typeof clientOf>[0];

/** A strategy, and what is written for a target in its place. */
interface Pair {
  readonly target: Target;
  readonly name: string;
  readonly strategy: object;
}

const targets = ['typescript', 'p-retry', 'openai-sdk', 'ai-sdk'] as const;
// The code of the decisions is the same for all: one of them meets everything.
const pairs: readonly Pair[] = [
  ...Object.entries({ ...strategies, ...limited }).map(([name, strategy]): Pair => ({ target: 'typescript', name, strategy })),
  ...targets.slice(1).map((target): Pair => {
    const name = 'by status, bounds on all';
    return { target, name, strategy: strategies[name] ?? {} };
  }),
];

const key = ({ target, name }: Pair): string => `${target}: ${name}`;
const sent = new Map<string, readonly string[]>();

/** All in one run: attempts by the name of the strategy, each as its request, target and millisecond. */
beforeAll(async () => {
  await clientModule('openai', 'index.mjs', packagePath('examples', 'clients'));
  const ours = pairs.map((pair) => ({ name: key(pair), ...pair.strategy }));
  const { scenario } = await loadScenario({ text: JSON.stringify({ ...world, strategies: ours }) });
  const theirs = pairs.map((pair, index) => {
    const spec = scenario.strategies[index];
    if (spec === undefined) throw new Error(`no strategy ${key(pair)}`);
    const code = clientOf(pair.target, exporters[pair.target].write(spec).text);
    return { name: `code of ${key(pair)}`, code };
  });
  const both = await loadScenario({ text: JSON.stringify({ ...world, strategies: [...ours, ...theirs] }) });
  const onRaw = (rows: RawRows): void => void sent.set(rows.strategy, attemptsOf(rows));
  const result = await runScenario(both.scenario, { workers: 0, onRaw });
  expect(result.strategies.filter(({ failure }) => failure !== null)).toEqual([]);
}, 300_000);

function attemptsOf({ attempts }: RawRows): readonly string[] {
  const sorted = attempts.toSorted((a, b) => a.entity - b.entity || a.sentMs - b.sentMs);
  return sorted.map(({ entity, target, sentMs }) => `${entity} ${target} ${sentMs.toFixed(1)}`);
}

afterAll(removeClients);

describe('what is written sends as the strategy does, attempt by attempt', () => {
  test.each(pairs.map((pair) => [key(pair)]))('%s', (name) => {
    const ours = sent.get(name);
    expect(ours?.length).toBeGreaterThan(30);
    expect(sent.get(`code of ${name}`)).toEqual(ours);
  });
});
